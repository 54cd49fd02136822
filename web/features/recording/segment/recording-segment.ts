import { createScope } from '#web/lib/scope.ts';
import { sleep } from '#web/lib/time.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { contentOf, type Finished, type RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { mergedNotes } from './merge-notes.rules.ts';
import { createNotesSync, type NotesSync, type SaveNotes } from './notes-sync.state.ts';
import type { DictatedText, Marker, RecordingState } from '#web/features/recording/recording.rules.ts';
import {
  type RecordingStage,
  stageAfter,
  type StageEvent,
} from '#web/features/recording/recording-stage.rules.ts';

/**
 * One recording of one session, with its markers, notes and dictated text. After the longest length the next segment follows.
 */
export type RecordingSegment = Disposable & {
  readonly index: number;
  readonly markers: readonly Marker[];
  readonly notes: string;
  readonly dictated: readonly DictatedText[];
  /** Null until its sound begins. */
  readonly record: RecordingRecord | null;
  readonly sessionId: string | null;
  readonly stage: RecordingStage;
  finished: Finished | null;
  /**
   * Contents (`contentOf`) that this tab has read from the device or written to it. Any other content comes from another tab.
   */
  seen(): readonly string[];
  to(event: StageEvent): void;
  /** Starts or continues the sound. Earlier notes and markers stay; those of the record are added once. */
  begin(record: RecordingRecord): void;
  /** Sets the session, or replaces one that is gone. */
  toSession(sessionId: string): void;
  mark(marker: Marker): void;
  setNotes(text: string): void;
  dictate(text: DictatedText): void;
  notesSaved(): RecordingState['notesSaved'];
  /** Stores markers, notes and dictated text on this device. */
  flush(): Promise<void>;
  /** Rejects as the call does. */
  saveNotes(): Promise<void>;
  /** Saves the notes on the server; false if that failed or took longer than `ms`. */
  savesNotesWithin(ms: number): Promise<boolean>;
};

export type RecordingSegmentInput = {
  index: number;
  sessionId: string | null;
  notes: { text: string; rev: number };
  stage: RecordingStage;
  annotate: Recorder['annotate'];
  save: SaveNotes;
  timings: { annotateAfterMs: number; notesAfterMs: number; notesAgainMs: number };
  onChange(): void;
};

export function createRecordingSegment(input: RecordingSegmentInput): RecordingSegment {
  const { timings, onChange } = input;
  const scope = createScope();
  let markers: Marker[] = [];
  let dictated: DictatedText[] = [];
  let notes = input.notes.text;
  let onDevice = notes;
  let onServer = notes;
  let record: RecordingRecord | null = null;
  let { stage } = input;
  let sessionId = input.sessionId;
  let sync: NotesSync = openSync(input.notes);
  let isDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;
  const seen = new Set<string>();
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

  /**
   * Writes markers, notes and dictated text to the device; false if they are in memory only: then a later `flush` repeats the
   * write.
   */
  async function annotated(annotation: Parameters<Recorder['annotate']>[0]): Promise<boolean> {
    try {
      const { isStored } = await input.annotate(annotation);
      isDirty ||= !isStored;
      return isStored;
    } catch (error) {
      isDirty = true;
      throw error;
    }
  }

  async function write(): Promise<void> {
    const id = record?.id;
    if (!id) return;
    while (isDirty && !scope.signal.aborted) {
      isDirty = false;
      const written = notes;
      if (record) seen.add(contentOf({ ...record, markers, notes, dictated }));
      const isStored = await annotated({ id, markers, notes: written, dictated });
      if (!isStored) return later(timings.notesAgainMs);
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

  async function saveNotes(): Promise<void> {
    sync.set(notes);
    await sync.flush();
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
    seen: () => [...seen],
    get stage() {
      return stage;
    },
    to(event) {
      stage = stageAfter(stage, event);
    },
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
      if (record?.id !== begun.id) {
        markers = [...begun.markers, ...markers];
        dictated = [...begun.dictated, ...dictated];
        notes = mergedNotes(notes, begun.notes);
        // Only the first record shows what is stored. Later records also contain changes that a full device holds in memory
        // only.
        onDevice = begun.notes;
      }
      record = begun;
      seen.add(contentOf(begun));
      sessionId ??= begun.sessionId;
      const isSame = notes === begun.notes && notes === onDevice && markers.length === begun.markers.length;
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
    saveNotes,
    async savesNotesWithin(ms) {
      const saved = saveNotes().then(
        () => true,
        () => false,
      );
      return await Promise.race([saved, sleep(ms).then(() => false)]);
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
