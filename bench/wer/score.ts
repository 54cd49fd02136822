import { round } from '../report.ts';
import type { Heard } from './hear.ts';
import { wordsOf } from './normalise.ts';
import type { Reference } from './references.ts';
import { wordErrors } from './word-errors.ts';

export type Score = {
  words: number;
  errors: number;
  /** Number of words whose middle is at least 0.5 s away from all speech; null if the times are unknown. */
  invented: number | null;
  /** Mistakes for people to read: the time, s, the difference, and its sentence. */
  mistakes: { s: number; mistake: string; in: string }[];
};

const toleranceS = 0.5;

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

export function scoreText(text: string, reference: Pick<Reference, 'text' | 'language'>): number {
  const { language } = reference;
  return wordErrors(wordsOf(reference.text, language), wordsOf(text, language)).length;
}

export function score({ text, words }: Pick<Heard, 'text' | 'words'>, reference: Reference): Score {
  const { language, sentences, isTimed } = reference;
  const expected = wordsOf(reference.text, language);
  const heard = wordsOf(text, language);
  const errors = wordErrors(expected, heard);
  const isInvented = ({ start, end }: { start: number; end: number }) => {
    const middle = (start + end) / 2;
    return !sentences.some((one) => middle > one.start - toleranceS && middle < one.end + toleranceS);
  };
  const places = words.flatMap((word) => wordsOf(word.text, language).map(() => word.start));
  const saidIn = sentences.flatMap((sentence) => wordsOf(sentence.text, language).map(() => sentence));
  return {
    words: expected.length,
    errors: errors.length,
    invented: isTimed
      ? sum(words.filter(isInvented).map((word) => wordsOf(word.text, language).length))
      : null,
    mistakes: errors.map(({ kind, at, heardAt }) => {
      const [said, written] = [expected[at] ?? '', heard[heardAt] ?? ''];
      const sentence = saidIn[Math.min(at, saidIn.length - 1)];
      return {
        s: round(sentence?.start ?? places[heardAt] ?? places.at(-1) ?? 0),
        mistake: {
          missing: `"${said}" missing`,
          added: `"${written}" added`,
          replaced: `"${said}" → "${written}"`,
        }[kind],
        in: sentence?.text ?? '',
      };
    }),
  };
}
