import { proxy } from 'valtio';
import { isApiError } from '#web/lib/api-error.ts';
import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep } from '#web/lib/time.ts';
import type { NotesOutbox } from './kept-notes.ts';
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

/** `offline`: goes by itself once the server answers; `failed`: the server refuses it. */
export type NotesSaving = 'saved' | 'unsaved' | 'offline' | 'failed';

type NotesState = {
  draft: NotesDraft;
  saving: NotesSaving;
  error: unknown;
  /** What is not saved yet is kept on this device. */
  isKept: boolean;
};

export type Notes = Disposable & {
  readonly state: NotesState;
  /** What this device has kept of before is in it. */
  readonly looked: Promise<void>;
  write(text: string): void;
  /** What the server has, as a poll tells it. */
  meet(notes: ServerNotes): void;
  keepBoth(): void;
  takeTheirs(): void;
  /** Sends now what is unsaved; rejects as the call does. */
  flush(): Promise<void>;
};

export type NotesDeps = {
  notes: ServerNotes;
  outbox: NotesOutbox;
  /** `isLast`: the page is going, the request is to outlive it. */
  send(notes: { text: string; base: number }, isLast: boolean): Promise<ServerNotes>;
  /**
   * What is written is kept at the latest after the first, sent when nothing was typed for the second; a failed sending is tried
   * again after the third, and after the fourth it is looked again whether a tab that is gone has left something.
   */
  timings: { keepNotesMs: number; saveNotesMs: number; againMs: number; lookForLeftMs: number };
  /** Tells `online`, `pagehide`; `document` tells whether it is seen. */
  page: { window: EventTarget; document: EventTarget };
};

/**
 * Notes under the hands of a person: on this device while they are written, on the server a moment later. Disposing sends what is
 * left; what does not arrive stays on this device.
 */
export function createNotes(deps: NotesDeps): Notes {
  const scope = createScope();
  const { notes, outbox, timings, page } = deps;
  const state = proxy<NotesState>({ draft: startNotes(notes), saving: 'saved', error: null, isKept: true });
  let sending: Promise<void> | null = null;
  /** What the text grew from, sent and not answered: the server may have it, and a poll may bring it before the answer does. */
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

  /** What looks like somebody else's may be what was sent from here. */
  function ownAsBase(draft: NotesDraft): NotesDraft {
    const { theirs } = draft;
    return theirs && sent.includes(theirs.text) ? { ...draft, base: { ...theirs }, theirs: null } : draft;
  }

  async function sendOnce(isLast: boolean): Promise<void> {
    // what a tab has left may be on its way just now
    if (!isLast) await looked;
    while (isUnsaved(state.draft) && !state.draft.theirs) {
      const { text, base } = state.draft;
      sent = [...new Set([...sent.slice(0, 3), text])];
      const kept = keepNow();
      // a device that keeps nothing, or not now, holds nobody up
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
    // only what this text grew from is its own: a text that it does not hold is somebody else's to it
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
