import { expect, it } from 'vitest';
import { announcementText } from './announcement-text.ts';

const texts = (de: string, en: string, fr: string, it: string) => ({ de, en, fr, it });

it.each([
  ['fr', texts('D', 'E', 'F', 'I'), 'fr'],
  ['fr', texts('D', 'E', '', 'I'), 'en'],
  ['en', texts('D', '', 'F', 'I'), 'de'],
  ['en', texts('', '', 'F', 'I'), 'fr'],
  ['de', texts('', '', '', 'I'), 'it'],
] as const)('Who reads %s reads the titles %j in %s', (reader, title, language) => {
  // A message in the reader's own language does not come under a title of another one.
  const message = texts('d', 'e', 'f', 'i');
  const shown = announcementText({ title, message, cta_text: texts('', '', '', '') }, reader);
  expect(shown).toEqual({ language, title: title[language], message: message[language], ctaText: '' });
});
