import type { Language } from './languages.ts';
import type { WordPart } from './word-parts.ts';
import type { Words } from './words.ts';

type Load = () => Promise<{ words: Partial<Words> }>;

/**
 * Loaders of the words, by language and part. Each part of a language is a chunk of its own (`tools/word-parts.ts`).
 */
export const loadWordsOf: Readonly<Record<Language, Readonly<Record<WordPart, Load>>>> = {
  de: {
    first: () => import('./de/index.ts?part=first'),
    work: () => import('./de/index.ts?part=work'),
    session: () => import('./de/index.ts?part=session'),
    rest: () => import('./de/index.ts?part=rest'),
    pair: () => import('./de/index.ts?part=pair'),
  },
  en: {
    first: () => import('./en/index.ts?part=first'),
    work: () => import('./en/index.ts?part=work'),
    session: () => import('./en/index.ts?part=session'),
    rest: () => import('./en/index.ts?part=rest'),
    pair: () => import('./en/index.ts?part=pair'),
  },
  fr: {
    first: () => import('./fr/index.ts?part=first'),
    work: () => import('./fr/index.ts?part=work'),
    session: () => import('./fr/index.ts?part=session'),
    rest: () => import('./fr/index.ts?part=rest'),
    pair: () => import('./fr/index.ts?part=pair'),
  },
  it: {
    first: () => import('./it/index.ts?part=first'),
    work: () => import('./it/index.ts?part=work'),
    session: () => import('./it/index.ts?part=session'),
    rest: () => import('./it/index.ts?part=rest'),
    pair: () => import('./it/index.ts?part=pair'),
  },
};
