import { join } from 'node:path';
import { isCode } from './logged-code.rules.ts';

/** The logged parts of an error. The message is left out, because it may quote a body, a name or an address. */
type LoggedError = {
  type: string;
  code?: string | number;
  syscall?: string;
  reason?: string;
  stack?: string[];
  cause?: LoggedError;
  errors?: LoggedError[];
};

const root = join(import.meta.dirname, '../..');
const word = /^[\w.$-]{1,80}$/;
// Stack frames of V8: `at name (place:line:column)` and `at place:line:column`.
const frame = /^ {4}at (?:(?:async |new )?[\w.$<>#[\] ]{1,120} \()?[^()\s@]{1,300}:\d+:\d+\)?$/;
const maxFrames = 20;
const maxDepth = 5;

/** Messages of V8 and SQLite that name code and columns, never a value; these are logged as `reason`. */
const safeReasons = [
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,40}'\)$/,
  /^[\w$.]{1,80} is not (?:a function|defined|a constructor)$/,
  /^(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(?:: [\w., ]{1,120})?$/,
  /^no such (?:table|column): [\w.]{1,80}$/,
];

/** Returns type, code and stack frames of an error and its causes. For any other value only the type is logged. */
export function toLoggedError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { code, syscall, errors } = thrown as { code?: unknown; syscall?: unknown; errors?: unknown };
  const logged: LoggedError = { type: typeOf(thrown) };
  if (isCode(code)) logged.code = code;
  if (typeof syscall === 'string' && word.test(syscall)) logged.syscall = syscall;
  if (safeReasons.some((reason) => reason.test(thrown.message))) logged.reason = thrown.message;
  const stack = framesOf(thrown);
  if (stack.length > 0) logged.stack = stack;
  if (depth >= maxDepth) return logged;
  if (thrown.cause !== undefined) logged.cause = toLoggedError(thrown.cause, depth + 1);
  if (Array.isArray(errors))
    logged.errors = errors.slice(0, maxDepth).map((error) => toLoggedError(error, depth + 1));
  return logged;
}

function typeOf(error: Error): string {
  const name: unknown = error.constructor?.name ?? error.name;
  return typeof name === 'string' && word.test(name) ? name : 'Error';
}

/** Returns the stack frames. The message before them is skipped, because its lines may look like frames. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const at = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(at === -1 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim().replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, ''));
}
