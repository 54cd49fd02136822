import type { DataProtectionAnnouncement } from '#api/contract/announcement.ts';
import type { DomainRetention } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import { isoTime } from '#api/lib/clock.ts';
import { audioDueBefore, contentDueBefore } from '#api/session/retention.rules.ts';

const dateOf = (ms: number): string => isoTime(ms).slice(0, 10);

/**
 * Returns the announcement of shorter periods (§10.24) while it is valid: 30 days from the moment when it was announced, and at least
 * until the day from which they hold. Null if the host has announced none. `announcedAt` is null where an older version has
 * announced them; then it is valid until that day.
 */
export function dataProtection(
  retention: DomainRetention,
  announcedAt: number | null,
  nowMs: number,
): DataProtectionAnnouncement | null {
  const { next } = retention;
  if (!next) return null;
  const { effective, audio_days: audioDays, content_months: months } = next;
  const effectiveMs = Date.parse(effective);
  const expiresAt = Math.max(effectiveMs, (announcedAt ?? 0) + limits.dataProtectionValidMs);
  if (nowMs >= expiresAt) return null;
  // The rules of the deletion compute the days, so that the announcement and the deletion agree.
  const before = (shortens: boolean, due: typeof audioDueBefore) =>
    shortens ? dateOf(due(retention, effectiveMs)) : null;
  return {
    key: ['data_protection', effective, audioDays, months].join('.'),
    type: 'data_protection',
    effective,
    audio_days: audioDays,
    content_months: months,
    audio_before: before(audioDays < retention.audio_days, audioDueBefore),
    content_before: before(months < retention.content_months, contentDueBefore),
    expires_at: isoTime(expiresAt),
  };
}
