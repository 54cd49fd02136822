import type { EditOp } from '#api/contract/edits.ts';
import { createOverlay, EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { applyInvertibly, isSameLook, lookAt } from './edit-inverse.rules.ts';
import type { Change } from './edit-history.ts';
import { createEditQueue, type EditQueue } from './edit-queue.ts';
import {
  isEditable,
  type KeptConflict,
  restack,
  type Restacked,
  type Stack,
  toPending,
} from './edit.rules.ts';

export type KnownTranscript = { edits: number; transcript: Transcript };

/** The server's last known transcript, and the local edits on top of it. */
type EditStack = {
  /** Version and edit count of the last known server state, including edits accepted since. */
  readonly base: { version: number; edits: number };
  readonly queue: EditQueue;
  readonly conflicts: KeptConflict[];
  /** Both together: a new object after every change, in which unchanged segments keep their identity. */
  readonly shown: Transcript;
  readonly overlay: Overlay;
  /** Applies a person's edit; null if it does not fit any more. */
  perform(op: EditOp): Change | null;
  /** Undoes a change; null if its target has changed since. */
  revert(change: Change): Change | null;
  /** Applies an edit on screen without queueing it. */
  applyUnsent(op: EditOp): void;
  enqueue(op: EditOp): void;
  setConflicts(conflicts: KeptConflict[]): void;
  /** The pending request was accepted. Null if this page's state differs from the server's. */
  accept(): KnownTranscript | null;
  /**
   * Applies edits of others that the server accepted before these.
   * @throws EditInvalid: this page's state differs from the server's.
   */
  advance(ops: readonly EditOp[], edits: number): KnownTranscript;
  /** Applies the local edits to a new server state. Returns the number of lost edits: those without text that no longer fit. */
  rebase(known: KnownTranscript, left?: readonly Stack[]): number;
};

/** Views do not need the original texts of the engine. */
function without(transcript: Transcript): Transcript {
  const shown = { ...transcript };
  delete shown.origins;
  return shown;
}

export function createEditStack(first: KnownTranscript, newId: () => string): EditStack {
  let base = { version: first.transcript.version, edits: first.edits };
  let server = createOverlay(first.transcript);
  let overlay = createOverlay(first.transcript);
  let shown = without(first.transcript);
  let places = new Map<string, number>();
  let conflicts: KeptConflict[] = [];
  const queue = createEditQueue();

  const show = (segments: Segment[]): void => {
    shown = { ...shown, segments };
    places = new Map(segments.map(({ id }, index) => [id, index]));
  };
  show(first.transcript.segments);

  /** Updates `shown` at the cost of the change and one copied list. */
  const reflect = (op: EditOp): void => {
    if (op.op === 'text' || op.op === 'assign') {
      const segments = [...shown.segments];
      segments[places.get(op.segment)!] = overlay.segment(op.segment)!;
      shown = { ...shown, segments };
    } else if (op.op === 'speaker') {
      const speakers = new Map(Object.entries(shown.speakers)).set(op.key, { name: op.name });
      shown = { ...shown, speakers: Object.fromEntries(speakers) };
    } else if (op.op === 'dismiss') {
      shown = { ...shown, unapplied: shown.unapplied.filter(({ id }) => id !== op.unapplied) };
    } else show(overlay.segments());
  };
  /** The neighbour before an inserted segment may be gone. */
  const placed = (op: EditOp): EditOp => {
    if (op.op !== 'insert' || op.after === null || overlay.segment(op.after)) return op;
    return { ...op, after: overlay.segments().findLast(({ start }) => start < op.start)?.id ?? null };
  };
  const known = (): KnownTranscript => ({ edits: base.edits, transcript: server.transcript() });

  return {
    get base() {
      return base;
    },
    queue,
    get conflicts() {
      return conflicts;
    },
    get shown() {
      return shown;
    },
    get overlay() {
      return overlay;
    },
    perform(op) {
      const pending = toPending(overlay, op);
      try {
        const back = applyInvertibly(overlay, op);
        queue.add(pending);
        reflect(op);
        return { op, back, before: pending.was, after: lookAt(overlay, op) };
      } catch (error) {
        if (error instanceof EditInvalid) return null;
        throw error;
      }
    },
    revert(change) {
      if (!isSameLook(lookAt(overlay, change.op), change.after)) return null;
      // An edit that is still unsent is dropped from the queue instead of being reversed.
      const isSent = change.op.op === 'text' || !queue.take([change.op]);
      try {
        for (const each of change.back) {
          const op = placed(each);
          const pending = toPending(overlay, op);
          overlay.apply(op);
          if (isSent) queue.add(pending);
          reflect(op);
        }
      } catch (error) {
        if (error instanceof EditInvalid) return null;
        throw error;
      }
      return change;
    },
    applyUnsent(op) {
      overlay.apply(op);
      reflect(op);
    },
    enqueue: (op) => queue.add(toPending(overlay, op)),
    setConflicts(next) {
      conflicts = next;
    },
    accept() {
      const ops = queue.begin();
      queue.finish();
      base = { ...base, edits: base.edits + ops.length };
      try {
        for (const op of ops) server.apply(op);
        return known();
      } catch (error) {
        if (error instanceof EditInvalid) return null;
        throw error;
      }
    },
    advance(ops, edits) {
      for (const op of ops) server.apply(op);
      base = { ...base, edits };
      return known();
    },
    rebase({ edits, transcript }, left = []) {
      const own = { edits: queue.edits, conflicts, isSameVersion: transcript.version === base.version };
      base = { version: transcript.version, edits };
      server = createOverlay(transcript);
      overlay = createOverlay(transcript);
      let lost = 0;
      let stacked: Pick<Restacked, 'edits' | 'conflicts'> = { edits: [], conflicts: [] };
      for (const stack of [...left, own]) {
        const more = restack(
          overlay,
          { ...stack, conflicts: [...stacked.conflicts, ...stack.conflicts] },
          newId,
        );
        stacked = { edits: [...stacked.edits, ...more.edits], conflicts: more.conflicts };
        lost += more.lost.length;
      }
      queue.put(stacked.edits);
      conflicts = stacked.conflicts;
      shown = without(overlay.transcript());
      show(shown.segments);
      return lost;
    },
  };
}

export const editableIds = (stack: EditStack, ids: readonly string[]): string[] =>
  ids.filter((id) => stack.overlay.segment(id) !== undefined && isEditable(stack.shown, id));
