import { createHash } from 'node:crypto';
import { AppError } from '#api/lib/error.ts';

/** Returns an entity tag, which changes when the value changes (RFC 9110, 8.8.3). */
export const toTag = (value: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;

/**
 * Refuses a change of something else than what was edited (RFC 9110, 13.1.1).
 * @param present what the refusal carries
 * @throws AppError `domain.match_required` without `If-Match`, `domain.changed` if it does not name `tag`
 */
export function requireMatch(ifMatch: string | undefined, tag: string, present: AppError['extra']): void {
  if (ifMatch === undefined) throw new AppError('domain.match_required');
  const isNamed = ifMatch.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
  if (!isNamed) throw new AppError('domain.changed', { extra: present });
}
