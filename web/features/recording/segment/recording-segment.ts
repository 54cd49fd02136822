import { createScope } from '#web/lib/scope.ts';
import type { DictatedText, Marker, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import {
  type RecordingStage,
  stageAfter,
  type StageEvent,
} from '#web/features/recording/state/recording-stage.rules.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createDeviceCopy, type DeviceCopyInput } from './device-copy.ts';
import { createDraftCopy, type DraftCopyInput, type SegmentDraft } from './draft-copy.ts';
import { mergedNotes } from './merge-notes.rules.ts';
import { createServerNotes, type ServerNotesInput } from './server-notes.ts';

/**
 * One recording of one session, with its markers, notes and dictated text. At the longest length the next segment
 * follows.
 */
export type RecordingSegment = Disposable & {
  readonly index: number;
  readonly markers: readonly Marker[];
  readonly notes: string;
  readonly dictated: readonly DictatedText[];
  /** Null until a model on this device has written something. */
  readonly draft: SegmentDraft | null;
  /** The stored recording; null until its audio begins. */
  readonly record: RecordingRecord | null;
  readonly sessionId: string | null;
  readonly stage: RecordingStage;
  finished: Finished | null;
  /**
   * Returns the contents (`contentOf`) that this tab has read from the device or written to it. Any other content comes
   * from another tab.
   */
  seen(): readonly string[];
  to(event: StageEvent): void;
  /**
   * Begins or continues the audio in this record. Earlier notes and markers stay, and those of the record are added
   * once.
   */
  begin(record: RecordingRecord): void;
  /** Sets the session, or replaces one that is gone. */
  toSession(sessionId: string): void;
  mark(marker: Marker): void;
  setNotes(text: string): void;
  dictate(text: DictatedText): void;
  /** Replaces the draft. It is stored on this device some seconds later. */
  setDraft(draft: SegmentDraft): void;
  notesSaved(): RecordingState['notesSaved'];
  /** Stores markers, notes, dictated text and draft on this device. */
  flush(): Promise<void>;
  /** Saves the notes on the server. Rejects with the error of the call. */
  saveNotes(): Promise<void>;
  /** Saves the notes on the server. Resolves with false if that failed or took longer than `ms`. */
  savesNotesWithin(ms: number): Promise<boolean>;
};

export type RecordingSegmentInput = Pick<DeviceCopyInput, 'annotate'> &
  Pick<ServerNotesInput, 'save'> & {
    index: number;
    sessionId: string | null;
    /** Notes of the session when the segment is created. */
    notes: { text: string; rev: number };
    stage: RecordingStage;
    timings: DeviceCopyInput['timings'] & DraftCopyInput['timings'] & ServerNotesInput['timings'];
    onChange(): void;
  };

type SegmentState = Pick<RecordingRecord, 'markers' | 'notes' | 'dictated'> & {
  draft: SegmentDraft | null;
} & Pick<RecordingSegment, 'index' | 'finished'> & {
    record: RecordingRecord | null;
    sessionId: string | null;
    stage: RecordingStage;
  };

export function createRecordingSegment(input: RecordingSegmentInput): RecordingSegment {
  const { annotate, save, timings, onChange } = input;
  const scope = createScope();
  const segment = startState(input);
  const onDevice = scope.use(createDeviceCopy({ segment, annotate, timings, onStored: onChange }));
  const draftOnDevice = scope.use(createDraftCopy({ segment, annotate, timings }));
  const onServer = scope.use(
    createServerNotes({ segment, save, rev: input.notes.rev, timings, onSaved: onChange, onMerged }),
  );

  function changed(): void {
    onDevice.change();
    onChange();
  }
  function onMerged(text: string): void {
    segment.notes = text;
    changed();
  }

  return Object.assign(segment, {
    seen: onDevice.seen,
    to(event: StageEvent) {
      segment.stage = stageAfter(segment.stage, event);
    },
    begin(record: RecordingRecord) {
      const isFirst = segment.record?.id !== record.id;
      if (isFirst) {
        segment.markers = [...record.markers, ...segment.markers];
        segment.dictated = [...record.dictated, ...segment.dictated];
        segment.notes = mergedNotes(segment.notes, record.notes);
        segment.draft ??= record.draft ?? null;
      }
      segment.record = record;
      segment.sessionId ??= record.sessionId;
      onDevice.begin(record, isFirst);
      onChange();
    },
    toSession(sessionId: string) {
      const isOther = segment.sessionId !== null && segment.sessionId !== sessionId;
      segment.sessionId = sessionId;
      if (isOther) onServer.moveToNewSession();
      onServer.change();
      onChange();
    },
    mark(marker: Marker) {
      segment.markers = [...segment.markers, marker];
      changed();
    },
    setNotes(text: string) {
      if (text === segment.notes) return;
      segment.notes = text;
      onServer.change();
      changed();
    },
    dictate(text: DictatedText) {
      segment.dictated = [...segment.dictated, text];
      changed();
    },
    setDraft(draft: SegmentDraft) {
      segment.draft = draft;
      draftOnDevice.change();
    },
    notesSaved(): RecordingState['notesSaved'] {
      if (onServer.isSaved()) return 'yes';
      return segment.record && segment.notes === onDevice.notes() ? 'device' : 'no';
    },
    flush: async () => void (await Promise.all([onDevice.flush(), draftOnDevice.flush()])),
    saveNotes: onServer.save,
    savesNotesWithin: onServer.saveWithin,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  });
}

const startState = ({ index, sessionId, stage, notes }: RecordingSegmentInput): SegmentState => ({
  index,
  finished: null,
  markers: [],
  notes: notes.text,
  dictated: [],
  draft: null,
  record: null,
  sessionId,
  stage,
});
