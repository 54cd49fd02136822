import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { contentOf, type RecordingRecord } from '#workers/recorder/recorder.contract.ts';

/** Stores markers, notes and dictated text of a segment on this device. */
type DeviceCopy = Disposable & {
  /** Returns the notes that are stored. */
  notes(): string;
  /** Returns the contents (`contentOf`) that this tab has read from the device or written to it. */
  seen(): readonly string[];
  /** Begins or continues the audio in this record. If the record lacks some content, that is written. */
  begin(record: RecordingRecord, isFirst: boolean): void;
  /** Called when the content has changed. It is written after `annotateAfterMs`. */
  change(): void;
  /** Writes everything at once that is not stored yet. */
  flush(): Promise<void>;
};

export type DeviceCopyInput = {
  annotate: Recorder['annotate'];
  /** The content to store. `record` is null until the audio begins. */
  segment: Readonly<Pick<RecordingRecord, 'markers' | 'notes' | 'dictated'>> & {
    readonly record: RecordingRecord | null;
  };
  timings: {
    /** Delay between a change of the content and its storage, ms. */
    annotateAfterMs: number;
    /** Delay before a failed write is repeated, ms. */
    notesAgainMs: number;
  };
  onStored(): void;
};

export function createDeviceCopy(input: DeviceCopyInput): DeviceCopy {
  const { segment, timings } = input;
  const scope = createScope();
  let storedNotes = segment.notes;
  let isDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;
  const seen = new Set<string>();
  scope.defer(() => clearTimeout(timer));

  /**
   * Writes the content to the device. Returns false if the content is in memory only; a later `flush` then repeats the
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
    const id = segment.record?.id;
    if (!id) return;
    while (isDirty && !scope.signal.aborted) {
      isDirty = false;
      const { record, markers, notes, dictated } = segment;
      if (record) seen.add(contentOf({ ...record, markers, notes, dictated }));
      const isStored = await annotated({ id, markers, notes, dictated });
      if (!isStored) return later(timings.notesAgainMs);
      storedNotes = notes;
      input.onStored();
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
    if (scope.signal.aborted || !segment.record) return;
    timer = setTimeout(() => void flush().catch(() => later(timings.notesAgainMs)), ms);
  }

  return {
    notes: () => storedNotes,
    seen: () => [...seen],
    begin(begun, isFirst) {
      // Only the first record shows what is stored. Later records also contain changes that are only in memory, because
      // the device is full.
      if (isFirst) storedNotes = begun.notes;
      seen.add(contentOf(begun));
      const { markers, notes, dictated } = segment;
      const isSame =
        notes === begun.notes && notes === storedNotes && markers.length === begun.markers.length;
      isDirty = !isSame || dictated.length !== begun.dictated.length;
      if (isDirty) later();
    },
    change() {
      isDirty = true;
      later();
    },
    flush,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
