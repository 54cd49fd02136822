import { createHash } from 'node:crypto';

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]));
};

/**
 * Returns a digest of the body of a creation, as the client sent it: default values of the server are not part of it, since a
 * later version may have others. Spaces and the order of fields do not count.
 */
export const creationDigest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(body)))
    .digest('hex');
