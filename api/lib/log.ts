import { pino, type DestinationStream } from 'pino';
import { toLogLine } from './log-line.rules.ts';
import { toLoggedFields, type LogFields } from './logged-fields.rules.ts';

/** The message must be a constant, so that it contains no data of people. */
type Write = (fields: LogFields, message: string) => void;

export type Log = Readonly<Record<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', Write>> & {
  child(fields: LogFields): Log;
};

/** Returns a destination that writes readable lines if stdout is a terminal, else JSON. */
const stdout = (): DestinationStream =>
  process.stdout.isTTY
    ? { write: (json) => void process.stdout.write(`${toLogLine(json)}\n`) }
    : pino.destination(1);

/**
 * Creates a log that writes only the fields of `logged-fields.rules.ts`, at every level: never a token, a transcript, a name or an
 * e-mail address (§10.22).
 */
export function createLog(level: string, destination: DestinationStream = stdout()): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      // `toLoggedFields` has already reduced the error to its loggable parts.
      serializers: { err: (logged: unknown) => logged },
    },
    destination,
  );
  const bound = (always: LogFields): Log => {
    const at =
      (name: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'): Write =>
      (fields, message) => {
        if (logger.isLevelEnabled(name)) logger[name](toLoggedFields({ ...always, ...fields }), message);
      };
    return {
      trace: at('trace'),
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      fatal: at('fatal'),
      child: (fields) => bound({ ...always, ...fields }),
    };
  };
  return bound({});
}

export const silentLog = (): Log => createLog('silent', { write() {} });

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const complain = (line: string): void => void process.stderr.write(`${line}\n`);
