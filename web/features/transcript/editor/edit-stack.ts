import type { EditOp } from '#api/contract/edits.ts';
import { EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { applyInvertibly, isSameLook, lookAt } from './edit-inverse.rules.ts';
import type { Change } from './edit-history.ts';
import { createEditQueue, type EditQueue } from './edit-queue.ts';
import { isEditable, type StoredConflict, toPending } from './edit.rules.ts';
import { createLocalTranscript } from './local-transcript.ts';
import { restackAll, type Stack } from './restack.rules.ts';
import { createServerTranscript, type KnownTranscript } from './server-transcript.ts';

/** The server's last known transcript, and the local edits on top of it. */
export type EditStack = {
  /** Version and number of edits of the last known server state, including the edits accepted since. */
  readonly base: { version: number; edits: number };
  readonly queue: EditQueue;
  readonly conflicts: StoredConflict[];
  /**
   * The server's transcript with the local edits. It is a new object after every change, in which unchanged segments
   * stay the same objects.
   */
  readonly shown: Transcript;
  readonly overlay: Overlay;
  /** Applies a person's edit. Returns null if its target does not exist any more. */
  perform(op: EditOp): Change | null;
  /** Undoes a change. Returns null if its target has changed since. */
  revert(change: Change): Change | null;
  /** Applies an edit on screen without queueing it. */
  applyUnsent(op: EditOp): void;
  enqueue(op: EditOp): void;
  setConflicts(conflicts: StoredConflict[]): void;
  /**
   * Adds the edits of the pending request, because the server has accepted them. Returns null if this page's state
   * differs from the server's.
   */
  accept(): KnownTranscript | null;
  /**
   * Applies edits of others that the server accepted before the local ones.
   * @throws EditInvalid if this page's state differs from the server's.
   */
  advance(ops: readonly EditOp[], edits: number): KnownTranscript;
  /**
   * Applies the local edits to a state of the server's transcript, in this order: the edits of the pending request, the edits
   * of `left`, which closed tabs have left, and the waiting edits. If a request is pending, its edits stay as they are, and
   * `known` must be the state on which they are based.
   */
  rebase(known: KnownTranscript, left?: readonly Stack[]): Rebased;
};

export type Rebased = {
  isNewVersion: boolean;
  newConflicts: readonly StoredConflict[];
  /** Number of edits without text that do not apply any more. */
  lost: number;
};

export function createEditStack(first: KnownTranscript, newId: () => string): EditStack {
  let server = createServerTranscript(first);
  let local = createLocalTranscript(first.transcript);
  let conflicts: StoredConflict[] = [];
  const queue = createEditQueue();

  return {
    get base() {
      return server.base;
    },
    queue,
    get conflicts() {
      return conflicts;
    },
    get shown() {
      return local.shown;
    },
    get overlay() {
      return local.overlay;
    },
    perform(op) {
      const { overlay } = local;
      const pending = toPending(overlay, op);
      return ifValid(() => {
        const back = applyInvertibly(overlay, op);
        queue.add(pending);
        local.reflect(op);
        return { op, back, before: pending.was, after: lookAt(overlay, op) };
      });
    },
    revert(change) {
      const { overlay } = local;
      if (!isSameLook(lookAt(overlay, change.op), change.after)) return null;
      // An edit that is not sent yet is removed from the queue. An edit that is sent is reversed by another edit.
      const isSent = change.op.op === 'text' || !queue.take([change.op]);
      return ifValid(() => {
        for (const each of change.back) {
          const op = placed(overlay, each);
          const pending = toPending(overlay, op);
          overlay.apply(op);
          if (isSent) queue.add(pending);
          local.reflect(op);
        }
        return change;
      });
    },
    applyUnsent(op) {
      local.overlay.apply(op);
      local.reflect(op);
    },
    enqueue: (op) => queue.add(toPending(local.overlay, op)),
    setConflicts(next) {
      conflicts = next;
    },
    accept() {
      const ops = queue.begin();
      queue.finish();
      return ifValid(() => server.accept(ops));
    },
    advance: (ops, edits) => server.advance(ops, edits),
    rebase(known, left = []) {
      const isNewVersion = known.transcript.version !== server.base.version;
      const former = new Set(conflicts.map(({ id }) => id));
      const own = { edits: queue.waiting, conflicts, isSameVersion: !isNewVersion };
      server = createServerTranscript(known);
      local = createLocalTranscript(known.transcript);
      // An invalid edit stays in the request: the server refuses it, and then it becomes a conflict.
      for (const { op } of queue.requested) ifValid(() => local.overlay.apply(op));
      const restacked = restackAll(local.overlay, [...left, own], newId);
      local.reflectAll();
      queue.put(restacked.edits);
      conflicts = restacked.conflicts;
      const newConflicts = conflicts.filter(({ id }) => !former.has(id));
      return { isNewVersion, newConflicts, lost: restacked.lost.length };
    },
  };
}

/**
 * Returns the edit with a place that exists. If the segment before an inserted segment is gone, the place is found by
 * time.
 */
function placed(overlay: Overlay, op: EditOp): EditOp {
  if (op.op !== 'insert' || op.after === null || overlay.segment(op.after)) return op;
  return { ...op, after: overlay.segments().findLast(({ start }) => start < op.start)?.id ?? null };
}

/** Returns the result of `run`; null if the edit names something that does not exist any more. */
function ifValid<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof EditInvalid) return null;
    throw error;
  }
}

export const editableIds = (stack: EditStack, ids: readonly string[]): string[] =>
  ids.filter((id) => stack.overlay.segment(id) !== undefined && isEditable(stack.shown, id));
