import { createHash, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits, in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the form in which a random secret is stored: SHA-256 in hex. It needs no salt, because nobody can guess the secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
