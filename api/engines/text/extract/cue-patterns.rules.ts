import type { TextLanguage } from '#api/contract/option.ts';
import { type Cue, cues } from '#api/engines/text/extract/cue/cue.ts';
import { patternOf } from '#api/engines/text/extract/cue/pattern.rules.ts';

type PatternName = Exclude<
  keyof Cue,
  'fragments' | 'articles' | 'abbreviations' | 'cutsBefore' | 'dateLinks' | 'honorifics' | 'notNames'
>;

/** The patterns of a language, made once. */
export type Ear = Record<PatternName, RegExp> & {
  link: RegExp;
  honorific: RegExp;
  notNames: ReadonlySet<string>;
  articles: ReadonlySet<string>;
};

const made = new Map<TextLanguage, Ear>();

export function earOf(language: TextLanguage): Ear {
  const known = made.get(language);
  if (known) return known;
  const {
    fragments,
    articles,
    abbreviations: _,
    cutsBefore: __,
    dateLinks,
    honorifics,
    notNames,
    ...phrases
  } = cues[language];
  const patterns = Object.fromEntries(
    Object.entries(phrases).map(([name, lines]) => [name, patternOf(lines, fragments)]),
  ) as Record<PatternName, RegExp>;
  const ear: Ear = {
    ...patterns,
    link: new RegExp(`^[\\s,]*(?:(?:${dateLinks})[\\s,]*){0,2}$`, 'iu'),
    honorific: new RegExp(`^(?:${honorifics})\\.?$`, 'iu'),
    notNames: new Set(notNames.split(' ')),
    articles: new Set(articles.split(' ').filter((one) => one !== '')),
  };
  made.set(language, ear);
  return ear;
}
