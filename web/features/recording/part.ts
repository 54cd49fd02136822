import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createNotesSync, type NotesSync, type SaveNotes } from './notes.state.ts';
import type { DictatedText, Marker, RecordingState } from './recording.rules.ts';

/** One recording of one session, with what is written beside its sound. After the longest length a next one follows. */
export type Part = Disposable & {
  readonly index: number;
  readonly markers: readonly Marker[];
  readonly notes: string;
  readonly dictated: readonly DictatedText[];
  /** Null until its sound begins. */
  readonly record: RecordingRecord | null;
  readonly sessionId: string | null;
  finished: Finished | null;
  /** The server has all of it. */
  isDone: boolean;
  begin(record: RecordingRecord): void;
  /** Its session, or another one because that has gone. */
  toSession(sessionId: string): void;
  mark(marker: Marker): void;
  setNotes(text: string): void;
  dictate(text: DictatedText): void;
  notesSaved(): RecordingState['notesSaved'];
  /** Everything beside the sound lies on this device. */
  flush(): Promise<void>;
  /** The notes are on the server. Rejects as the call does. */
  saveNotes(): Promise<void>;
};

export type PartInput = {
  index: number;
  sessionId: string | null;
  notes: { text: string; rev: number };
  annotate: Recorder['annotate'];
  save: SaveNotes;
  timings: { annotateAfterMs: number; notesAfterMs: number; notesAgainMs: number };
  /** Markers, notes, dictated text or how they are saved have changed. */
  onChange(): void;
};

export function createPart(input: PartInput): Part {
  const { timings, onChange } = input;
  const scope = createScope();
  let markers: Marker[] = [];
  let dictated: DictatedText[] = [];
  let notes = input.notes.text;
  let onDevice = notes;
  let onServer = notes;
  let record: RecordingRecord | null = null;
  let sessionId = input.sessionId;
  let sync: NotesSync = openSync(input.notes);
  let isDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;
  scope.defer(() => clearTimeout(timer));
  scope.defer(() => sync[Symbol.dispose]());

  function openSync(from: { text: string; rev: number }): NotesSync {
    return createNotesSync({
      ...from,
      save: input.save,
      sessionId: () => sessionId,
      afterMs: timings.notesAfterMs,
      againMs: timings.notesAgainMs,
      onSaved() {
        onServer = notes;
        onChange();
      },
      onMerged(text) {
        notes = text;
        changed();
      },
    });
  }

  async function write(): Promise<void> {
    const id = record?.id;
    if (!id) return;
    while (isDirty && !scope.signal.aborted) {
      isDirty = false;
      const written = notes;
      try {
        await input.annotate({ id, markers, notes: written, dictated });
      } catch (error) {
        isDirty = true;
        throw error;
      }
      onDevice = written;
      onChange();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  }

  function later(ms = timings.annotateAfterMs): void {
    clearTimeout(timer);
    if (scope.signal.aborted || !record) return;
    timer = setTimeout(() => void flush().catch(() => later(timings.notesAgainMs)), ms);
  }

  function changed(): void {
    isDirty = true;
    later();
    onChange();
  }

  return {
    index: input.index,
    finished: null,
    isDone: false,
    get markers() {
      return markers;
    },
    get notes() {
      return notes;
    },
    get dictated() {
      return dictated;
    },
    get record() {
      return record;
    },
    get sessionId() {
      return sessionId;
    },
    begin(begun) {
      record = begun;
      sessionId ??= begun.sessionId;
      markers = [...begun.markers, ...markers];
      dictated = [...begun.dictated, ...dictated];
      onDevice = begun.notes;
      const isSame = notes === begun.notes && markers.length === begun.markers.length;
      isDirty = !isSame || dictated.length !== begun.dictated.length;
      if (isDirty) later();
      onChange();
    },
    toSession(next) {
      const isOther = sessionId !== null && sessionId !== next;
      sessionId = next;
      if (isOther) {
        sync[Symbol.dispose]();
        onServer = '';
        sync = openSync({ text: '', rev: 0 });
      }
      sync.set(notes);
      onChange();
    },
    mark(marker) {
      markers = [...markers, marker];
      changed();
    },
    setNotes(text) {
      if (text === notes) return;
      notes = text;
      sync.set(text);
      changed();
    },
    dictate(text) {
      dictated = [...dictated, text];
      changed();
    },
    notesSaved() {
      if (notes === onServer) return 'yes';
      return record && notes === onDevice ? 'device' : 'no';
    },
    flush,
    saveNotes: () => sync.flush(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
