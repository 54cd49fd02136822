import { isApiError } from '#web/lib/api-error.ts';
import { sleep } from '#web/lib/time.ts';
import type { DeviceCopy } from '#web/lib/device-copy.ts';
import type { DraftOwner } from './notes-draft.ts';
import { conflictOf } from './notes.rules.ts';
import type { NotesDeps, NotesState } from './notes.ts';

type NotesSending = Disposable & {
  /** Sends unsaved changes until the server has them all or there is a conflict. `isLast`: the page is being closed. */
  send(isLast?: boolean): Promise<void>;
  /** Sends after a delay. A later call replaces it. */
  sendAfter(ms: number): void;
};

type SendingDeps = Pick<NotesDeps, 'send' | 'timings'> & {
  state: NotesState;
  draft: DraftOwner;
  copy: DeviceCopy;
  /** Resolves when the draft contains the notes of closed tabs. */
  whenLooked(): Promise<void>;
  signal: AbortSignal;
};

/** Sends the draft to the server, one request at a time. A failed request is repeated after `timings.againMs`. */
export function createNotesSending(deps: SendingDeps): NotesSending {
  const { state, draft, copy, timings, signal } = deps;
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendAfter = (ms: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => send().catch(() => {}), ms);
  };

  async function sendAll(isLast: boolean): Promise<void> {
    // Waits, because another tab may be sending the notes of a closed tab at this moment.
    if (!isLast) await deps.whenLooked();
    while (draft.isPending() && !state.draft.theirs) {
      const { text, base } = state.draft;
      draft.onSending(text);
      const stored = copy.save();
      // If the device is slow to store the notes, the request waits for at most this time.
      if (!isLast) await Promise.race([stored, sleep(timings.saveNotesMs)]);
      try {
        draft.onSaved(await deps.send({ text, base: base.rev }, isLast));
      } catch (error) {
        const have = conflictOf(error);
        if (!have) throw error;
        draft.meet(have);
      }
    }
    if (!draft.isPending()) {
      state.saving = 'saved';
      state.error = null;
    }
  }

  function send(isLast = false): Promise<void> {
    clearTimeout(timer);
    sending ??= sendAll(isLast)
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

  return { send, sendAfter, [Symbol.dispose]: () => clearTimeout(timer) };
}
