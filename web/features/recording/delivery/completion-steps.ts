import { adoptedUploadSchema, type AdoptedUpload } from '#api/contract/upload.ts';
import { problemOf } from '#web/lib/api-error.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import { isOtherBytes } from '#web/features/recording/state/recording-stage.rules.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { DeliveryError, type DeliverySteps, recordOf } from './delivery-step.ts';
import type { NotesSaving } from './notes-saving.ts';
import { recordingMetadata } from './recording-metadata.rules.ts';
import type { WithRetries } from './retry.ts';
import type { UploadAnswers } from './upload-steps.ts';

export type CompletionStepsInput = {
  recorder(): Recorder;
  server: Pick<ServerPort, 'complete'>;
  notesSaving: NotesSaving;
  answers: UploadAnswers;
  /**
   * Resolves with the analysis of the audio. Resolves with null if the analysis failed; the server then analyses the
   * audio.
   */
  sound(segment: RecordingSegment): Promise<SoundAnalysis | null>;
  /** Resolves when all of the draft of a recording is written, or when it is not awaited any longer. Never rejects. */
  draftWritten(segment: RecordingSegment): Promise<void>;
  /** Returns the number of requests in which the bytes of this recording were sent. */
  partsSent(recordId: string): number;
  /**
   * Receives the recording with the audio that an adopted upload lacks. It is called again when the step is repeated.
   */
  onRest(record: RecordingRecord, finished: Finished): void;
  withRetries: WithRetries;
  signal: AbortSignal;
};

/** Creates the steps that send the metadata of a recording to the server (`recording-complete`). */
export function createCompletionSteps(
  input: CompletionStepsInput,
): Pick<DeliverySteps, 'completing' | 'joining'> {
  const { recorder, server, answers, withRetries, signal } = input;
  const { saveNotes, saveLeftNotes } = input.notesSaving;

  async function complete(
    segment: RecordingSegment,
    sessionId: string,
    adopted: { id: string; of: AdoptedUpload } | null,
  ): Promise<void> {
    const { record, finished } = segment;
    if (!record || !finished) throw new DeliveryError('recording.not_kept');
    const sound = await input.sound(segment);
    await input.draftWritten(segment);
    signal.throwIfAborted();
    const { durationS, bytes, sha256 } = adopted
      ? { ...adopted.of, durationS: adopted.of.duration }
      : finished;
    const { mode, startedAtMs, session } = record;
    const { language } = session;
    const parts = input.partsSent(finished.id);
    // Markers, dictated text and draft after the end of an adopted upload belong to the recording with the rest of the audio.
    const markers = segment.markers.filter(({ at }) => !adopted || at <= durationS);
    const dictated = segment.dictated.filter(({ start }) => !adopted || start < durationS);
    const { draft } = segment;
    const metadata = recordingMetadata(
      { durationS, bytes, sha256, mode, startedAtMs, parts, markers, language, dictated, draft },
      sound,
    );
    const body = adopted ? { ...metadata, adopted: adopted.id } : metadata;
    const peaks = sound?.peaks ?? new Int8Array(0);
    await withRetries(segment, () => server.complete(sessionId, body, peaks, signal));
  }

  return {
    async completing(segment) {
      const { sessionId } = segment;
      if (sessionId === null) throw new DeliveryError('session.not_found');
      const sound = input.sound(segment);
      await saveNotes(segment);
      await sound;
      try {
        await complete(segment, sessionId, null);
      } catch (error) {
        const { success, data } = adoptedUploadSchema.safeParse((error as { body?: unknown }).body);
        if (success) answers.adopted.set(segment, data);
        // The audio of the session belongs to another recording.
        if (answers.alreadyComplete.has(segment) && isOtherBytes(problemOf(error).code))
          throw new DeliveryError('upload.already_complete');
        throw error;
      }
      await saveLeftNotes(segment);
      return 'completed';
    },

    async joining(segment) {
      const adopted = answers.adopted.get(segment);
      if (!adopted) throw new DeliveryError('upload.adopted');
      // The recording with the rest of the audio takes the rest of the draft from the device.
      await input.draftWritten(segment);
      await segment.flush().catch(() => {});
      const split = await recorder().splitOff(recordOf(segment).id, adopted);
      if (split.is === 'other') {
        if (segment.record) segment.record.session = split.session;
        return 'rehouse';
      }
      // The rest comes first, so that the page delivers it even if a call below fails.
      if (split.is === 'rest') input.onRest(split.record, split.finished);
      await saveNotes(segment);
      await complete(segment, adopted.session_id, { id: split.uploadId, of: adopted });
      await saveLeftNotes(segment);
      return 'joined';
    },
  };
}
