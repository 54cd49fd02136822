import { createHmac, timingSafeEqual } from 'node:crypto';
import { loadSecretKey } from '#api/lib/secret-key.ts';

export const loadMediaKey = (dataDir: string): Buffer => loadSecretKey(dataDir, 'media');

const signatureOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const textOf = (sessionId: string, expiresAtMs: number | string, fileName: string) =>
  `${sessionId}.${expiresAtMs}${fileName && `/${fileName}`}`;

/**
 * Signs a token that opens the audio of one session until a time, ms since the epoch. With `fileName` it opens only the
 * address that ends with this name, as a download.
 */
export function signMediaToken(key: Buffer, sessionId: string, expiresAtMs: number, fileName = ''): string {
  const signature = signatureOf(key, textOf(sessionId, expiresAtMs, fileName));
  return `${sessionId}.${expiresAtMs}.${signature.toString('base64url')}`;
}

/**
 * Returns the session that a token opens, under this name if there is one. Returns null if the token has expired or its
 * signature is wrong.
 */
export function readMediaToken(key: Buffer, token: string, nowMs: number, fileName = ''): string | null {
  const [sessionId = '', expiresAtMs = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(key, textOf(sessionId, expiresAtMs, fileName));
  const isOurs = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && nowMs < Number(expiresAtMs) ? sessionId : null;
}
