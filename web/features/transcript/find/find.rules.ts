import type { Segment } from '#api/contract/transcript.ts';

export type FindOptions = {
  text: string;
  isCaseKept: boolean;
  isWhole: boolean;
  /** «é» is another letter than «e». */
  areAccentsKept: boolean;
};

/** A place in the text of a segment, in UTF-16 units. */
export type Hit = { segment: string; index: number; from: number; to: number };

/** A text as it is compared, and for each of its units where it stands in the text; null where nothing moved. */
type Folded = { text: string; at: Int32Array | null };

/** ASCII. */
// oxlint-disable-next-line no-control-regex -- all of it
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

/** Case and accents put aside as asked; no apostrophe differs from another. */
export function fold(text: string, options: Pick<FindOptions, 'isCaseKept' | 'areAccentsKept'>): Folded {
  // most texts of most languages: nothing to put aside but case
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

/** Texts folded once: a segment that has not changed is not folded again. */
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
        // a half of a letter that was spelled out is no place
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
 * All places of a text, ascending, found in slices: between two of them `rest` lets the page draw. Null where `signal` came
 * first.
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

/** The texts of segments with some places of theirs replaced. */
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

/** A place with a little of what stands around it, cut between words. */
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

/** The first place at or after a segment, around the end; -1 where there is none. */
export const firstFrom = (hits: readonly Hit[], index: number): number =>
  hits.length === 0
    ? -1
    : Math.max(
        0,
        hits.findIndex((hit) => hit.index >= index),
      );
