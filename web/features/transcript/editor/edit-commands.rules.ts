import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { splitId, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { freeSpeakerKey } from '#web/parts/transcript/speaker.rules.ts';
import { type StoredConflict, wordAtOffset } from './edit.rules.ts';

/**
 * Each function of this file translates a command of the person into edits of the contract. It returns no edits if
 * nothing would change.
 */

export const maxText = limits.maxSegmentLength;
// Largest number of neighbouring segments that the contract allows in merge and replace.
const maxRun = 100;

export function rename(overlay: Overlay, key: string, given: string): EditOp | null {
  const name = given.trim().slice(0, limits.maxSpeakerNameLength);
  const was = overlay.name(key);
  return was === undefined || was === name ? null : { op: 'speaker', key, name };
}

export function assign(
  { segments, speakers }: Transcript,
  ids: readonly string[],
  speaker: string | null,
): EditOp[] {
  const wanted = new Set(ids);
  const key = speaker ?? freeSpeakerKey(speakers);
  if (speaker !== null && !Object.hasOwn(speakers, speaker)) return [];
  const others = segments.filter((segment) => wanted.has(segment.id) && segment.speaker !== key);
  if (others.length === 0) return [];
  return [
    ...(speaker === null ? [{ op: 'speaker', key, name: '' } as const] : []),
    ...others.map(({ id }) => ({ op: 'assign', segment: id, speaker: key }) as const),
  ];
}

export function merge(overlay: Overlay, ids: readonly string[]): EditOp[] {
  const [first, ...others] = ids;
  const isRun = ids.every((id, index) => index === 0 || overlay.after(ids[index - 1]!)?.id === id);
  const length = ids.reduce((sum, id) => sum + (overlay.segment(id)?.text.length ?? 0) + 1, 0);
  if (first === undefined || others.length === 0 || !isRun || length > maxText) return [];
  return chunks(others, maxRun - 1).map((more) => ({ op: 'merge', segments: [first, ...more] }));
}

export function split(overlay: Overlay, id: string, offset: number): { op: EditOp; id: string } | null {
  const segment = overlay.segment(id);
  if (!segment) return null;
  const words = wordsOf(segment);
  const index = wordAtOffset(words, segment.text, offset);
  const [last, next] = [words[(index ?? 0) - 1], words[index ?? 0]];
  if (index === null || !last || !next) return null;
  const second = splitId(id, next.start);
  const isFree = overlay.segment(second) === undefined;
  const isExact = words.findIndex(({ start }) => start >= next.start) === index;
  if (isFree && isExact) return { op: { op: 'split', segment: id, at: next.start }, id: second };
  // Words that begin at the same time cannot be split by time, so the segment is replaced.
  let own = second;
  for (let more = 1; overlay.segment(own); more++) own = `${second}-${more}`;
  const at = words
    .slice(0, index)
    .reduce((from, { text }) => segment.text.indexOf(text, from) + text.length, 0);
  const by: Segment[] = [
    {
      ...segment,
      end: Math.max(segment.start, last.end),
      text: segment.text.slice(0, at).trim(),
      words: words.slice(0, index),
    },
    {
      ...segment,
      id: own,
      start: next.start,
      end: Math.max(next.start, segment.end),
      text: segment.text.slice(at).trim(),
      words: words.slice(index),
    },
  ];
  return { op: { op: 'replace', segments: [id], by }, id: own };
}

/** Inserts a segment that lasts as long as the pause after `after`. Its length is zero if there is no pause. */
export function insert(
  overlay: Overlay,
  after: string | null,
  durationS: number,
  newId: string,
): (EditOp & { op: 'insert' }) | null {
  const before = after === null ? null : overlay.segment(after);
  if (before === undefined) return null;
  const next = after === null ? overlay.segments()[0] : overlay.after(after);
  const speaker = before?.speaker ?? next?.speaker;
  if (speaker === undefined) return null;
  const until = next?.start ?? Math.max(durationS, before?.end ?? 0);
  const start = Math.max(before?.start ?? 0, Math.min(before?.end ?? 0, until));
  return { op: 'insert', id: newId, after, speaker, start, end: Math.max(start, until), text: '' };
}

/** Removes segments, one edit for each run of neighbours. */
export function remove(overlay: Overlay, ids: readonly string[]): EditOp[] {
  const going = new Set(ids);
  const runs: string[][] = [];
  for (const id of going) {
    if (going.has(overlay.before(id)?.id ?? '')) continue;
    const run = [id];
    for (let next = overlay.after(id); next && going.has(next.id); next = overlay.after(next.id))
      run.push(next.id);
    runs.push(run);
  }
  return runs.flatMap((run) =>
    chunks(run, maxRun).map((segments) => ({ op: 'replace', segments, by: [] }) as const),
  );
}

/** Confirms a segment: removes its doubt and sets each word's confidence to 1. */
export function confirm(overlay: Overlay, id: string): EditOp[] {
  const segment = overlay.segment(id);
  if (!segment || (segment.doubt === null && segment.words.every(isSure))) return [];
  const words = segment.words.map((word) => (isSure(word) ? word : { ...word, confidence: 1 }));
  return [{ op: 'replace', segments: [id], by: [{ ...segment, doubt: null, words }] }];
}

const isSure = ({ confidence }: { confidence: number }): boolean => confidence === 1;

/** Writes the text or name that the person chose in a conflict. If the segment is gone, the text becomes a new segment. */
export function settle(overlay: Overlay, conflict: StoredConflict, chosen: string, newId: string): EditOp[] {
  const { key, startS, endS } = conflict;
  if (key !== null) {
    const op = rename(
      overlay,
      key,
      conflict.mine === chosen ? chosen : chosen.slice(0, limits.maxSpeakerNameLength),
    );
    return op ? [op] : [];
  }
  const text = chosen.slice(0, maxText);
  const segment = conflict.segment === null ? undefined : overlay.segment(conflict.segment);
  if (segment) return segment.text === text ? [] : [{ op: 'text', segment: segment.id, text }];
  if (text === '') return [];
  const before = overlay.segments().findLast(({ start }) => start <= startS);
  const speaker = (before ?? overlay.segments()[0])?.speaker;
  if (speaker === undefined) return [];
  return [
    {
      op: 'insert',
      id: newId,
      after: before?.id ?? null,
      speaker,
      start: startS,
      end: Math.max(startS, endS),
      text,
    },
  ];
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
