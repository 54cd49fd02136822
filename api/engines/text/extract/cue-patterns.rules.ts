import type { TextLanguage } from '#api/contract/option.ts';
import type { Cue } from '#api/engines/text/extract/cue/cue.ts';
import { cues } from '#api/engines/text/extract/cue/cues.ts';
import { patternOf } from '#api/engines/text/extract/cue/pattern.rules.ts';

type PatternName = Exclude<
  keyof Cue,
  'fragments' | 'articles' | 'abbreviations' | 'cutsBefore' | 'dateLinks' | 'honorifics' | 'notNames'
>;

export type CuePatterns = Record<PatternName, RegExp> & {
  link: RegExp;
  honorific: RegExp;
  notNames: ReadonlySet<string>;
  articles: ReadonlySet<string>;
};

const made = new Map<TextLanguage, CuePatterns>();

export function cuePatternsOf(language: TextLanguage): CuePatterns {
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
  const compiled = Object.fromEntries(
    Object.entries(phrases).map(([name, lines]) => [name, patternOf(lines, fragments)]),
  ) as Record<PatternName, RegExp>;
  const patterns: CuePatterns = {
    ...compiled,
    link: new RegExp(`^[\\s,]*(?:(?:${dateLinks})[\\s,]*){0,2}$`, 'iu'),
    honorific: new RegExp(`^(?:${honorifics})\\.?$`, 'iu'),
    notNames: new Set(notNames.split(' ')),
    articles: new Set(articles.split(' ').filter((one) => one !== '')),
  };
  made.set(language, patterns);
  return patterns;
}
