import type { EditOp } from '#api/contract/edits.ts';
import { rootOf } from '#api/shared/transcript-edit/overlay.ts';
import { foldWord, tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { placesOf } from './carry-inserts.rules.ts';
import { edge, type Neighbours } from './carry-places.rules.ts';
import { tokensOf } from './carry-words.rules.ts';

/** A segment that differs from the engine's. */
export type ChangedPlace = {
  segment: Segment;
  /** Text and speaker that the engine has there. */
  was: string;
  saidBy: string;
  /** Span of the words that it covers, s. */
  startS: number;
  endS: number;
  atStart: Neighbours;
  atEnd: Neighbours;
  /** True if a person wrote or confirmed its text. */
  isWritten: boolean;
  isAssigned: boolean;
  isMerged: boolean;
  /** True if it begins inside a segment of the engine. */
  isSplit: boolean;
  isRemoved: boolean;
  /**
   * Parts that a person divided at a place where no word of the engine begins. `segment` joins them. Empty if there is
   * only one part.
   */
  parts: Segment[];
};

/**
 * Returns the places where an edited transcript differs from the engine's, ascending. An edit that was undone is no
 * change. A segment keeps the first part of its id (`rootOf`) through all edits, so that the segments between two roots
 * are known.
 */
export function changedPlaces(old: Transcript, ops: readonly EditOp[], edited: Transcript): ChangedPlace[] {
  const tokens = tokensOf(old.segments);
  const firstToken = new Map<string, number>();
  tokens.forEach(({ segment }, index) => {
    const { id } = old.segments[segment]!;
    if (!firstToken.has(id)) firstToken.set(id, index);
  });
  const rewritten = rewrittenBy(old, ops);
  const { segments, removed, merged } = placesOf(old, edited);

  /** Returns the index of the engine's word at which a segment begins. */
  const startOf = (segment: Segment | undefined, least: number): number => {
    if (!segment) return tokens.length;
    const root = firstToken.get(rootOf(segment.id)) ?? tokens.length;
    if (!segment.id.includes('/')) return root;
    let index = Math.max(root, least);
    while (index < tokens.length && tokens[index]!.start < segment.start) index++;
    return index;
  };

  const isAtWord = (segment: Segment, following: Segment | undefined): boolean => {
    const until = startOf(following, 0);
    for (let index = startOf({ ...segment, id: rootOf(segment.id) }, 0); index < until; index++)
      if (tokens[index]!.start >= segment.start) return tokens[index]!.start === segment.start;
    return false;
  };
  const left = joinParts(segments, isAtWord);

  const changes: ChangedPlace[] = [];
  let [from, until] = [0, 0];
  left.forEach(({ segment, parts }, index) => {
    const [previous, next] = [left[index - 1]?.segment, left[index + 1]?.segment];
    from = index === 0 ? startOf(segment, 0) : until;
    until = Math.max(from, startOf(next, from));
    const held = tokens.slice(from, until);
    const machine = old.segments.slice(tokens[from]?.segment ?? 0, (tokens[until - 1]?.segment ?? -1) + 1);
    const isSplit =
      segment.id.includes('/') && from > 0 && tokens[from]?.segment === tokens[from - 1]?.segment;
    const endsWithin = until > 0 && tokens[until]?.segment === tokens[until - 1]?.segment;
    const texts = isSplit || endsWithin ? held : machine;
    const was = texts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(' ');
    const saidBy = machine[0]?.speaker ?? segment.speaker;
    const wasDoubted = machine.some(({ doubt }) => doubt !== null) && segment.doubt === null;
    const hasText =
      rewritten.has(rootOf(segment.id)) || machine.some(({ id }) => rewritten.has(id) || merged.has(id));
    const isRemoved = [segment, ...parts].every(({ id }) => removed.has(id));
    const change = {
      isRemoved,
      isWritten: parts.length > 0 || (hasText && (wasDoubted || segment.text !== tidyText(was))),
      isAssigned: parts.length === 0 && !isRemoved && segment.speaker !== saidBy,
      isMerged: machine.length > 1,
      isSplit,
    };
    if (!Object.values(change).includes(true)) return;
    const { words } = segment;
    changes.push({
      ...change,
      parts,
      segment,
      was,
      saidBy,
      startS: held[0]?.start ?? segment.start,
      endS: held.at(-1)?.end ?? segment.end,
      atStart: neighbours(tokens[from - 1]?.fold, tokens[from]?.fold, previous?.words.at(-1), words[0]),
      atEnd: neighbours(tokens[until - 1]?.fold, tokens[until]?.fold, words.at(-1), next?.words[0]),
    });
  });
  return changes;
}

/** Returns the roots of segments whose text may be a person's. */
function rewrittenBy(old: Transcript, ops: readonly EditOp[]): Set<string> {
  const recognised = new Set(old.segments.map(({ id }) => id));
  const rewritten = new Set<string>();
  for (const op of ops) {
    if (op.op === 'text') rewritten.add(rootOf(op.segment));
    if (op.op === 'replace') for (const { id } of op.by) rewritten.add(rootOf(id));
    if (op.op !== 'merge') continue;
    const roots = op.segments.map(rootOf);
    // One of the merged segments is a turn that a person inserted.
    if (roots.some((id) => !recognised.has(id))) for (const id of roots) rewritten.add(id);
  }
  return rewritten;
}

/** Joins parts that do not begin at a word of the engine to the part before. */
function joinParts(
  segments: readonly Segment[],
  isAtWord: (part: Segment, following: Segment | undefined) => boolean,
) {
  const groups: Segment[][] = [];
  let following: Segment | undefined;
  for (let index = segments.length - 1, parts: Segment[] = []; index >= 0; index--) {
    const segment = segments[index]!;
    parts.unshift(segment);
    const isPart = segment.id.includes('/');
    if (!isPart || isAtWord(segment, following)) {
      groups.unshift(parts);
      parts = [];
    }
    if (!isPart) following = segment;
  }
  return groups.map((parts): { segment: Segment; parts: Segment[] } => {
    const first = parts[0]!;
    if (parts.length === 1) return { segment: first, parts: [] };
    const text = parts.map((part) => part.text).join(' ');
    const words = parts.flatMap((part) => part.words);
    return { segment: { ...first, end: parts.at(-1)!.end, text: tidyText(text), words }, parts };
  });
}

type Texted = { text: string } | undefined;
const neighbours = (before = edge, after = edge, last: Texted, first: Texted): Neighbours => ({
  before: last ? [before, foldWord(last.text)] : [before],
  after: first ? [after, foldWord(first.text)] : [after],
});
