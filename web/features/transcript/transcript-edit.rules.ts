import type { EditOp } from '#api/contract/edits.ts';
import type { Transcript } from '#api/contract/transcript.ts';

/** What is changed on this screen: names of speakers, who says a turn, the list of changes that found no place. */
export type SpeakerOp = Extract<EditOp, { op: 'speaker' | 'assign' | 'dismiss' }>;

/** What puts `ops` back. A speaker who was new stays, without words and so unseen; what was dismissed stays so. */
export function inverseOps(transcript: Transcript, ops: readonly SpeakerOp[]): SpeakerOp[] {
  const wanted = new Set(ops.flatMap((op) => (op.op === 'assign' ? [op.segment] : [])));
  const former = new Map(
    transcript.segments.flatMap(({ id, speaker }) => (wanted.has(id) ? [[id, speaker] as const] : [])),
  );
  return ops.flatMap((op): SpeakerOp[] => {
    if (op.op === 'speaker') {
      const before = transcript.speakers[op.key];
      return before ? [{ ...op, name: before.name }] : [];
    }
    if (op.op === 'dismiss') return [];
    const speaker = former.get(op.segment);
    return speaker === undefined ? [] : [{ ...op, speaker }];
  });
}

/**
 * Changes of ours after others that came before them: what is left to send, none where theirs did the same. Null where they
 * changed the same thing otherwise: somebody has to look.
 */
export function rebaseOps(mine: readonly SpeakerOp[], theirs: readonly EditOp[]): SpeakerOp[] | null {
  const left = mine.filter((op) => !theirs.some((other) => isSameOp(op, other)));
  return left.some((op) => theirs.some((other) => isAtOdds(op, other))) ? null : left;
}

const isSameOp = (a: SpeakerOp, b: EditOp): boolean => {
  if (a.op === 'speaker') return b.op === 'speaker' && b.key === a.key && b.name === a.name;
  if (a.op === 'assign') return b.op === 'assign' && b.segment === a.segment && b.speaker === a.speaker;
  return b.op === 'dismiss' && b.unapplied === a.unapplied;
};

const isAtOdds = (a: SpeakerOp, b: EditOp): boolean => {
  if (a.op === 'speaker') return b.op === 'speaker' && b.key === a.key;
  if (a.op === 'dismiss') return false;
  if (b.op === 'merge') return b.segments.includes(a.segment);
  return (b.op === 'assign' || b.op === 'split') && b.segment === a.segment;
};
