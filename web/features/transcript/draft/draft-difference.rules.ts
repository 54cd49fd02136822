import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Segment, Transcript, Word } from '#api/contract/transcript.ts';
import { foldWord, matchWords, wordsOf } from '#api/shared/transcript-edit/realign.ts';

/** Returns the index of the first segment that is of a draft; the number of segments if there is none. */
export function draftStart({ engine, segments, draft }: Transcript): number {
  if (isDraftEngine(engine)) return 0;
  const index = draft ? segments.findIndex(({ id }) => id === draft.from) : -1;
  return index < 0 ? segments.length : index;
}

/**
 * Where a transcription differs from the draft before it. Words are found by their keys (`wordKey`). So a mark stays with its
 * word when segments are split and joined, and goes when a person writes another word.
 */
export type DraftDifference = {
  /** Number of words that differ. */
  count: number;
  /** Keys of the words that the draft does not have, each with the words that the draft has in their place, or an empty text. */
  changed: ReadonlyMap<string, string>;
  /** Words of the draft that are gone, by the key of the word before which they stood. */
  goneBefore: ReadonlyMap<string, string>;
  /** Words of the draft that are gone from the end of a segment, by the key of its last word. */
  goneAfter: ReadonlyMap<string, string>;
};

/** Returns a key that a word keeps as long as nobody changes more of it than case and punctuation. */
export const wordKey = ({ start, text }: Pick<Word, 'start' | 'text'>): string =>
  `${start} ${foldWord(text)}`;

type Folded = { word: Word; fold: string };

/** Returns an object that stays the same while the words of a segment do, such as when its speaker changes. */
const contentOf = (segment: Segment): object => (segment.words.length > 0 ? segment.words : segment);

/** The words of each segment by its `contentOf`, because folding is the slowest step. */
const folded = new WeakMap<object, readonly Folded[]>();

/** Returns the words of a segment that have letters or digits. Other words count as no difference. */
function foldedWords(segment: Segment): readonly Folded[] {
  const content = contentOf(segment);
  const known = folded.get(content);
  if (known) return known;
  const made = wordsOf(segment)
    .map((word) => ({ word, fold: foldWord(word.text) }))
    .filter(({ fold }) => /[\p{L}\p{N}]/u.test(fold));
  folded.set(content, made);
  return made;
}

/** Returns the segments of a transcription as its engine wrote them, without the rest of a draft. */
function engineSegments(transcript: Transcript): Segment[] {
  const { segments, origins } = transcript;
  const written = segments.slice(0, draftStart(transcript));
  if (!origins) return written;
  const edited = new Set(origins.pieces.map(([id]) => id));
  return [...written.filter(({ id }) => !edited.has(id)), ...origins.sources].toSorted(
    (a, b) => a.start - b.start,
  );
}

/**
 * Words of the transcription and of the draft that lie in the same stretch of time, as ranges of indexes; `to` and `draftTo` are
 * exclusive.
 */
type Block = { from: number; to: number; draftFrom: number; draftTo: number };

/**
 * Assigns each word of the draft to the nearest segment in time, in one pass. While a transcription is being written, words after
 * its end belong to no segment.
 */
function toBlocks(segments: readonly Segment[], draft: readonly Folded[], isWhole: boolean): Block[] {
  const blocks: Block[] = [];
  let [from, draftFrom] = [0, 0];
  let atS = 0;
  segments.forEach((segment, index) => {
    const next = segments[index + 1];
    const untilS = next ? (segment.end + next.start) / 2 : isWhole ? Infinity : segment.end;
    const to = from + foldedWords(segment).length;
    let draftTo = draftFrom;
    for (; draftTo < draft.length; draftTo++) {
      const { start, end } = draft[draftTo]!.word;
      atS = Math.max(atS, (start + end) / 2);
      if (atS >= untilS) break;
    }
    blocks.push({ from, to, draftFrom, draftTo });
    [from, draftFrom] = [to, draftTo];
  });
  return blocks;
}

/** Least number of words that are compared at once. */
const wordsAtOnce = 48;
/** Number of words on either side of an edge that are compared once more. */
const edgeWords = 16;

/** Joins neighbouring blocks until each has enough words. */
function joinBlocks(blocks: readonly Block[]): Block[] {
  const large: Block[] = [];
  for (const block of blocks) {
    const last = large.at(-1);
    if (!last || last.to - last.from >= wordsAtOnce) large.push({ ...block });
    else Object.assign(last, { to: block.to, draftTo: block.draftTo });
  }
  return large;
}

/** Returns for each word of the transcription the index of the same word in the draft; -1 if the draft does not have it. */
function partnersOf(blocks: readonly Block[], words: readonly Folded[], draft: readonly Folded[]) {
  const partners = new Int32Array(words.length).fill(-1);
  const foldsOf = (list: readonly Folded[], from: number, to: number) =>
    list.slice(from, to).map(({ fold }) => fold);
  const match = ({ from, to, draftFrom, draftTo }: Block): void => {
    const found = matchWords(foldsOf(draft, draftFrom, draftTo), foldsOf(words, from, to));
    found.forEach((partner, index) => {
      partners[from + index] = partner < 0 ? -1 : draftFrom + partner;
    });
  };
  /** Returns the end of the draft's words that are partners of `[from, to)`. */
  const usedBy = (from: number, to: number): number =>
    (partners.subarray(from, to).findLast((partner) => partner >= 0) ?? -1) + 1;
  for (const block of blocks) match(block);
  // Times of the two differ a little, so a word at an edge of a block may be in the neighbour's. The words around each edge are
  // therefore matched once more, without that edge.
  let used = 0;
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    if (!next) return;
    const from = Math.max(block.from, block.to - edgeWords);
    const to = Math.min(next.to, next.from + edgeWords);
    used = Math.max(used, block.draftFrom, usedBy(block.from, from));
    const after = partners.subarray(to, next.to).find((partner) => partner >= 0);
    match({ from, to, draftFrom: used, draftTo: after ?? next.draftTo });
    used = Math.max(used, usedBy(from, block.to));
  });
  return partners;
}

const joined = (list: readonly Folded[]): string => list.map(({ fold }) => fold).join('');
const textOf = (list: readonly Folded[]): string => list.map(({ word }) => word.text.trim()).join(' ');

/** Returns the stretches without partners. `draftTo` is the end of the draft as far as it is compared. */
function gapsOf(partners: Int32Array, draftTo: number): Block[] {
  const gaps: Block[] = [];
  let [from, draftFrom] = [0, 0];
  for (let to = 0; to <= partners.length; to++) {
    const partner = to < partners.length ? partners[to]! : draftTo;
    if (partner === -1) continue;
    if (to > from || partner > draftFrom) gaps.push({ from, to, draftFrom, draftTo: partner });
    [from, draftFrom] = [to + 1, partner + 1];
  }
  return gaps;
}

/** Divides a gap at the edges of the segments of its words. Each part has the words of the draft that are nearest to it. */
function partsOf(gap: Block, blocks: readonly Block[]): Block[] {
  let { from, draftFrom } = gap;
  const parts: Block[] = [];
  for (let index = lastBegun(blocks, from); from < gap.to; index++) {
    const to = Math.min(gap.to, blocks[index]!.to);
    const draftTo =
      to === gap.to ? gap.draftTo : Math.min(Math.max(draftFrom, blocks[index]!.draftTo), gap.draftTo);
    parts.push({ from, to, draftFrom, draftTo });
    [from, draftFrom] = [to, draftTo];
  }
  return parts;
}

/** Returns the index of the last block that begins at a word or before it. */
function lastBegun(blocks: readonly Block[], word: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.from <= word) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

type Compared = { contents: readonly object[]; isWhole: boolean; difference: DraftDifference };

/** The last comparison with each draft. What people edit does not change it, so it is not made again while they write. */
const compared = new WeakMap<Transcript, Compared>();

/**
 * Compares the text of an engine with the draft before it, word by word. Case, punctuation and the places of blanks are no
 * difference. Words are compared only with those that were said at the same time, so the steps grow with the number of
 * segments.
 */
export function compareWithDraft(transcript: Transcript, draft: Transcript): DraftDifference {
  const segments = engineSegments(transcript).filter((segment) => foldedWords(segment).length > 0);
  const isWhole = !transcript.partial;
  const before = compared.get(draft);
  const contents = segments.map(contentOf);
  if (before?.isWhole === isWhole && isSameList(before.contents, contents)) return before.difference;
  const difference = compare(segments, draft, isWhole);
  compared.set(draft, { contents, isWhole, difference });
  return difference;
}

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

function compare(segments: readonly Segment[], draft: Transcript, isWhole: boolean): DraftDifference {
  const words = segments.flatMap(foldedWords);
  const drafted = draft.segments.flatMap(foldedWords);
  const blocks = toBlocks(segments, drafted, isWhole);
  const partners = partnersOf(joinBlocks(blocks), words, drafted);
  const changed = new Map<string, string>();
  const goneBefore = new Map<string, string>();
  const goneAfter = new Map<string, string>();
  const keyAt = (index: number): string => wordKey(words[index]!.word);
  const draftText = (from: number, to: number): string => textOf(drafted.slice(from, to));
  let count = 0;
  for (const gap of gapsOf(partners, blocks.at(-1)?.draftTo ?? 0)) {
    const { from, to, draftFrom, draftTo } = gap;
    if (joined(words.slice(from, to)) === joined(drafted.slice(draftFrom, draftTo))) continue;
    count += Math.max(to - from, draftTo - draftFrom);
    for (const part of partsOf(gap, blocks)) {
      const was = draftText(part.draftFrom, part.draftTo);
      for (let index = part.from; index < part.to; index++) changed.set(keyAt(index), was);
      if (was !== '') goneBefore.set(keyAt(part.from), was);
    }
    if (to > from) continue;
    // Nothing is in place of these words. At an edge between segments each stands in the segment that is nearest in time.
    const block = blocks[lastBegun(blocks, from - 1)]!;
    const isEdge = from > 0 && from === block.to;
    const edge =
      isEdge && from < words.length
        ? Math.min(Math.max(draftFrom, block.draftTo), draftTo)
        : isEdge
          ? draftTo
          : draftFrom;
    if (edge > draftFrom) goneAfter.set(keyAt(from - 1), draftText(draftFrom, edge));
    if (draftTo > edge) goneBefore.set(keyAt(from), draftText(edge, draftTo));
  }
  return { count, changed, goneBefore, goneAfter };
}
