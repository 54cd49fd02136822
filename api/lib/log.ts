import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured JSON on stdout. Never a token, a transcript or an e-mail address (decisions: LOG_LEVEL). */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
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
  });
}

export const silentLog = (): Log => pino({ level: 'silent' });
