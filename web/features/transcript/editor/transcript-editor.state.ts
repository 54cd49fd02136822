import { proxy, ref } from 'valtio';
import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import { EditInvalid } from '#api/shared/transcript-edit/overlay.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep, type Timings } from '#web/lib/time.ts';
import { createEditSending } from './edit-sending.ts';
import { createEditHistory, type Change, type Step } from './edit-history.ts';
import { isSameLook, lookAt } from './edit-inverse.rules.ts';
import type { EditOutbox } from './edit-store.ts';
import { joinTexts } from './edit.rules.ts';
import { createEditStack, editableIds, type KnownTranscript } from './edit-stack.ts';
import * as wishes from './edit-commands.rules.ts';
import type { EditKind, EditorState, TranscriptEditor } from './transcript-editor.ts';

type TranscriptEditorDeps = {
  /**
   * Returns the page's copy of the server's transcript, the same object while it is unchanged; null if there is none any more.
   */
  known(): KnownTranscript | null;
  /** Calls `listener` when `known` may have changed. Returns a function that stops this. */
  onKnown(listener: () => void): () => void;
  /** Fetches the transcript; afterwards `known` returns it. */
  refresh(): Promise<unknown>;
  /** Stores accepted edits in the page's copy, so that it need not be fetched. */
  accept(known: KnownTranscript): Promise<void>;
  /** Rejects with an `ApiError`. `isLast`: the page is being closed. */
  send(patch: EditsPatch, isLast: boolean): Promise<{ edits: number }>;
  outbox: EditOutbox;
  durationS(): number;
  /** Reports the number of edits without text that no longer fit after edits of others. */
  onLost(count: number): void;
  /** `window` fires `online` and `pagehide`, `document` fires `visibilitychange`. */
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

/** `first`: the current value of `known`. */
export function createTranscriptEditor(first: KnownTranscript, deps: TranscriptEditorDeps): TranscriptEditor {
  const { outbox, timings } = deps;
  const scope = createScope();
  const stack = createEditStack(first, deps.newId);
  const history = createEditHistory(timings.burstPauseMs);
  const held = new Map<string, ReturnType<typeof setTimeout>>();
  let told: KnownTranscript = first;
  let isAnswerAwaited = false;
  let keepTimer: ReturnType<typeof setTimeout> | null = null;
  /**
   * Segment in which a conflict appeared while the person was typing. Further typing changes `mine` of the conflict, not the
   * server's text.
   */
  let interrupted: string | null = null;
  let writing: string | null = null;
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
  const keepNow = async (): Promise<void> => {
    if (keepTimer) clearTimeout(keepTimer);
    keepTimer = null;
    const { edits } = stack.queue;
    const isNothing = edits.length === 0 && stack.conflicts.length === 0;
    const kept = { version: stack.base.version, edits: [...edits], conflicts: stack.conflicts };
    try {
      await outbox.keep(isNothing ? null : kept);
      state.isKept = true;
    } catch (error) {
      if (state.isKept) log.warn('transcript: edits cannot be kept here', { error: String(error) });
      state.isKept = false;
    }
  };
  const changed = (): void => {
    publish();
    keepTimer ??= setTimeout(() => void keepNow(), timings.keepEditsMs);
    if (stack.queue.edits.length > 0) delivery.touch();
  };

  const delivery = createEditSending({
    timings,
    next() {
      const ops = stack.queue.begin();
      isAnswerAwaited = ops.length > 0;
      return ops.length > 0 ? { base: stack.base.edits, version: stack.base.version, ops } : null;
    },
    send: async (patch, isLast) => {
      const kept = keepNow();
      // A device that cannot store the edits delays the request by at most this time.
      if (!isLast) await Promise.race([kept, sleep(timings.sendEditsMs)]);
      return deps.send(patch, isLast);
    },
    async onAccepted(patch, answer) {
      isAnswerAwaited = false;
      const isNext = answer.edits === stack.base.edits + patch.ops.length;
      const accepted = stack.accept();
      if (isNext && accepted) await deps.accept(accepted);
      else await deps.refresh();
      meet();
      changed();
    },
    async onConflict(patch, have) {
      stack.queue.release();
      isAnswerAwaited = false;
      if (have.ops && have.version === stack.base.version && patch.base === stack.base.edits) {
        try {
          const known = stack.advance(have.ops, have.edits);
          await deps.accept(known);
          return rebase(known);
        } catch (error) {
          if (!(error instanceof EditInvalid)) throw error;
        }
      }
      await refetch();
    },
    async onInvalid(index) {
      const before = JSON.stringify(stack.queue.begin());
      stack.queue.release();
      isAnswerAwaited = false;
      await refetch();
      const isSame = JSON.stringify(stack.queue.begin()) === before;
      stack.queue.release();
      if (isSame) setAside(index ?? 0);
    },
    onState(save) {
      if (stack.queue.edits.length > 0) state.save = save;
    },
  });

  async function refetch(): Promise<void> {
    await deps.refresh();
    const known = deps.known();
    if (known) rebase(known);
  }

  /** Removes an edit that the server refuses: its text is kept as a conflict, and the other edits go on. */
  function setAside(index: number): void {
    const edit = stack.queue.without(index);
    if (!edit) return;
    const { op, place } = edit;
    if (op.op === 'text' && op.text !== '') {
      const mine = { of: op.segment, key: null, segment: null, mine: op.text, theirs: '' };
      stack.setConflicts([...stack.conflicts, { id: deps.newId(), ...place, ...mine }]);
    } else deps.onLost(1);
    const known = deps.known();
    if (known) rebase(known);
  }

  function rebase(known: KnownTranscript, left: Parameters<typeof stack.rebase>[1] = []): void {
    told = known;
    isAnswerAwaited = false;
    if (known.transcript.version !== stack.base.version) history.clear();
    const former = new Set(stack.conflicts.map(({ id }) => id));
    const lost = stack.rebase(known, left);
    for (const id of held.keys()) if (isUnapplied(id)) stack.applyUnsent({ op: 'dismiss', unapplied: id });
    if (stack.conflicts.some(({ id, of }) => !former.has(id) && of === writing)) interrupted = writing;
    if (lost > 0) deps.onLost(lost);
    changed();
  }

  /** Applies a polled transcript. While a request is pending it is unknown whether it contains the request's edits. */
  function meet(): void {
    const known = deps.known();
    if (!known || isAnswerAwaited || known.transcript === told.transcript) return;
    const { version, edits } = stack.base;
    const isSame = known.transcript.version === version && known.edits <= edits;
    const isWritten = known.transcript.partial || stack.shown.partial;
    if (isSame && !(isWritten && known.edits === edits)) return;
    rebase(known);
  }

  async function takeOver(): Promise<void> {
    const left = await outbox.takeOver().catch((error: unknown) => {
      log.warn('transcript: what is kept cannot be read', { error: String(error) });
      return [];
    });
    if (left.length === 0) return;
    // The pending request goes first: its answer refers to the current state.
    await delivery.flush();
    if (scope.signal.aborted) return;
    rebase(
      { edits: stack.base.edits, transcript: stack.advance([], stack.base.edits).transcript },
      left.map(({ kept: { version, edits, conflicts } }) => ({
        edits,
        conflicts,
        isSameVersion: version === stack.base.version,
      })),
    );
    for (const one of left) one.accept();
  }

  const isUnapplied = (id: string): boolean => stack.shown.unapplied.some((each) => each.id === id);
  const make = (kind: EditKind, segment: string | null, ops: readonly EditOp[]): boolean => {
    const changes = ops.flatMap((op) => stack.perform(op) ?? []);
    if (changes.length === 0) return false;
    history.add({ kind, segment, changes });
    changed();
    return true;
  };
  const release = (id: string): void => {
    clearTimeout(held.get(id));
    held.delete(id);
    stack.enqueue({ op: 'dismiss', unapplied: id });
    changed();
  };
  const leave = (): void => {
    for (const id of held.keys()) release(id);
    void keepNow();
    void delivery.flush(true);
  };

  scope.defer(deps.onKnown(meet));
  scope.listen(deps.page.window, 'online', () => void takeOver().then(() => delivery.flush()));
  scope.listen(deps.page.window, 'pagehide', leave);
  scope.listen(deps.page.document, 'visibilitychange', () => void takeOver());
  scope.interval(() => void takeOver(), timings.lookForLeftMs);
  void takeOver();

  return {
    state,
    write(segment, given) {
      const text = tidyText(given).slice(0, wishes.maxText);
      if (segment !== writing) interrupted = null;
      writing = segment;
      const mine = stack.conflicts.find(({ of }) => of === segment);
      if (interrupted === segment && mine) {
        stack.setConflicts(stack.conflicts.map((each) => (each === mine ? { ...each, mine: text } : each)));
        return changed();
      }
      if (editableIds(stack, [segment]).length === 0) return;
      if (stack.overlay.segment(segment)?.text === text) return;
      const change = stack.perform({ op: 'text', segment, text });
      if (change) history.write(segment, change, deps.now());
      changed();
    },
    endWriting() {
      interrupted = writing = null;
      history.endBurst();
    },
    rename(key, name) {
      const op = wishes.rename(stack.overlay, key, name);
      if (op) make('rename', null, [op]);
    },
    assign(ids, speaker) {
      const ops = wishes.assign(stack.shown, editableIds(stack, ids), speaker);
      make('assign', ids[0] ?? null, ops);
    },
    merge(ids) {
      if (editableIds(stack, ids).length < ids.length) return;
      make('merge', ids[0] ?? null, wishes.merge(stack.overlay, ids));
    },
    split(segment, offset) {
      if (editableIds(stack, [segment]).length === 0) return null;
      const cut = wishes.split(stack.overlay, segment, offset);
      return cut && make('split', cut.id, [cut.op]) ? cut.id : null;
    },
    insert(after) {
      if (after !== null && editableIds(stack, [after]).length === 0) return null;
      const op = wishes.insert(stack.overlay, after, deps.durationS(), deps.newId());
      return op && make('insert', op.id, [op]) ? op.id : null;
    },
    remove(ids) {
      const going = editableIds(stack, ids);
      make('remove', going[0] ?? null, wishes.remove(stack.overlay, going));
    },
    confirm(segment) {
      const [own] = editableIds(stack, [segment]);
      if (own !== undefined) make('confirm', own, wishes.confirm(stack.overlay, own));
    },
    replaceAll(changes) {
      const possible = new Set(
        editableIds(
          stack,
          changes.map(({ segment }) => segment),
        ),
      );
      const ops = changes.flatMap(({ segment, text }): EditOp[] =>
        possible.has(segment) && stack.overlay.segment(segment)?.text !== tidyText(text)
          ? [{ op: 'text', segment, text: tidyText(text).slice(0, wishes.maxText) }]
          : [],
      );
      const [one] = ops;
      make('replaceAll', one?.op === 'text' ? one.segment : null, ops);
    },
    dismiss(unapplied) {
      if (!isUnapplied(unapplied)) return { undo() {} };
      stack.applyUnsent({ op: 'dismiss', unapplied });
      held.set(
        unapplied,
        setTimeout(() => release(unapplied), timings.undoMs),
      );
      publish();
      return {
        undo() {
          if (!held.has(unapplied)) return;
          clearTimeout(held.get(unapplied));
          held.delete(unapplied);
          rebase({ edits: stack.base.edits, transcript: stack.advance([], stack.base.edits).transcript });
        },
      };
    },
    undo() {
      interrupted = writing = null;
      const step = history.undo((each) =>
        leftOf(
          each,
          [...each.changes]
            .toReversed()
            .flatMap((change) => stack.revert(change) ?? [])
            .toReversed(),
        ),
      );
      if (!step) return null;
      changed();
      return { kind: step.kind, segment: step.segment };
    },
    redo() {
      interrupted = writing = null;
      const step = history.redo((each) =>
        leftOf(
          each,
          each.changes.flatMap((change) => again(change) ?? []),
        ),
      );
      if (!step) return null;
      changed();
      return { kind: step.kind, segment: step.segment };
    },
    resolve(id, choice) {
      const conflict = stack.conflicts.find((each) => each.id === id);
      if (!conflict) return;
      stack.setConflicts(stack.conflicts.filter((each) => each !== conflict));
      if (interrupted === conflict.of) interrupted = null;
      const { mine, theirs, key, segment } = conflict;
      const now = segment === null || key !== null ? theirs : stack.overlay.segment(segment)?.text;
      const chosen = choice === 'mine' ? mine : joinTexts(now ?? theirs, mine);
      const ops = choice === 'theirs' ? [] : wishes.settle(stack.overlay, conflict, chosen, deps.newId());
      make(key === null ? 'text' : 'rename', segment, ops);
      changed();
    },
    retry: () => void delivery.flush(),
    [Symbol.dispose]() {
      if (scope.signal.aborted) return;
      scope[Symbol.dispose]();
      for (const id of Array.from(held.keys())) release(id);
      const kept = keepNow();
      delivery[Symbol.dispose]();
      // Accepted edits are removed from the device again.
      void Promise.allSettled([kept, delivery.flush()])
        .then(keepNow)
        .finally(() => outbox[Symbol.dispose]());
    },
  };

  function again(change: Change): Change | null {
    if (!isSameLook(lookAt(stack.overlay, change.op), change.before)) return null;
    return stack.perform(change.op);
  }
}

const leftOf = (step: Step, changes: Change[]): Step | null =>
  changes.length > 0 ? { ...step, changes } : null;
