import type { Segment } from '#api/contract/transcript.ts';
import { timeAtOffset } from '#web/features/transcript/transcript.rules.ts';

export type FindOptions = {
  text: string;
  isCaseKept: boolean;
  isWhole: boolean;
  /** True if “é” does not match “e”. */
  areAccentsKept: boolean;
};

/** A range in the text of a segment, UTF-16 units. */
export type Hit = { segment: string; index: number; from: number; to: number };

/**
 * A folded text. `at` maps each of its UTF-16 code units to an offset in the original; null if all offsets are the
 * same.
 */
type Folded = { text: string; at: Int32Array | null };

// oxlint-disable-next-line no-control-regex -- the expression covers all of ASCII
const plainText = /^[\0-\x7f]*$/;
const marks = /\p{M}/gu;
const spelledOut: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', '’': "'" };

function foldCharacter(
  character: string,
  options: Pick<FindOptions, 'isCaseKept' | 'areAccentsKept'>,
): string {
  if (character < '\u0080') return options.isCaseKept ? character : character.toLowerCase();
  const cased = options.isCaseKept ? character : character.toLowerCase();
  if (options.areAccentsKept) return cased === '’' ? "'" : cased;
  return spelledOut[cased] ?? cased.normalize('NFD').replace(marks, '');
}

/** Folds case and accents according to the options, and unifies apostrophes. */
export function fold(text: string, options: Pick<FindOptions, 'isCaseKept' | 'areAccentsKept'>): Folded {
  // An ASCII text takes a faster way, because only its case has to be folded.
  if (plainText.test(text)) return { text: options.isCaseKept ? text : text.toLowerCase(), at: null };
  let folded = '';
  const at: number[] = [];
  let isMoved = false;
  let index = 0;
  for (const character of text) {
    const own = foldCharacter(character, options);
    isMoved ||= own.length !== character.length;
    for (let unit = 0; unit < own.length; unit++) at.push(index);
    folded += own;
    index += character.length;
  }
  at.push(index);
  return { text: folded, at: isMoved ? Int32Array.from(at) : null };
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const isLetterBefore = (text: string, at: number) =>
  letter.test(Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '');
const isLetterAt = (text: string, at: number) =>
  letter.test(String.fromCodePoint(text.codePointAt(at) ?? 0x20));

/** Finds hits in segments. The folded texts are cached by segment. */
type FindIndex = { hitsOf(segment: Segment, index: number, options: FindOptions): Hit[] };

export function createFindIndex(): FindIndex {
  const kinds = new Map<string, WeakMap<Segment, Folded>>();
  const foldedOf = (segment: Segment, options: FindOptions): Folded => {
    const kind = `${options.isCaseKept} ${options.areAccentsKept}`;
    let known = kinds.get(kind);
    if (!known) kinds.set(kind, (known = new WeakMap()));
    let folded = known.get(segment);
    if (!folded) known.set(segment, (folded = fold(segment.text, options)));
    return folded;
  };
  return {
    hitsOf(segment, index, options) {
      const sought = fold(options.text.trim(), options).text;
      if (sought === '') return [];
      const { text, at } = foldedOf(segment, options);
      const hits: Hit[] = [];
      for (
        let found = text.indexOf(sought);
        found >= 0;
        found = text.indexOf(sought, found + sought.length)
      ) {
        const end = found + sought.length;
        const [from, to] = at ? [at[found] as number, at[end] as number] : [found, end];
        // A match is skipped if it covers only half of a letter that is folded to two, such as ß.
        const isCut = at !== null && ((found > 0 && at[found - 1] === from) || at[end - 1] === to);
        const isPart =
          options.isWhole && (isLetterBefore(segment.text, from) || isLetterAt(segment.text, to));
        if (!isCut && !isPart) hits.push({ segment: segment.id, index, from, to });
      }
      return hits;
    },
  };
}

/**
 * Finds all hits in ascending order, in slices of about `sliceMs`. Between two slices `rest` lets the page draw.
 * Resolves with null if `signal` was aborted.
 */
export async function findAll(
  index: FindIndex,
  segments: readonly Segment[],
  options: FindOptions,
  { signal, rest, sliceMs = 8 }: { signal: AbortSignal; rest(): Promise<void>; sliceMs?: number },
): Promise<Hit[] | null> {
  const hits: Hit[] = [];
  let sinceMs = performance.now();
  for (const [at, segment] of segments.entries()) {
    for (const hit of index.hitsOf(segment, at, options)) hits.push(hit);
    if (at % 64 === 63 && performance.now() - sinceMs > sliceMs) {
      await rest();
      sinceMs = performance.now();
    }
    if (signal.aborted) return null;
  }
  return hits;
}

export function replaceHits(
  segments: readonly Segment[],
  hits: readonly Hit[],
  by: string,
): { segment: string; text: string }[] {
  const changes: { segment: string; text: string }[] = [];
  for (const [index, own] of Map.groupBy(hits, (hit) => hit.index)) {
    const segment = segments[index];
    if (!segment) continue;
    let text = '';
    let at = 0;
    for (const { from, to } of own) {
      text += segment.text.slice(at, from) + by;
      at = to;
    }
    text += segment.text.slice(at);
    if (text !== segment.text) changes.push({ segment: segment.id, text });
  }
  return changes;
}

/** Number of hits above which `hitTimes` returns only one time for each segment. */
const manyHits = 1_000;

/** Returns the times at which the hits are spoken, s, ascending. */
export function hitTimes(hits: readonly Hit[], segments: readonly Segment[]): number[] {
  const shown = hits.length <= manyHits ? hits : hits.filter((hit, at) => hit.index !== hits[at - 1]?.index);
  return shown.map((hit) => {
    const segment = segments[hit.index];
    return segment ? timeAtOffset(segment, hit.from) : 0;
  });
}

/** Returns a hit and the text around it, `reach` characters on each side, cut between words. */
export function contextOf(text: string, { from, to }: Pick<Hit, 'from' | 'to'>, reach = 32) {
  let begin = Math.max(0, from - reach);
  let end = Math.min(text.length, to + reach);
  if (begin > 0) begin = Math.min(from, text.indexOf(' ', begin) + 1 || from);
  if (end < text.length) end = Math.max(to, text.lastIndexOf(' ', end));
  return {
    before: (begin > 0 ? '… ' : '') + text.slice(begin, from),
    hit: text.slice(from, to),
    after: text.slice(to, end) + (end < text.length ? ' …' : ''),
  };
}

/**
 * Returns the index of the first hit at or after a segment. If there is none, it is the index of the first hit of all;
 * -1 if there are no hits.
 */
export const firstFrom = (hits: readonly Hit[], index: number): number =>
  hits.length === 0
    ? -1
    : Math.max(
        0,
        hits.findIndex((hit) => hit.index >= index),
      );
