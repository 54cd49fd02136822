import type { SessionLanguage } from '#api/contract/session.ts';
import { draftOf, type Draft, type Turn } from './draft.ts';
import { capital } from './token.rules.ts';

type Rule = { find: RegExp; put: string | ((...groups: string[]) => string | null) };

/** Words that are never doubled on purpose, unlike "die die", "vous vous", "ja ja". */
const neverTwice: Record<string, readonly string[]> = {
  de: 'und oder aber mit von für auf bei ein eine einen einer im am wenn weil ist haben wird wurde'.split(
    ' ',
  ),
  en: 'the a an and of for with from at we they he this these are was were will would'.split(' '),
  fr: 'le la les de des du et un une au aux pour dans avec sur par que qui est sont'.split(' '),
  it: 'il lo gli di del della e un una per con nel nella che è sono al alla dal'.split(' '),
};

const abbreviation =
  /^(?:evtl|inkl|bspw|exkl|approx|janv|févr|juill|sept|avocat|geb|dott|prof|signor|sig)$/iu;

const everywhere: readonly Rule[] = [
  { find: /(?<=\S) {2,}(?=\S)/gu, put: ' ' },
  { find: /(?<=[\p{L}\p{N}]) +([,.])(?=\s|$)/gu, put: '$1' },
  // Matches "gesagt.Dann", but neither "z.B." nor an address.
  { find: /(?<=(?:^|\s)\p{L}*\p{Ll}{2})([.?!])(?=\p{Lu}\p{Ll}+(?:[\s,.]|$))/gu, put: '$1 ' },
  { find: /(?<=\p{L}{2}),(?=\p{L}{2})/gu, put: ', ' },
];

const swiss: readonly Rule[] = [
  { find: /[„“"]([^„“”"«»]{1,80})[“”"]/gu, put: '«$1»' },
  { find: /»([^«»]{1,80})«/gu, put: '«$1»' },
];
const french: readonly Rule[] = [{ find: /(?<=\p{L}{2})([;?!]|:(?=\s|$))/gu, put: ' $1' }];

/** The words before and after a match, which a suggestion shows as context. */
const margin = /[\p{L}\p{N}'’-]*$/u;
const tail = /^[\p{L}\p{N}'’-]*/u;

/**
 * Suggests missing or superfluous punctuation, spaces and capitals. The only words that it removes are those doubled by
 * mistake. It keeps a consistent habit of the transcript (no full stops, French without spaces before punctuation).
 */
export function findPunctuation(language: SessionLanguage, turns: readonly Turn[]): Draft[] {
  const code = language === 'de-CH' ? 'de' : language;
  const rules = [
    ...everywhere,
    ...(language === 'de-CH' ? swiss : []),
    ...(code === 'fr' && spacesSigns(turns) ? french : []),
    twice(neverTwice[code] ?? []),
  ];
  const ends = turns.map((_, index) => turns[index + 1]?.speaker !== turns[index]!.speaker);
  const last = turns.filter((_, index) => ends[index]);
  const isPunctuated = last.length > 0 && last.filter(({ text }) => isEnded(text)).length * 2 > last.length;
  return turns.flatMap((turn, index) => {
    const found = rules.flatMap((rule) => apply(turn, rule));
    if (!isPunctuated) return found;
    const before = turns[index - 1];
    const begins = !before || before.speaker !== turn.speaker || isEnded(before.text);
    return [...found, ...capitals(turn, begins), ...(ends[index] ? fullStop(turn) : [])];
  });
}

const isEnded = (text: string): boolean => /[.!?…]["»”“)\]]*\s*$/u.test(text);

function spacesSigns(turns: readonly Turn[]): boolean {
  return turns.some(({ text }) => /\p{L}\s[;:?!]/u.test(text));
}

const twice = (words: readonly string[]): Rule => ({
  find: /(?<![\p{L}\p{N}'’-])(\p{L}+) (\p{L}+)(?![\p{L}\p{N}'’-])/gu,
  put: (_, one = '', two = '') =>
    one.toLowerCase() === two.toLowerCase() && words.includes(one.toLowerCase()) ? one : null,
});

/** Returns the matches of a rule as suggestions, each extended to the adjacent words. */
function apply(turn: Turn, { find, put }: Rule): Draft[] {
  const { text } = turn;
  const drafts: Draft[] = [];
  const isTwice = typeof put !== 'string';
  find.lastIndex = 0;
  for (let match = find.exec(text); match; match = find.exec(text)) {
    const [all] = match;
    const to = isTwice ? put(...match) : patch(match, put);
    // Pairs of doubled words may overlap: "und und" may begin at the second word of a match.
    if (isTwice) find.lastIndex = match.index + (match[1]?.length ?? 0);
    if (to === null || to === all) continue;
    const [left, right] = isTwice ? ['', ''] : around(text, match.index, match.index + all.length);
    drafts.push(
      draftOf(turn, 'punctuation', {
        start: match.index - left.length,
        from: left + all + right,
        to: left + to + right,
      }),
    );
  }
  return drafts;
}

/**
 * Replaces `$1` by the matched group. The pattern is not matched again, because its lookarounds need the text around
 * it.
 */
const patch = (match: RegExpExecArray, put: string): string => put.replace('$1', match[1] ?? '');

const around = (text: string, from: number, to: number): [string, string] => [
  margin.exec(text.slice(0, from))?.[0] ?? '',
  tail.exec(text.slice(to))?.[0] ?? '',
];

/**
 * Suggests capitals at the start of sentences, but not after an abbreviation, an ordinal or an ellipsis, where a sentence may
 * continue.
 */
function capitals(turn: Turn, begins: boolean): Draft[] {
  const drafts: Draft[] = [];
  const put = (start: number, from: string) =>
    drafts.push(draftOf(turn, 'punctuation', { start, from, to: capital(from) }));
  const [first] = /^\p{Ll}[\p{L}'’-]*/u.exec(turn.text) ?? [];
  if (begins && first && !/^\p{Ll}\p{Lu}/u.test(first)) put(0, first);
  for (const match of turn.text.matchAll(/(\p{L}+)[.!?] (\p{Ll}[\p{L}'’-]*)/gu)) {
    const [all, before = '', word = ''] = match;
    const isPoint = all[before.length] === '.';
    if (isPoint && (before.length <= 4 || abbreviation.test(before))) continue;
    if (!isPoint || !/^\p{Ll}\p{Lu}/u.test(word)) put(match.index + all.length - word.length, word);
  }
  return drafts;
}

const minWords = 4;

function fullStop(turn: Turn): Draft[] {
  const [word] = /[\p{L}'’-]*\p{L}$/u.exec(turn.text) ?? [];
  if (!word || turn.text.split(' ').length < minWords) return [];
  return [
    draftOf(turn, 'punctuation', { start: turn.text.length - word.length, from: word, to: `${word}.` }),
  ];
}
