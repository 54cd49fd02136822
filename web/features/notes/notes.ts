import type { NotesOutbox } from './notes-store.ts';
import type { NotesDraft, ServerNotes } from './notes.rules.ts';

/** `offline`: the server cannot be reached; the notes are sent when it answers again. `failed`: the server refuses them. */
export type NotesSaving = 'saved' | 'unsaved' | 'offline' | 'failed';

export type NotesState = {
  draft: NotesDraft;
  saving: NotesSaving;
  error: unknown;
  /** True if all unsaved changes are stored on this device. */
  isStored: boolean;
};

export type Notes = Disposable & {
  readonly state: NotesState;
  /** Resolves when the draft contains the notes that closed tabs have left on this device. */
  readonly looked: Promise<void>;
  write(text: string): void;
  /** Applies the notes that the server has now. */
  meet(notes: ServerNotes): void;
  keepBoth(): void;
  takeTheirs(): void;
  /** Sends unsaved changes now. Rejects if the request fails. */
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
