import { sleep } from '#web/lib/time.ts';
import type { SaveNotes } from '#web/features/recording/server/server-port.ts';
import { createNotesSync, type NotesSync } from './notes-sync.state.ts';

/** Saves the notes of a segment in its session on the server. */
type ServerNotes = Disposable & {
  /** True if the server has the notes of the segment, and no request without an answer may change them. */
  isSaved(): boolean;
  /** Called when the notes have changed. They are saved soon. */
  change(): void;
  /** Called when the segment has another session, which has no notes yet. */
  moveToNewSession(): void;
  /** Saves the notes now. Rejects with the error of the call. */
  save(): Promise<void>;
  /** Saves the notes now. Resolves with false if that failed or took longer than `ms`. */
  saveWithin(ms: number): Promise<boolean>;
};

export type ServerNotesInput = {
  save: SaveNotes;
  /** The notes to save. `sessionId` is null until there is a session. */
  segment: { readonly notes: string; readonly sessionId: string | null };
  /** Revision of the session's notes when the segment was created. */
  rev: number;
  timings: {
    /** Delay between a change of the notes and saving them, ms. */
    notesAfterMs: number;
    /** Delay before a failed save is repeated, ms. */
    notesAgainMs: number;
  };
  onSaved(): void;
  /** Called when notes that were written elsewhere were put before those that were written here. */
  onMerged(text: string): void;
};

export function createServerNotes(input: ServerNotesInput): ServerNotes {
  const { segment, timings } = input;
  let saved = segment.notes;
  let sync: NotesSync = openSync({ text: segment.notes, rev: input.rev });

  function openSync(from: { text: string; rev: number }): NotesSync {
    return createNotesSync({
      ...from,
      save: input.save,
      sessionId: () => segment.sessionId,
      afterMs: timings.notesAfterMs,
      againMs: timings.notesAgainMs,
      onSaved() {
        saved = segment.notes;
        input.onSaved();
      },
      onMerged: input.onMerged,
    });
  }

  async function save(): Promise<void> {
    sync.set(segment.notes);
    await sync.flush();
  }

  return {
    isSaved: () => segment.notes === saved && !sync.isPending(),
    change: () => sync.set(segment.notes),
    moveToNewSession() {
      sync[Symbol.dispose]();
      saved = '';
      sync = openSync({ text: '', rev: 0 });
    },
    save,
    async saveWithin(ms) {
      const done = save().then(
        () => true,
        () => false,
      );
      return await Promise.race([done, sleep(ms).then(() => false)]);
    },
    [Symbol.dispose]: () => sync[Symbol.dispose](),
  };
}
