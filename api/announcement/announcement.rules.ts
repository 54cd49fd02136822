import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type {
  AdminAnnouncement,
  AnnouncementType,
  PutAnnouncement,
  WrittenAnnouncement,
} from '#api/contract/announcement.ts';
import type { AnnouncementTable } from '#api/db/schema.ts';
import { isoTime } from '#api/lib/clock.ts';
import { toTag } from '#api/domain/entity-tag.ts';

export type AnnouncementRow = Selectable<AnnouncementTable>;

/** Orders rows: the larger priority first, then what ends sooner, then what was written later. */
export const byImportance = (a: AnnouncementRow, b: AnnouncementRow): number =>
  b.priority - a.priority ||
  (a.expires_at ?? Infinity) - (b.expires_at ?? Infinity) ||
  b.created_at - a.created_at ||
  (a.id < b.id ? -1 : 1);

export const isShown = ({ starts_at: starts, expires_at: expires }: AnnouncementRow, nowMs: number) =>
  (starts === null || starts <= nowMs) && (expires === null || expires > nowMs);

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
const msOrNull = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const textsOf = (row: AnnouncementRow) => ({
  type: row.type as AnnouncementType,
  title: JSON.parse(row.title) as WrittenAnnouncement['title'],
  message: JSON.parse(row.message) as WrittenAnnouncement['message'],
  link: row.link,
  cta_text: JSON.parse(row.cta_text) as WrittenAnnouncement['cta_text'],
});

/** Returns an announcement as readers get it. Its key depends on what they read, so that a changed one is shown again. */
export function rowToShown(row: AnnouncementRow): WrittenAnnouncement {
  const texts = textsOf(row);
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 10);
  return {
    key: `${row.id}.${digest}`,
    ...texts,
    priority: row.priority,
    expires_at: timeOrNull(row.expires_at),
  };
}

export function rowToAdmin(row: AnnouncementRow): AdminAnnouncement {
  const announcement = {
    id: row.id,
    ...textsOf(row),
    priority: row.priority,
    starts_at: timeOrNull(row.starts_at),
    expires_at: timeOrNull(row.expires_at),
  };
  return { ...announcement, etag: toTag(announcement) };
}

/** Returns the columns of an announcement that a superuser has sent. */
export const toColumns = (sent: PutAnnouncement) => ({
  type: sent.type,
  title: JSON.stringify(sent.title),
  message: JSON.stringify(sent.message),
  link: sent.link,
  cta_text: JSON.stringify(sent.cta_text),
  priority: sent.priority,
  starts_at: msOrNull(sent.starts_at),
  expires_at: msOrNull(sent.expires_at),
});
