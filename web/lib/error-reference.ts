import { log } from './log.ts';

const references = new Map<unknown, string>();

/**
 * Returns the reference of an error that has no code, which a person can give to support. When it is asked for the first time,
 * the error is logged with it.
 */
export function referenceOf(error: unknown): string {
  const known = references.get(error);
  if (known) return known;
  const reference = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');
  references.set(error, reference);
  log.error('page: an unexpected error', error, { reference });
  return reference;
}
