type Line = Readonly<Record<string, unknown>>;

/** One line of the log as a person reads it: time, level, message, and what was told with it. */
export function toLogLine(json: string): string {
  const { level, time, msg, err, request_id: _requestId, ...told } = JSON.parse(json) as Line;
  const head = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), String(msg)];
  if (msg === 'request') return [...head.slice(0, 2), requestOf(told)].join(' ');
  const facts = Object.entries(told).map(([name, value]) => `${name}=${toText(value)}`);
  return [[...head, ...facts].join(' '), ...errorLines(err as Line | undefined)].join('\n');
}

const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const requestOf = ({ method, path, status, host, took_ms }: Line): string =>
  `${method} ${path} ${status} in ${took_ms} ms (${host})`;

function errorLines(err: Line | undefined, what = 'error'): string[] {
  if (!err) return [];
  const { type, code, syscall, reason, stack, cause } = err;
  const head = [`  ${what}: ${toText(type)}`, code, syscall, reason].filter((part) => part !== undefined);
  const frames = ((stack ?? []) as string[]).map((frame) => `    ${frame}`);
  return [head.join(' '), ...frames, ...errorLines(cause as Line | undefined, 'because of')];
}
