import { createHash } from 'node:crypto';

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]));
};

/**
 * Returns the digest of the body of a creation as the client sent it, without default values, which a later version may change.
 * Spaces and the order of fields do not change the digest.
 */
export const creationDigest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(body)))
    .digest('hex');
