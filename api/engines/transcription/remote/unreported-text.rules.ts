import type { ReportedSegment } from './answer.rules.ts';
import { commonPairs, lettersIn, writtenWords } from './written-words.rules.ts';

/** Words of the answer's text that occur in no segment. `at` is the number of words in segments before them. */
type Unreported = { at: number; words: string[] };

type Word = { text: string; key: string };
const toWord = (text: string): Word => ({ text, key: lettersIn(text).join('') });

/**
 * Adds words that occur only in the text of the whole answer: to the segment around them, or else as a new segment
 * without times. Segments with added words are marked as incomplete.
 */
export function withUnreported(segments: readonly ReportedSegment[], text: string): ReportedSegment[] {
  const spoken = segments
    .map((segment) => ({ segment, words: writtenWords(segment.text) }))
    .filter(({ words }) => words.length > 0);
  const reported = spoken.flatMap(({ words }) => words);
  const unreported = findUnreported(writtenWords(text), reported);
  const between = (at: number) => unreported.filter((each) => each.at === at).map(ofItsOwn);
  let from = 0;
  const all = spoken.flatMap(({ segment, words }) => {
    const to = from + words.length;
    const inside = unreported.filter(({ at }) => at > from && at < to);
    const before = between(from);
    const whole = inside.length === 0 ? segment : withWords(segment, words, inside, from);
    from = to;
    return [...before, whole];
  });
  return [...all, ...between(reported.length)];
}

const ofItsOwn = ({ words }: Unreported): ReportedSegment => ({
  text: words.join(' '),
  start: null,
  end: null,
  words: [],
  meanLogProbability: null,
  noSpeech: null,
  compressionRatio: null,
  isIncomplete: true,
});

function withWords(
  segment: ReportedSegment,
  words: readonly string[],
  inside: readonly Unreported[],
  from: number,
): ReportedSegment {
  const all = words.flatMap((word, index) => [
    ...inside.filter(({ at }) => at === from + index).flatMap((each) => each.words),
    word,
  ]);
  return { ...segment, text: all.join(' '), isIncomplete: true };
}

/**
 * Finds words of the text that occur in no segment. Words do not count if the segments have them at another place,
 * split differently or spelt differently (`20`, `zwanzig`).
 */
function findUnreported(whole: readonly string[], reported: readonly string[]): Unreported[] {
  const [ours, theirs] = [whole.map(toWord), reported.map(toWord)];
  const pairs = commonPairs(
    ours.map(({ key }) => key),
    theirs.map(({ key }) => key),
  );
  const [usedOurs, usedTheirs] = [
    new Set(pairs.map(([our]) => our)),
    new Set(pairs.map(([, their]) => their)),
  ];
  const elsewhere = Map.groupBy(
    [...theirs.keys()].filter((their) => !usedTheirs.has(their)),
    (their) => (theirs[their] as Word).key,
  );
  for (const [our, { key }] of ours.entries()) {
    const their = usedOurs.has(our) ? undefined : elsewhere.get(key)?.shift();
    if (their === undefined) continue;
    usedOurs.add(our);
    usedTheirs.add(their);
  }
  const leftIn = (words: readonly Word[], used: ReadonlySet<number>, from: number, to: number) =>
    words.slice(from, to).filter((_, index) => !used.has(from + index));
  const unreported: Unreported[] = [];
  let [fromOur, fromTheir] = [0, 0];
  for (const [our, their] of [...pairs, [ours.length, theirs.length] as const]) {
    const words = notToldBy(
      leftIn(ours, usedOurs, fromOur, our),
      leftIn(theirs, usedTheirs, fromTheir, their),
    );
    if (words.length > 0) unreported.push({ at: their, words: words.map(({ text }) => text) });
    [fromOur, fromTheir] = [our + 1, their + 1];
  }
  return unreported;
}

// Largest ratio between the lengths of two spellings of the same words: numbers in words are longer than in digits.
const longestWording = 2;

function notToldBy(ours: readonly Word[], theirs: readonly Word[]): Word[] {
  if (ours.length === 0 || theirs.length === 0) return [...ours];
  const [letters, theirLetters] = [
    ours.flatMap(({ key }) => [...key]),
    theirs.flatMap(({ key }) => [...key]),
  ];
  const pairs = commonPairs(letters, theirLetters);
  const found = new Set(pairs.map(([our]) => our));
  let passed = 0;
  const missing = ours.filter(({ key }) => {
    const from = passed;
    passed += [...key].length;
    return [...key].some((_, index) => !found.has(from + index));
  });
  const length = missing.reduce((sum, { key }) => sum + [...key].length, 0);
  return length <= longestWording * (theirLetters.length - pairs.length) ? [] : missing;
}
