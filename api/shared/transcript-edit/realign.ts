import type { Segment, Word } from '#api/contract/transcript.ts';

/**
 * Largest number of differences up to which two texts are compared. With more, everything between their equal ends
 * counts as rewritten.
 */
const maxDifferences = 512;

const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Returns a word without case and punctuation. Signs without a letter stay unchanged. */
export function foldWord(text: string): string {
  const folded = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return folded === '' ? text : folded;
}

/** Collapses white space to single spaces. */
export const tidyText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Divides a text into words. Signs without a letter belong to the word before, as in the words of engines. */
export function textToWords(text: string): string[] {
  const words: string[] = [];
  for (const piece of tidyText(text).split(' ')) {
    const last = words.at(-1);
    if (piece === '') continue;
    // Signs before the first word belong to that word.
    if (last !== undefined && (!hasLetter(piece) || !hasLetter(last)))
      words[words.length - 1] = `${last} ${piece}`;
    else words.push(piece);
  }
  return words;
}

/** Returns words that are distributed over a span in proportion to their length. Times are in s, to the ms. */
function spread(texts: readonly string[], start: number, end: number): Word[] {
  const length = Math.max(0, end - start);
  const total = texts.reduce((sum, text) => sum + text.length + 1, 0);
  let before = 0;
  return texts.map((text) => {
    const from = toMs(start + (length * before) / total);
    before += text.length + 1;
    return { text, start: from, end: toMs(start + (length * before) / total), confidence: 1 };
  });
}

type Span = { start: number; end: number };

/**
 * True if a text has more words than can be spoken in its span; 400 words are always allowed, for a note in a pause. The
 * words of such a text get no times of their own; `wordsOf` spreads them over the segment.
 */
export const isUnspoken = (text: string, { start, end }: Span): boolean =>
  textToWords(text).length > 400 + 20 * Math.max(0, end - start);

/** Returns the words of a segment. If only its text is known (a dictation's draft), they are spread over its time. */
export const wordsOf = ({ words, text, start, end }: Segment): Word[] =>
  words.length > 0 ? words : spread(textToWords(text), start, end);

type Timed = Span & { words: readonly Word[] };

/**
 * Returns the words for a text that replaces the text of a segment. Words that stay (longest common subsequence,
 * ignoring case and punctuation) keep time and confidence. The others share the span of the words that they replace, or
 * the gap, in proportion to their length, and get confidence 1. `within` limits all times, s. The function takes O((N +
 * D) D) steps for N words and D differences.
 */
export function realign({ words: old, start, end }: Timed, text: string, within?: Span): Word[] {
  const inside = (s: number): number => (within ? Math.min(Math.max(s, within.start), within.end) : s);
  const texts = textToWords(text);
  const stays = matchWords(
    old.map((word) => foldWord(word.text)),
    texts.map(foldWord),
  );
  const words: Word[] = [];
  let next = 0;
  for (let index = 0; index < texts.length;) {
    const stay = stays[index] ?? -1;
    const kept = old[stay];
    if (kept) {
      words.push({ ...kept, text: texts[index]! });
      next = stay + 1;
      index++;
      continue;
    }
    let until = index;
    while (until < texts.length && stays[until] === -1) until++;
    const replaced = old.slice(next, until < texts.length ? stays[until] : old.length);
    const from = replaced[0]?.start ?? old[next - 1]?.end ?? start;
    const to = replaced.at(-1)?.end ?? old[next]?.start ?? end;
    words.push(...spread(texts.slice(index, until), inside(from), inside(to)));
    index = until;
  }
  return words;
}

/** Returns the offset in the text of the word with this index; null if text and words differ. */
export function placeOf(words: readonly Word[], index: number, text: string): number | null {
  let [at, begin] = [0, 0];
  for (const { text: word } of words.slice(0, index + 1)) {
    begin = text.indexOf(word, at);
    if (begin === -1) return null;
    at = begin + word.length;
  }
  return begin;
}

/** Returns for each item of `b` the index of its match in `a`, ascending; -1 for an item without a match. */
export function matchWords(a: readonly string[], b: readonly string[]): Int32Array {
  const partners = new Int32Array(b.length).fill(-1);
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) partners[head] = head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) {
    tail++;
    partners[b.length - tail] = a.length - tail;
  }
  const pairs = subsequence(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  for (const [inA, inB] of pairs) partners[head + inB] = head + inA;
  return partners;
}

/**
 * Returns the longest common subsequence as pairs of indices, found greedily by differences (Myers 1986, An O(ND)
 * Difference Algorithm); empty beyond the limit.
 */
function subsequence(a: readonly string[], b: readonly string[]): [number, number][] {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, maxDifferences);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const cameDown = (reached: Int32Array, d: number, k: number, shift: number): boolean =>
    k === -d || (k !== d && reached[shift + k - 1]! < reached[shift + k + 1]!);
  for (let d = 0; d <= most; d++) {
    // Only diagonals -d-1 to d+1 are read on the way back.
    trace.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const isDown = cameDown(furthest, d, k, offset);
      let x = isDown ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < n && x - k < m && a[x] === b[x - k]) x++;
      furthest[offset + k] = x;
      if (x >= n && x - k >= m) return wayBack();
    }
  }
  return [];

  function wayBack(): [number, number][] {
    const pairs: [number, number][] = [];
    let [x, y] = [n, m];
    for (let d = trace.length - 1; d >= 0; d--) {
      const reached = trace[d]!;
      const shift = d + 1;
      const from = cameDown(reached, d, x - y, shift) ? x - y + 1 : x - y - 1;
      const fromX = d === 0 ? 0 : reached[shift + from]!;
      const fromY = d === 0 ? 0 : fromX - from;
      while (x > fromX && y > fromY) pairs.push([--x, --y]);
      [x, y] = [fromX, fromY];
    }
    return pairs.toReversed();
  }
}
