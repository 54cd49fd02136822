import { problemOf } from '#web/lib/api-error.ts';
import { withDictated } from '#web/parts/recording/dictated-text.rules.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { DeliverySteps } from './delivery-step.ts';
import type { CreateOwnSession } from './own-session.ts';
import type { NotesSaving } from './notes-saving.ts';

export type EndStepsInput = {
  /**
   * Ends a running or kept recording and returns its length and digest. Rejects with `recording.no_audio` if it has no
   * audio.
   */
  lastFrames(segment: RecordingSegment): Promise<Finished>;
  /**
   * Returns the event for a recording without audio: `empty` goes back to the microphone, `soundless` saves only its
   * notes.
   */
  whenEmpty(segment: RecordingSegment): 'empty' | 'soundless';
  createOwnSession: CreateOwnSession;
  notesSaving: NotesSaving;
};

/**
 * Creates the step that ends the recording of audio, and the step that saves the notes of a recording without audio.
 */
export function createEndSteps(input: EndStepsInput): Pick<DeliverySteps, 'finishing' | 'noting'> {
  return {
    async finishing(segment) {
      if (segment.finished) return 'ended';
      try {
        const finished = await input.lastFrames(segment);
        segment.finished ??= finished;
        return 'ended';
      } catch (error) {
        if (problemOf(error).code !== 'recording.no_audio') throw error;
        // If `finished` is set, the recording has reached the longest length meanwhile, and only the recording after it
        // has no audio.
        return segment.finished ? 'ended' : input.whenEmpty(segment);
      }
    },

    async noting(segment) {
      const dictated = withDictated('', segment.dictated);
      if (!segment.notes.endsWith(dictated)) segment.setNotes(withDictated(segment.notes, segment.dictated));
      if (segment.notes !== '' && segment.sessionId === null) await input.createOwnSession(segment);
      // Empty notes are sent too, because the server may still have text that was deleted here.
      if (segment.sessionId !== null) await input.notesSaving.saveNotesAlone(segment);
      return 'noted';
    },
  };
}
