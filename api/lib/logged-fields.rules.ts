import { isCode } from './logged-code.rules.ts';
import { toLoggedError } from './logged-error.rules.ts';

type Form = RegExp | typeof isCode | null;

const word = /^[\w.:/+-]{1,120}$/;
// The star stands in names of rows.
const host = /^[\w.:*[\]-]{1,255}$/;
// The form that `loggedPath` returns.
const address = /^[\w./[\]-]{1,500}$/;
const folder = /^[^\n]{1,500}$/;
const number = null;

/**
 * Every field that a line of the log may have, with the pattern of its text; each may also be a number. Other fields are left
 * out, so that an object with unexpected fields brings no body, address, name or token into the log (§10.22).
 */
const fields = {
  request_id: word,
  session_id: word,
  user_id: word,
  // Id of the superuser who has changed something of others.
  actor: word,
  job_id: word,
  job: word,
  method: word,
  path: address,
  host,
  status: number,
  took_ms: number,
  code: isCode,
  reason: word,
  problem: word,
  fault: word,
  faults: word,
  reply: number,
  outcome: word,
  model: word,
  engine: word,
  field: word,
  tokens: number,
  chars: number,
  age_ms: number,
  part_s: number,
  decoded_s: number,
  stated_s: number,
  attempt: number,
  rows: number,
  removed: number,
  recipients: number,
  sent: number,
  // Numbers of rows that a sweep has deleted. `reports` are the kinds of the reports in a shared message.
  sessions: number,
  audio: number,
  logins: number,
  jobs: number,
  corrections: number,
  reports: word,
  creations: number,
  failed: number,
  freed_bytes: number,
  entries: number,
  clock: word,
  believed: word,
  data_dir: folder,
} as const satisfies Record<string, Form>;

type Field = keyof typeof fields;
export type LogFields = { err?: unknown } & {
  [K in Field]?: string | number | readonly string[] | null | undefined;
};

const withheld = '[withheld]';

export function toLoggedFields(given: LogFields): Record<string, unknown> {
  const logged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (name === 'err') logged['err'] = toLoggedError(value);
    else if (Object.hasOwn(fields, name)) logged[name] = toValue(fields[name as Field], value);
  }
  return logged;
}

function toValue(form: Form, value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => toValue(form, one));
  return isOf(form, value) ? value : withheld;
}

function isOf(form: Form, value: unknown): boolean {
  if (typeof form === 'function') return form(value);
  return typeof value === 'number' || (typeof value === 'string' && form !== null && form.test(value));
}
