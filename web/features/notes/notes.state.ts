import { proxy } from 'valtio';
import { isApiError } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { KeptNotes } from './kept-notes.ts';
import { isUnsaved, keepBoth, meetServer, startNotes, takeTheirs } from './notes.rules.ts';
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
  /** Of this person on this device, from before. */
  kept: KeptNotes | null;
  send(notes: { text: string; base: number }): Promise<ServerNotes>;
  /** null: the server has everything. */
  keep(notes: KeptNotes | null): Promise<void>;
  /** Pauses in writing after which it is kept, and sent; and after which a failed sending is tried again, ms. */
  keepAfterMs: number;
  sendAfterMs: number;
  againMs: number;
  /** Of `online`. */
  window: EventTarget;
};

/**
 * Notes under the hands of a person: on this device soon after each pause, on the server a moment later. Disposing sends what is
 * left; what does not arrive is there when the session is opened again.
 */
export function createNotes(deps: NotesDeps): Notes {
  const scope = createScope();
  const { kept, notes } = deps;
  const state = proxy<NotesState>({
    draft: kept ? meetServer({ ...kept, theirs: null }, notes) : startNotes(notes),
    saving: 'saved',
    error: null,
    isKept: true,
  });
  let sending: Promise<void> | null = null;
  /** On its way: a poll may bring it back before the answer does. */
  let sent: string | null = null;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  const keep = async (notes: KeptNotes | null) => {
    await deps.keep(notes);
    state.isKept = true;
  };
  const keepNow = () => {
    clearTimeout(keepTimer);
    const { text, base } = state.draft;
    keep(isUnsaved(state.draft) ? { text, base: { ...base } } : null).catch(() => {
      state.isKept = false;
    });
  };
  const keepSoon = () => {
    clearTimeout(keepTimer);
    keepTimer = setTimeout(keepNow, deps.keepAfterMs);
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
    }
    keepNow();
  }

  function meet(server: ServerNotes): void {
    const { draft } = state;
    const isOurs = sent !== null && server.text === sent && server.rev > draft.base.rev;
    changeTo(isOurs ? { ...draft, base: { ...server } } : meetServer(draft, server));
  }

  async function sendOnce(): Promise<void> {
    while (isUnsaved(state.draft) && !state.draft.theirs) {
      const { text, base } = state.draft;
      sent = text;
      try {
        meet(await deps.send({ text, base: base.rev }));
      } catch (error) {
        const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
        if (!isServerNotes(have)) throw error;
        meet(have);
      } finally {
        sent = null;
      }
    }
  }

  function send(): Promise<void> {
    clearTimeout(sendTimer);
    sending ??= sendOnce()
      .catch((error: unknown) => {
        const isLink = isApiError(error) && error.status === 0;
        state.saving = isLink ? 'offline' : 'failed';
        state.error = isLink ? null : error;
        sendAfter(deps.againMs);
        throw error;
      })
      .finally(() => {
        sending = null;
      });
    return sending;
  }

  scope.listen(deps.window, 'online', () => sendAfter(0));
  scope.defer(() => {
    clearTimeout(sendTimer);
    if (isUnsaved(state.draft)) {
      keepNow();
      // Kept on this device, it is sent when the session is opened again.
      send().catch(() => {});
    }
  });
  if (isUnsaved(state.draft)) {
    state.saving = 'unsaved';
    sendAfter(0);
  } else if (kept) keepNow();

  return {
    state,
    write(text) {
      if (text === state.draft.text) return;
      state.draft = { ...state.draft, text };
      if (state.saving === 'saved') state.saving = 'unsaved';
      keepSoon();
      sendAfter(deps.sendAfterMs);
    },
    meet,
    keepBoth() {
      changeTo(keepBoth(state.draft));
      state.saving = 'unsaved';
      sendAfter(0);
    },
    takeTheirs: () => changeTo(takeTheirs(state.draft)),
    flush: send,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

const isServerNotes = (value: unknown): value is ServerNotes =>
  typeof value === 'object' && value !== null && 'text' in value && 'rev' in value;
