import type { TFunction } from 'i18next';
import type { DataProtectionAnnouncement, ShownAnnouncement } from '#api/contract/announcement.ts';
import { announcementText } from '#api/shared/announcement-text.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { formatUtcDate } from '#web/lib/format.ts';
import type { AnnouncementWords } from '#web/parts/info-bar/announcement-row.tsx';

/** Returns an announcement in the language of the page, or in the one that stands in for it. */
export function announcementWords(
  announcement: ShownAnnouncement,
  language: string,
  t: TFunction,
): AnnouncementWords {
  if (announcement.type === 'data_protection') return dataProtectionWords(announcement, language, t);
  const { type, link } = announcement;
  return { type, link, ...announcementText(announcement, isLanguage(language) ? language : 'de') };
}

/** The words of §9, with the days and periods that the server has computed. What goes is said only where something goes. */
function dataProtectionWords(
  { type, ...change }: DataProtectionAnnouncement,
  language: string,
  t: TFunction,
): AnnouncementWords {
  const day = (date: string) => formatUtcDate(date, language);
  const values = {
    day: day(change.effective),
    days: t('infoBar.dataProtection.days', { count: change.audio_days }),
    months: t('infoBar.dataProtection.months', { count: change.content_months }),
    audio: change.audio_before === null ? '' : day(change.audio_before),
    content: change.content_before === null ? '' : day(change.content_before),
  };
  const what =
    values.audio && values.content ? 'both' : values.audio ? 'audio' : values.content ? 'content' : null;
  return {
    type,
    language,
    title: t('infoBar.dataProtection.title', values),
    message: [
      t('infoBar.dataProtection.periods', values),
      what && t(`infoBar.dataProtection.goes.${what}`, values),
      t('infoBar.dataProtection.todo', values),
    ]
      .filter(Boolean)
      .join(' '),
    link: null,
    ctaText: '',
  };
}
