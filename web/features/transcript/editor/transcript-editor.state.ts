import { proxy, ref } from 'valtio';
import { createDeviceCopy } from '#web/lib/device-copy.ts';
import { createScope } from '#web/lib/scope.ts';
import type { Timings } from '#web/lib/time.ts';
import { createEditCommands } from './edit-commands.ts';
import { createEditHistory, type EditHistory } from './edit-history.ts';
import { createEditStack, type EditStack } from './edit-stack.ts';
import type { EditOutbox, KeptEdits } from './edit-store.ts';
import { createEditSync, type EditPort, type EditSync } from './edit-sync.ts';
import { createEditUndo } from './edit-undo.ts';
import { createEditWriting } from './edit-writing.ts';
import type { KnownTranscript } from './server-transcript.ts';
import { takeOverEdits } from './take-over-edits.ts';
import type { EditorState, SaveState, TranscriptEditor } from './transcript-editor.ts';
import { createUnappliedDismissals } from './unapplied-dismissals.ts';

type TranscriptEditorDeps = EditPort & {
  /** Calls `listener` when `known` may have changed. Returns a function that ends this. */
  onKnown(listener: () => void): () => void;
  outbox: EditOutbox;
  durationS(): number;
  /** Reports the number of edits without text that do not apply any more, because of edits of others. */
  onLost(count: number): void;
  /** Event targets of the page. `window` fires `online` and `pagehide`, `document` fires `visibilitychange`. */
  page: { window: EventTarget; document: EventTarget };
  timings: Pick<
    Timings,
    | 'keepEditsMs'
    | 'sendEditsMs'
    | 'sendEditsAtMostMs'
    | 'uploadRetryDelaysMs'
    | 'burstPauseMs'
    | 'undoMs'
    | 'lookForLeftMs'
  >;
  now(): number;
  newId(): string;
};

/** Creates the editor of a transcript. `first` is the current value of `known`. */
export function createTranscriptEditor(first: KnownTranscript, deps: TranscriptEditorDeps): TranscriptEditor {
  const { outbox, timings, newId, onLost } = deps;
  const scope = createScope();
  const stack = createEditStack(first, newId);
  const history = createEditHistory(timings.burstPauseMs);
  const { state, publish, setSave, setStored } = createEditorState(stack, history);
  const edited = (): void => {
    publish();
    copy.saveSoon();
    if (stack.queue.edits.length > 0) sync.touch();
  };

  const copy = createDeviceCopy({
    outbox,
    delayMs: timings.keepEditsMs,
    read: () => unsentOf(stack),
    onStored: setStored,
    warning: 'transcript: edits cannot be kept here',
  });
  const sync: EditSync = createEditSync({
    stack,
    server: deps,
    timings,
    newId,
    store: copy.save,
    onState: setSave,
    onRebased({ isNewVersion, newConflicts, lost }) {
      if (isNewVersion) history.clear();
      dismissals.reapply();
      writing.interrupt(newConflicts);
      if (lost > 0) onLost(lost);
      edited();
    },
    onAccepted: edited,
    onLost,
  });
  const writing = createEditWriting({ stack, history, now: deps.now, onEdited: edited });
  const { durationS } = deps;
  const commands = createEditCommands({ stack, history, writing, durationS, newId, onEdited: edited });
  const dismissals = createUnappliedDismissals({
    stack,
    timings,
    onShown: publish,
    onEdited: edited,
    restore: () => sync.restack(),
  });

  const takeOver = () => takeOverEdits({ outbox, stack, sync, signal: scope.signal });
  scope.defer(deps.onKnown(sync.takeKnown));
  scope.listen(deps.page.window, 'online', () => void takeOver().then(() => sync.flush()));
  scope.listen(deps.page.document, 'visibilitychange', () => void takeOver());
  scope.interval(() => void takeOver(), timings.lookForLeftMs);
  scope.listen(deps.page.window, 'pagehide', () => {
    dismissals.releaseAll();
    void copy.save();
    void sync.flush(true);
  });
  void takeOver();

  return {
    state,
    ...commands,
    ...createEditUndo({ stack, history, writing, onEdited: edited }),
    write: writing.write,
    endWriting: writing.end,
    dismiss: dismissals.dismiss,
    retry: () => void sync.flush(),
    [Symbol.dispose]() {
      if (scope.signal.aborted) return;
      scope[Symbol.dispose]();
      dismissals.releaseAll();
      const stored = copy.save();
      sync[Symbol.dispose]();
      // When the server has accepted edits, they are removed from the device again.
      void Promise.allSettled([stored, sync.flush()])
        .then(copy.save)
        .finally(() => outbox[Symbol.dispose]());
    },
  };
}

/**
 * Creates the state of the editor, which shows the stack and its history. `publish` updates it after a change of them.
 */
function createEditorState(stack: EditStack, history: EditHistory) {
  const state = proxy<EditorState>({
    transcript: ref(stack.shown),
    save: { kind: 'saved' },
    isKept: true,
    undoable: null,
    redoable: null,
    conflicts: ref(stack.conflicts),
  });
  const publish = (): void => {
    if (state.transcript !== stack.shown) state.transcript = ref(stack.shown);
    if (state.conflicts !== stack.conflicts) state.conflicts = ref(stack.conflicts);
    state.undoable = history.undoable?.kind ?? null;
    state.redoable = history.redoable?.kind ?? null;
    if (stack.queue.edits.length === 0) state.save = { kind: 'saved' };
  };
  return {
    state,
    publish,
    setSave(save: SaveState): void {
      if (stack.queue.edits.length > 0) state.save = save;
    },
    setStored(isStored: boolean): void {
      state.isKept = isStored;
    },
  };
}

/** Returns the edits and conflicts that the server does not have; null if there are none. */
function unsentOf({ base, queue, conflicts }: EditStack): KeptEdits | null {
  if (queue.edits.length === 0 && conflicts.length === 0) return null;
  return { version: base.version, edits: [...queue.edits], conflicts };
}
