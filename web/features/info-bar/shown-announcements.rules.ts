import type { ShownAnnouncement } from '#api/contract/announcement.ts';
import { isAnnouncementLink } from '#api/contract/announcement-link.ts';
import { languages } from '#web/i18n/languages.ts';
import { isRecord } from '#web/lib/is-record.ts';

type Fields = Record<string, unknown>;

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.length <= longest;
const isWhole = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;

const areTexts = (value: unknown, longest: number): boolean =>
  isRecord(value) &&
  Object.keys(value).length === languages.length &&
  languages.every((language) => isText(value[language], longest));

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const isDataProtection = (value: Fields): boolean =>
  isDay(value['effective']) &&
  Number.isSafeInteger(value['audio_days']) &&
  Number.isSafeInteger(value['content_months']) &&
  ['audio_before', 'content_before'].every((name) => value[name] === null || isDay(value[name])) &&
  typeof value['expires_at'] === 'string';

const isWritten = (value: Fields): boolean =>
  (value['type'] === 'info' || value['type'] === 'warning') &&
  areTexts(value['title'], 120) &&
  areTexts(value['message'], 2_000) &&
  areTexts(value['cta_text'], 60) &&
  (value['link'] === null || (isText(value['link'], 1_000) && isAnnouncementLink(String(value['link'])))) &&
  isWhole(value['priority'], 100) &&
  (value['expires_at'] === null || typeof value['expires_at'] === 'string');

const isAnnouncement = (value: unknown): value is ShownAnnouncement =>
  isRecord(value) &&
  typeof value['key'] === 'string' &&
  (value['type'] === 'data_protection' ? isDataProtection(value) : isWritten(value));

/**
 * Returns the announcements of an answer that the page can use (`announcementsSchema`), otherwise undefined. Every screen asks
 * this before it is shown, so it does not load the schemas.
 */
export function toAnnouncements(value: unknown): ShownAnnouncement[] | undefined {
  const list = isRecord(value) ? value['announcements'] : undefined;
  return Array.isArray(list) && list.every(isAnnouncement) ? list : undefined;
}
