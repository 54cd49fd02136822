import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Structured JSON on stdout. Never a token, a transcript or an e-mail address (decisions: LOG_LEVEL). */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'authorization',
        'token',
        'access_token',
        'refresh_token',
        'password',
        'email',
        'text',
        'headers.authorization',
        'headers.cookie',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, destination);
}

export const silentLog = (): Log => pino({ level: 'silent' });

/** A plain line for the person who started the server. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A plain line about why the server cannot start. */
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);
