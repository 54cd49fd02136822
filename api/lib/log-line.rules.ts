type Line = Readonly<Record<string, unknown>>;

/** Converts a JSON line of the log to text for a terminal: time, level, message, fields. */
export function toLogLine(json: string): string {
  const { level, time, msg, err, request_id: _requestId, ...fields } = JSON.parse(json) as Line;
  const head = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), String(msg)];
  if (msg === 'request') return [...head.slice(0, 2), requestOf(fields)].join(' ');
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${toText(value)}`);
  return [[...head, ...shown].join(' '), ...errorLines(err as Line | undefined)].join('\n');
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
