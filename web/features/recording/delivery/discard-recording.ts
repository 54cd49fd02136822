import { withinMs } from '#api/shared/within-ms.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { canDo, shownStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Delivery } from './delivery.ts';

type DiscardInput = {
  state: Pick<RecordingState, 'stage' | 'problem'>;
  segments: Pick<RecordingSegments, 'all' | 'current' | 'sessionSettled'>;
  delivery: Delivery;
  recorder(): Recorder;
  /** Releases the microphone and everything else that is needed only while audio is recorded. */
  release(): void;
  /** Takes the draft of the current segment back from the server. Never rejects. */
  withdrawDraft(): Promise<void>;
  /** Longest wait for a session that is being created, for the notes to be saved, and for the draft to be removed, ms. */
  notesPatienceMs: number;
  onFailure(step: string, error: unknown): void;
};

/**
 * Returns the function that discards the audio of the current segment. Its notes stay, because they belong to the
 * session. Its draft is taken back from the server.
 */
export const createDiscard =
  ({
    state,
    segments,
    delivery,
    recorder,
    release,
    withdrawDraft,
    notesPatienceMs,
    onFailure,
  }: DiscardInput) =>
  async (): Promise<void> => {
    const segment = segments.current();
    if (!canDo(segment.stage, 'discard')) return;
    const { record } = segment;
    state.problem = null;
    release();
    // A session whose id never arrives would stay empty, and nobody would know what it is for.
    const settled = async () => {
      if (record) await withinMs(notesPatienceMs, segments.sessionSettled(record.id));
    };
    await settled();
    const withdrawn = withinMs(notesPatienceMs, withdrawDraft());
    await segment.flush().catch((error: unknown) => onFailure('annotate', error));
    const areNotesSaved = await segment.savesNotesWithin(notesPatienceMs);
    delivery.drop(segment);
    state.stage = shownStage(segment.stage);
    try {
      if (record) await recorder().throwAway(record.id, { keepsNotes: !areNotesSaved });
    } catch (error) {
      // The copy stays on the device, and the library lists it as a kept recording.
      onFailure('throw away', error);
    }
    // Sound that came while the notes were saved may have asked for a session.
    await Promise.all([withdrawn, settled()]);
    // Earlier segments are not discarded, but delivered.
    await delivery.deliverAll(segments.all).catch((error: unknown) => onFailure('deliver', error));
  };
