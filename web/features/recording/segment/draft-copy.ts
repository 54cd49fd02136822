import type { DraftPiece } from '#web/parts/draft/sent-draft.rules.ts';
import { isOver, type RecordingStage } from '#web/features/recording/state/recording-stage.rules.ts';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { RecordingDraft, RecordingRecord } from '#workers/recorder/recorder.contract.ts';

/** The draft that a model on this device has written. Of a recording that a crash has left, the words are not known. */
export type SegmentDraft = { model: string; language: string; segments: readonly DraftPiece[] };

/** Stores the draft of a segment on this device. It comes more often than it is stored, because a record is stored whole. */
type DraftCopy = Disposable & {
  /** Called when the draft has changed. It is written after `draftEveryMs`. */
  change(): void;
  /** Writes the draft at once if it is not stored yet. */
  flush(): Promise<void>;
};

export type DraftCopyInput = {
  annotate: Recorder['annotate'];
  segment: {
    readonly record: RecordingRecord | null;
    readonly draft: SegmentDraft | null;
    readonly stage: RecordingStage;
  };
  timings: {
    /** Delay between a change of the draft and its storage, ms. */
    draftEveryMs: number;
  };
};

export function createDraftCopy({ annotate, segment, timings }: DraftCopyInput): DraftCopy {
  const scope = createScope();
  let isDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  function later(): void {
    if (scope.signal.aborted) return;
    timer ??= setTimeout(() => void flush().catch(later), timings.draftEveryMs);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { record, draft, stage } = segment;
    // What has arrived or was discarded is on this device no more.
    if (!isDirty || !record || !draft || isOver(stage)) return;
    isDirty = false;
    try {
      const { isStored } = await annotate({ id: record.id, draft: toStored(draft) });
      isDirty ||= !isStored;
    } catch (error) {
      isDirty = true;
      throw error;
    }
  }

  return {
    change() {
      isDirty = true;
      later();
    },
    flush,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** Leaves out the words, which would be most of the record. */
const toStored = ({ model, language, segments }: SegmentDraft): RecordingDraft => ({
  engine: 'preview',
  model,
  language,
  segments: segments.map(({ start, end, text }) => ({ start, end, text })),
});
