import { randomUUID } from 'node:crypto';

/** A new identifier that cannot be guessed. */
export const newId = (): string => randomUUID();
