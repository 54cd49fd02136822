import type { HelpWords } from './help-words.ts';
import type { Language } from './languages.ts';
import type { TourWords } from './tour-words.ts';

/** Words that are loaded only where they are shown, in one language. */
export type LateWords = { help: HelpWords; tour: TourWords };

type Loaders = { [K in keyof LateWords]: Record<Language, () => Promise<LateWords[K]>> };

const loaders: Loaders = {
  help: {
    de: async () => (await import('./de/help-pages.ts')).helpPages,
    en: async () => (await import('./en/help-pages.ts')).helpPages,
    fr: async () => (await import('./fr/help-pages.ts')).helpPages,
    it: async () => (await import('./it/help-pages.ts')).helpPages,
  },
  tour: {
    de: async () => (await import('./de/tour.ts')).tour,
    en: async () => (await import('./en/tour.ts')).tour,
    fr: async () => (await import('./fr/tour.ts')).tour,
    it: async () => (await import('./it/tour.ts')).tour,
  },
};

export const loadWords = <K extends keyof LateWords>(kind: K, language: Language): Promise<LateWords[K]> =>
  loaders[kind][language]();

/** Puts values in the place of `{names}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
