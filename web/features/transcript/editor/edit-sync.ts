import type { EditsPatch } from '#api/contract/edits.ts';
import { EditInvalid } from '#api/shared/transcript-edit/overlay.ts';
import { sleep, type Timings } from '#web/lib/time.ts';
import { createEditSending, type EditsHave } from './edit-sending.ts';
import type { EditStack, Rebased } from './edit-stack.ts';
import type { Stack } from './restack.rules.ts';
import type { KnownTranscript } from './server-transcript.ts';
import type { SaveState } from './transcript-editor.ts';

/** The server's transcript, as far as the page knows it. */
export type EditPort = {
  /**
   * Returns the page's copy of the server's transcript; null if there is none any more. While the transcript is
   * unchanged, it is the same object.
   */
  known(): KnownTranscript | null;
  /** Fetches the transcript. After that, `known` returns it. */
  refresh(): Promise<unknown>;
  /** Stores accepted edits in the page's copy, so that the transcript need not be fetched. */
  accept(known: KnownTranscript): Promise<void>;
  /** Sends a patch. Rejects with an `ApiError`. `isLast` means that the page is being closed. */
  send(patch: EditsPatch, isLast: boolean): Promise<{ edits: number }>;
};

type EditSyncDeps = {
  stack: EditStack;
  server: EditPort;
  timings: Pick<Timings, 'sendEditsMs' | 'sendEditsAtMostMs' | 'uploadRetryDelaysMs'>;
  newId(): string;
  /** Stores the unsent edits on the device. */
  store(): Promise<void>;
  onState(save: Exclude<SaveState, { kind: 'saved' }>): void;
  /** Called when the local edits were applied to a new state of the server's transcript. */
  onRebased(rebased: Rebased): void;
  /** Called when the server has accepted edits. */
  onAccepted(): void;
  /** Called when the server refuses edits without text. `count` is their number. */
  onLost(count: number): void;
};

/** Sends the local edits, and applies them again when others have changed the transcript. */
export type EditSync = Disposable & {
  /** Schedules a request, because an edit was added. */
  touch(): void;
  /** Sends at once. Resolves when nothing is left, or when a retry has to wait. */
  flush(isLast?: boolean): Promise<void>;
  /** Applies the page's copy of the server's transcript, if it is newer. */
  takeKnown(): void;
  /**
   * Applies the local edits again. The edits of `left`, which closed tabs have left, come before the edits that are in no
   * request yet.
   */
  restack(left?: readonly Stack[]): void;
};

export function createEditSync(deps: EditSyncDeps): EditSync {
  const { stack, server } = deps;
  let applied = server.known();

  const sending = createEditSending({
    timings: deps.timings,
    onState: deps.onState,
    next() {
      const ops = stack.queue.begin();
      return ops.length > 0 ? { base: stack.base.edits, version: stack.base.version, ops } : null;
    },
    send: (patch, isLast) => storeAndSend(deps, patch, isLast),
    async onAccepted(patch, answer) {
      const isNext = answer.edits === stack.base.edits + patch.ops.length;
      const accepted = stack.accept();
      if (isNext && accepted) await server.accept(accepted);
      else await server.refresh();
      takeKnown();
      deps.onAccepted();
    },
    async onConflict(patch, have) {
      const known = advance(stack, patch, have);
      if (!known) return refetch();
      stack.queue.release();
      rebase(known);
      await server.accept(known);
    },
    async onInvalid(index) {
      const before = JSON.stringify(stack.queue.begin());
      await refetch();
      const isSame = JSON.stringify(stack.queue.begin()) === before;
      stack.queue.release();
      const refused = isSame ? setAside(stack, index ?? 0, deps.newId) : null;
      if (refused === 'lost') deps.onLost(1);
      if (refused) rebaseOnKnown();
    },
  });

  /**
   * Fetches the transcript after a refused request, and applies the local edits to it. The request counts as pending until the
   * transcript has arrived, because a new version of it may contain the edits of the request. Otherwise an undo meanwhile would
   * remove an edit that the server has.
   */
  async function refetch(): Promise<void> {
    await server.refresh();
    stack.queue.release();
    rebaseOnKnown();
  }
  function rebaseOnKnown(): void {
    const known = server.known();
    if (known) rebase(known);
  }
  function rebase(known: KnownTranscript, left?: readonly Stack[]): void {
    applied = known;
    deps.onRebased(stack.rebase(known, left));
  }
  /** Does nothing while a request is pending, because it is unknown whether the copy contains the edits of the request. */
  function takeKnown(): void {
    const known = server.known();
    const isPending = stack.queue.requested.length > 0;
    if (known && !isPending && known.transcript !== applied?.transcript && isNewer(stack, known)) {
      rebase(known);
    }
  }

  return {
    touch: () => sending.touch(),
    flush: (isLast) => sending.flush(isLast),
    takeKnown,
    restack: (left) => rebase(stack.advance([], stack.base.edits), left),
    [Symbol.dispose]: () => sending[Symbol.dispose](),
  };
}

/**
 * Stores the edits on the device, and then sends them. If the device is slow to store them, the request waits for at
 * most `sendEditsMs`.
 */
async function storeAndSend(
  { store, server, timings }: Pick<EditSyncDeps, 'store' | 'server' | 'timings'>,
  patch: EditsPatch,
  isLast: boolean,
): Promise<{ edits: number }> {
  const stored = store();
  if (!isLast) await Promise.race([stored, sleep(timings.sendEditsMs)]);
  return server.send(patch, isLast);
}

/**
 * Applies the edits of other clients that the server named when it refused a patch. Returns null if it named none, or if they do
 * not apply to the state that this page knows. The caller must then fetch the transcript.
 */
function advance(stack: EditStack, patch: EditsPatch, have: EditsHave): KnownTranscript | null {
  const { version, edits } = stack.base;
  if (!have.ops || have.version !== version || patch.base !== edits) return null;
  try {
    return stack.advance(have.ops, have.edits);
  } catch (error) {
    if (error instanceof EditInvalid) return null;
    throw error;
  }
}

/** True if the transcript has edits that the stack does not have, or text that an engine has written meanwhile. */
function isNewer({ base, shown }: EditStack, { edits, transcript }: KnownTranscript): boolean {
  if (transcript.version !== base.version || edits > base.edits) return true;
  return (transcript.partial || shown.partial) && edits === base.edits;
}

/**
 * Removes an edit that the server refuses, so that the others can be sent. Its text becomes a conflict. An edit without
 * text is lost. Returns null if there is no such edit.
 */
function setAside(stack: EditStack, index: number, newId: () => string): 'conflict' | 'lost' | null {
  const edit = stack.queue.without(index);
  if (!edit) return null;
  const { op, place } = edit;
  if (op.op !== 'text' || op.text === '') return 'lost';
  const mine = { of: op.segment, key: null, segment: null, mine: op.text, theirs: '' };
  stack.setConflicts([...stack.conflicts, { id: newId(), ...place, ...mine }]);
  return 'conflict';
}
