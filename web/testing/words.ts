import { de } from '#web/i18n/de/index.ts';
import { helpPages as deHelp } from '#web/i18n/de/help-pages.ts';
import { tour as deTour } from '#web/i18n/de/tour.ts';
import { en } from '#web/i18n/en/index.ts';
import { helpPages as enHelp } from '#web/i18n/en/help-pages.ts';
import { tour as enTour } from '#web/i18n/en/tour.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { helpPages as frHelp } from '#web/i18n/fr/help-pages.ts';
import { tour as frTour } from '#web/i18n/fr/tour.ts';
import { it } from '#web/i18n/it/index.ts';
import { helpPages as itHelp } from '#web/i18n/it/help-pages.ts';
import { tour as itTour } from '#web/i18n/it/tour.ts';
import type { Language } from '#web/i18n/languages.ts';

/** For tests: the words that are loaded with the page, by language. */
export const pageWords: Record<Language, object> = { de, en, fr, it };

/** For tests: the words that are loaded on demand, by language. */
export const lateWords: Record<Language, object> = {
  de: { help: deHelp, tour: deTour },
  en: { help: enHelp, tour: enTour },
  fr: { help: frHelp, tour: frTour },
  it: { help: itHelp, tour: itTour },
};

/** Returns all sentences with their keys. Elements of lists have their number as the last part of the key. */
export function flattenWords(value: unknown, prefix = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    flattenWords(inner, prefix ? `${prefix}.${key}` : key),
  );
}

/** Returns all sentences of a language, those that are loaded on demand too. */
export const allWords = (language: Language): [key: string, text: string][] => [
  ...flattenWords(pageWords[language]),
  ...flattenWords(lateWords[language]),
];
