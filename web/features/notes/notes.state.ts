import { proxy } from 'valtio';
import { createDeviceCopy } from '#web/lib/device-copy.ts';
import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import { createDraftOwner } from './notes-draft.ts';
import { createNotesSending } from './notes-sending.ts';
import type { KeptNotes } from './notes-store.ts';
import { keepBoth, startNotes, takeTheirs } from './notes.rules.ts';
import type { Notes, NotesDeps, NotesState } from './notes.ts';

export type { Notes, NotesDeps, NotesSaving } from './notes.ts';

/**
 * Holds the notes of a session while a person edits them. They are stored on this device while they are typed, and sent
 * after a pause. Disposing sends unsaved changes. Notes that cannot be sent stay on this device.
 */
export function createNotes(deps: NotesDeps): Notes {
  const scope = createScope();
  const { outbox, timings, page } = deps;
  const state = proxy<NotesState>({
    draft: startNotes(deps.notes),
    saving: 'saved',
    error: null,
    isStored: true,
  });
  const draft = createDraftOwner({ state, onChanged: () => void copy.save() });
  const copy = createDeviceCopy({
    outbox,
    delayMs: timings.keepNotesMs,
    read: () => (draft.isPending() ? unsavedOf(state.draft, draft.sent()) : null),
    onStored(isStored) {
      state.isStored = isStored;
    },
    warning: 'notes.not_kept',
  });
  const whenLooked = () => looked;
  const sending = createNotesSending({ ...deps, state, draft, copy, whenLooked, signal: scope.signal });

  async function takeOver(): Promise<void> {
    const left = await outbox.takeOver().catch((error: unknown) => {
      log.warn('notes.not_read', { error: String(error) });
      return [];
    });
    if (left.length === 0 || scope.signal.aborted) return;
    draft.add(left.map(({ kept }) => kept));
    for (const one of left) one.accept();
    void copy.save();
    sending.sendAfter(0);
  }

  const leave = () => {
    void copy.save();
    sending.send(true).catch(() => {});
  };
  scope.listen(page.window, 'online', () => void takeOver().then(() => sending.sendAfter(0)));
  scope.listen(page.window, 'pagehide', leave);
  scope.listen(page.document, 'visibilitychange', () => void takeOver());
  scope.interval(() => void takeOver(), timings.lookForLeftMs);
  scope.defer(() => {
    sending[Symbol.dispose]();
    void copy
      .save()
      .then(() => sending.send())
      .then(copy.save)
      .catch(() => {})
      .finally(() => outbox[Symbol.dispose]());
  });
  const looked = takeOver();

  return {
    state,
    looked,
    write(text) {
      if (text === state.draft.text) return;
      state.draft = { ...state.draft, text };
      if (state.saving === 'saved') state.saving = 'unsaved';
      copy.saveSoon();
      sending.sendAfter(timings.saveNotesMs);
    },
    meet(server) {
      const before = state.draft;
      draft.meet(server);
      if (state.draft !== before && draft.isPending()) sending.sendAfter(timings.saveNotesMs);
    },
    keepBoth() {
      if (!state.draft.theirs) return;
      draft.change(keepBoth(state.draft));
      state.saving = 'unsaved';
      sending.sendAfter(0);
    },
    takeTheirs: () => draft.change(takeTheirs(state.draft)),
    flush: () => sending.send(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** Returns the copy of a draft that the device stores. `sent` are the texts whose request has no answer yet. */
function unsavedOf(draft: NotesState['draft'], sent: readonly string[]): KeptNotes {
  const { text, base, theirs } = draft;
  return { text, base: { ...base }, sent, asks: theirs !== null };
}
