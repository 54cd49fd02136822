import { log } from './log.ts';

/** Holds no error longer than the page does. */
const references = new WeakMap<object, string>();

/**
 * Returns the reference of an error that has no code, which a person can give to support. When it is asked for the first time,
 * the error is logged with it.
 */
export function referenceOf(error: unknown): string {
  const kept = typeof error === 'object' && error !== null ? error : null;
  const known = kept && references.get(kept);
  if (known) return known;
  const reference = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');
  if (kept) references.set(kept, reference);
  log.error('page: an unexpected error', error, { reference });
  return reference;
}
