import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { WithRetries } from './retry.ts';

type NotesSavingInput = {
  server: Pick<ServerPort, 'isFinished' | 'leaveRest'>;
  withRetries: WithRetries;
};

type NotesSaving = {
  /**
   * Saves the notes. If the server takes nothing more of a phone without a sign-in than `recording-complete`, they wait until that is
   * repeated.
   */
  saveNotes(segment: RecordingSegment): Promise<void>;
  /** Saves the notes that have waited. They need a sign-in. The recording stays on the device until then. */
  saveLeftNotes(segment: RecordingSegment): Promise<void>;
};

/** Creates how the notes of a recording are saved before and after `recording-complete`. */
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
