import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { WithRetries } from './retry.ts';

type NotesSavingInput = {
  server: Pick<ServerPort, 'isFinished' | 'leaveRest'>;
  withRetries: WithRetries;
};

type NotesSaving = {
  /**
   * Saves the notes. If the server accepts only `recording-complete` from this phone, which has no sign-in, the notes wait until that call
   * was repeated.
   */
  saveNotes(segment: RecordingSegment): Promise<void>;
  /** Saves the notes that have waited. This needs a sign-in. The recording stays on the device until they are saved. */
  saveLeftNotes(segment: RecordingSegment): Promise<void>;
};

/** Creates the two steps that save the notes of a recording: before `recording-complete`, and after it. */
export const createNotesSaving = ({ server, withRetries }: NotesSavingInput): NotesSaving => ({
  saveNotes: (segment) =>
    withRetries(segment, async () => {
      if (server.isFinished()) return;
      await segment.saveNotes().catch((error: unknown) => {
        if (!server.isFinished()) throw error;
      });
    }),
  async saveLeftNotes(segment) {
    if (!server.isFinished() || segment.notesSaved() === 'yes') return;
    server.leaveRest();
    await withRetries(segment, () => segment.saveNotes());
  },
});
