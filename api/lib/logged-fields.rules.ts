import { toLoggedError } from './logged-error.rules.ts';

const word = /^[\w.:/+-]{1,120}$/;
const host = /^[\w.:[\]-]{1,255}$/;
// made by `loggedPath`
const address = /^[\w./[\]-]{1,500}$/;
// our own folder, from the settings
const folder = /^[^\n]{1,500}$/;
const number = null;

/**
 * Every field that a line of the log may have, and the form of its text; numbers are taken in each of them. Anything else is left out:
 * an object that holds more than was thought brings no body, address, name or token into the log (decisions: LOG_LEVEL).
 */
const fields = {
  ...{ request_id: word, session_id: word, user_id: word, job_id: word, job: word },
  ...{ method: word, path: address, host, status: number, took_ms: number },
  ...{ code: word, reason: word, problem: word, fault: word, faults: word, reply: number, outcome: word },
  ...{ model: word, engine: word, field: word, tokens: number, chars: number, age_ms: number },
  ...{ part_s: number, decoded_s: number, stated_s: number },
  ...{ attempt: number, rows: number, removed: number, recipients: number, sent: number },
  // what a sweep has deleted; `reports` of a message are names of kinds
  ...{ sessions: number, audio: number, logins: number, jobs: number, corrections: number, reports: word },
  ...{ creations: number, failed: number, entries: number },
  ...{ clock: word, believed: word, data_dir: folder },
} as const satisfies Record<string, RegExp | null>;

type Field = keyof typeof fields;
export type LogFields = { err?: unknown } & {
  [K in Field]?: string | number | readonly string[] | null | undefined;
};

const withheld = '[withheld]';

/** The fields as they are written: those of the list, in the form they must have. */
export function toLoggedFields(given: LogFields): Record<string, unknown> {
  const logged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (name === 'err') logged['err'] = toLoggedError(value);
    else if (Object.hasOwn(fields, name)) logged[name] = toValue(fields[name as Field], value);
  }
  return logged;
}

function toValue(form: RegExp | null, value: unknown): unknown {
  if (value === null || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => toValue(form, one));
  return typeof value === 'string' && form?.test(value) ? value : withheld;
}
