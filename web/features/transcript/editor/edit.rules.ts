import type { EditOp } from '#api/contract/edits.ts';
import type { Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { EditConflict } from './transcript-editor.ts';
import { lookAt, type Look } from './edit-inverse.rules.ts';

/** An edit that the server does not have yet. */
export type PendingEdit = {
  op: EditOp;
  /** State of the edit's target before the edit. */
  was: Look;
  /** Time range of the edit's target, s. It is used to find the target in a new version, which has other segments. */
  place: { startS: number; endS: number };
};

/**
 * A conflict as the device stores it. `of` is the segment for which the text was written. `key` is the speaker if the
 * conflict is about a name; null if it is about a text.
 */
export type StoredConflict = EditConflict & { of: string; endS: number; key: string | null };

export const toPending = (overlay: Overlay, op: EditOp): PendingEdit => ({
  op,
  was: lookAt(overlay, op),
  place: placeOf(overlay, op),
});

function placeOf(overlay: Overlay, op: EditOp): PendingEdit['place'] {
  const segments = segmentsOf(overlay, op);
  if (op.op === 'insert') return { startS: op.start, endS: op.end };
  return { startS: segments[0]?.start ?? 0, endS: segments.at(-1)?.end ?? 0 };
}

function segmentsOf(overlay: Overlay, op: EditOp): Segment[] {
  if (op.op === 'speaker')
    return overlay
      .segments()
      .filter(({ speaker }) => speaker === op.key)
      .slice(0, 1);
  const ids = 'segments' in op ? op.segments : 'segment' in op ? [op.segment] : [];
  return ids.flatMap((id) => overlay.segment(id) ?? []);
}

/**
 * True if the segment can be edited. While an engine is writing the transcript, the rest of the draft (ids d0, d1 …) is read-only.
 */
export const isEditable = (
  { partial, engine }: Pick<Transcript, 'partial' | 'engine'>,
  id: string,
): boolean => !partial || isDraftEngine(engine) || !/^d\d/.test(id);

/**
 * Joins two texts. If one contains the other, the result is the longer one. Otherwise the local text follows the
 * server's.
 */
export function joinTexts(theirs: string, mine: string): string {
  if (theirs.includes(mine)) return theirs;
  return mine.includes(theirs) ? mine : `${theirs} ${mine}`;
}

/**
 * Returns the index of the word that contains or follows a UTF-16 offset of the text. Null at the first word and after
 * the last.
 */
export function wordAtOffset(
  words: readonly { text: string }[],
  text: string,
  offset: number,
): number | null {
  let at = 0;
  for (const [index, { text: word }] of words.entries()) {
    const begin = text.indexOf(word, at);
    if (begin === -1) return null;
    at = begin + word.length;
    if (at > offset) return index === 0 ? null : index;
  }
  return null;
}
