import type { WrittenAnnouncement } from '#api/contract/announcement.ts';
import type { TextLanguage } from '#api/contract/option.ts';

type Texts = Pick<WrittenAnnouncement, 'title' | 'message' | 'cta_text'>;

/** Order in which a text stands in for a missing one; the same as for names of roles (§3.6). */
const standIns = ['en', 'de', 'fr', 'it'] as const;

/**
 * Returns the texts of an announcement in one language: that of the reader, else English, German, French, Italian, whichever has a
 * title. Languages are not mixed, so `language` holds for all three texts. Message and text of the link may be empty.
 */
export function announcementText({ title, message, cta_text: cta }: Texts, reader: TextLanguage) {
  const language = [reader, ...standIns].find((each) => title[each] !== '') ?? reader;
  return { language, title: title[language], message: message[language], ctaText: cta[language] };
}
