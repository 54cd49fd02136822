import { proxy } from 'valtio';
import { isApiError } from '#web/lib/api-error.ts';
import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep } from '#web/lib/time.ts';
import type { NotesOutbox } from './notes-store.ts';
import {
  conflictOf,
  isUnsaved,
  keepBoth,
  meetServer,
  startNotes,
  takeTheirs,
  takeUp,
} from './notes.rules.ts';
import type { NotesDraft, ServerNotes } from './notes.rules.ts';

/** `offline`: sent automatically once the server answers; `failed`: the server refuses it. */
export type NotesSaving = 'saved' | 'unsaved' | 'offline' | 'failed';

type NotesState = {
  draft: NotesDraft;
  saving: NotesSaving;
  error: unknown;
  /** True if all unsaved changes are stored on this device. */
  isKept: boolean;
};

export type Notes = Disposable & {
  readonly state: NotesState;
  /** Resolves when the notes that closed tabs left on this device are in the draft. */
  readonly looked: Promise<void>;
  write(text: string): void;
  meet(notes: ServerNotes): void;
  keepBoth(): void;
  takeTheirs(): void;
  /** Sends unsaved changes now; rejects as the call does. */
  flush(): Promise<void>;
};

export type NotesDeps = {
  notes: ServerNotes;
  outbox: NotesOutbox;
  /** `isLast`: the page is being closed, and the request must outlive it. */
  send(notes: { text: string; base: number }, isLast: boolean): Promise<ServerNotes>;
  /**
   * `keepNotesMs`: longest delay until a change is stored on the device. `saveNotesMs`: pause in typing after which notes are
   * sent. `againMs`: delay before a failed request is repeated. `lookForLeftMs`: interval of the search for notes that closed
   * tabs have left.
   */
  timings: { keepNotesMs: number; saveNotesMs: number; againMs: number; lookForLeftMs: number };
  page: { window: EventTarget; document: EventTarget };
};

/**
 * The notes of a session while a person edits them: stored on this device while they are typed, and sent after a pause.
 * Disposing sends unsaved changes; notes that cannot be sent stay on this device.
 */
export function createNotes(deps: NotesDeps): Notes {
  const scope = createScope();
  const { notes, outbox, timings, page } = deps;
  const state = proxy<NotesState>({ draft: startNotes(notes), saving: 'saved', error: null, isKept: true });
  let sending: Promise<void> | null = null;
  /** Texts whose request got no answer yet. A poll may return one of them before the answer arrives. */
  let sent: readonly string[] = [];
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  const keepNow = async (): Promise<void> => {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    const { text, base, theirs } = state.draft;
    const kept = { text, base: { ...base }, sent, asks: theirs !== null };
    try {
      await outbox.keep(isUnsaved(state.draft) ? kept : null);
      state.isKept = true;
    } catch (error) {
      if (state.isKept) log.warn('notes.not_kept', { error: String(error) });
      state.isKept = false;
    }
  };
  const sendAfter = (ms: number) => {
    clearTimeout(sendTimer);
    if (!scope.signal.aborted) sendTimer = setTimeout(() => send().catch(() => {}), ms);
  };

  function changeTo(draft: NotesDraft): void {
    if (draft === state.draft) return;
    state.draft = draft;
    if (!isUnsaved(draft)) {
      state.saving = 'saved';
      state.error = null;
      sent = [];
    }
    void keepNow();
  }

  function meet(server: ServerNotes): void {
    changeTo(ownAsBase(meetServer(state.draft, server)));
  }

  /** If the conflicting text was sent from here, takes it as the base: then there is no conflict. */
  function ownAsBase(draft: NotesDraft): NotesDraft {
    const { theirs } = draft;
    return theirs && sent.includes(theirs.text) ? { ...draft, base: { ...theirs }, theirs: null } : draft;
  }

  async function sendOnce(isLast: boolean): Promise<void> {
    // Another tab may be sending notes of a closed tab at this moment.
    if (!isLast) await looked;
    while (isUnsaved(state.draft) && !state.draft.theirs) {
      const { text, base } = state.draft;
      sent = [...new Set([...sent.slice(0, 3), text])];
      const kept = keepNow();
      // A device that cannot store the notes delays the request by at most this time.
      if (!isLast) await Promise.race([kept, sleep(timings.saveNotesMs)]);
      try {
        const saved = await deps.send({ text, base: base.rev }, isLast);
        meet(saved);
        sent = [];
      } catch (error) {
        const have = conflictOf(error);
        if (!have) throw error;
        meet(have);
      }
    }
  }

  function send(isLast = false): Promise<void> {
    clearTimeout(sendTimer);
    sending ??= sendOnce(isLast)
      .catch((error: unknown) => {
        const isLink = isApiError(error) && error.status === 0;
        state.saving = isLink ? 'offline' : 'failed';
        state.error = isLink ? null : error;
        sendAfter(timings.againMs);
        throw error;
      })
      .finally(() => {
        sending = null;
      });
    return sending;
  }

  async function takeOver(): Promise<void> {
    const left = await outbox.takeOver().catch((error: unknown) => {
      log.warn('notes.not_read', { error: String(error) });
      return [];
    });
    if (left.length === 0 || scope.signal.aborted) return;
    const draft = left.reduce((draft, { kept }) => takeUp(draft, kept), state.draft);
    // Only texts contained in this draft count as sent from here; another tab's text stays a conflict.
    const held = left.filter(({ kept }) => draft.text.includes(kept.text));
    sent = [
      ...(draft.text.includes(state.draft.text) ? sent : []),
      ...held.flatMap(({ kept }) => kept.sent ?? []),
    ];
    for (const one of left) one.accept();
    state.draft = draft;
    if (isUnsaved(draft) && state.saving === 'saved') state.saving = 'unsaved';
    void keepNow();
    sendAfter(0);
  }

  const leave = () => {
    void keepNow();
    send(true).catch(() => {});
  };
  scope.listen(page.window, 'online', () => void takeOver().then(() => sendAfter(0)));
  scope.listen(page.window, 'pagehide', leave);
  scope.listen(page.document, 'visibilitychange', () => void takeOver());
  scope.interval(() => void takeOver(), timings.lookForLeftMs);
  scope.defer(() => {
    clearTimeout(sendTimer);
    void keepNow()
      .then(() => send())
      .then(keepNow)
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
      keepTimer ??= setTimeout(() => void keepNow(), timings.keepNotesMs);
      sendAfter(timings.saveNotesMs);
    },
    meet,
    keepBoth() {
      if (!state.draft.theirs) return;
      changeTo(keepBoth(state.draft));
      state.saving = 'unsaved';
      sendAfter(0);
    },
    takeTheirs: () => changeTo(takeTheirs(state.draft)),
    flush: () => send(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
