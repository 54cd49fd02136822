import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { WithRetries } from './retry.ts';

type NotesSavingInput = {
  server: Pick<ServerPort, 'isFinished' | 'leaveRest'>;
  withRetries: WithRetries;
};

export type NotesSaving = {
  /**
   * Saves the notes. If the server accepts only `recording-complete` from this phone, which has no sign-in, the notes wait until that call
   * was repeated.
   */
  saveNotes(segment: RecordingSegment): Promise<void>;
  /** Saves the notes of a recording without audio. If the server takes no notes from this phone, they wait for a sign-in. */
  saveNotesAlone(segment: RecordingSegment): Promise<void>;
  /** Saves the notes that have waited. This needs a sign-in. The recording stays on the device until they are saved. */
  saveLeftNotes(segment: RecordingSegment): Promise<void>;
};

/** Creates the calls that save the notes of a recording: before `recording-complete`, without audio, and after `recording-complete`. */
export const createNotesSaving = ({ server, withRetries }: NotesSavingInput): NotesSaving => ({
  saveNotes: (segment) =>
    withRetries(segment, async () => {
      if (server.isFinished()) return;
      await segment.saveNotes().catch((error: unknown) => {
        if (!server.isFinished()) throw error;
      });
    }),
  saveNotesAlone: (segment) =>
    withRetries(segment, () =>
      segment.saveNotes().catch((error: unknown) => {
        server.leaveRest();
        throw error;
      }),
    ),
  async saveLeftNotes(segment) {
    if (!server.isFinished() || segment.notesSaved() === 'yes') return;
    server.leaveRest();
    await withRetries(segment, () => segment.saveNotes());
  },
});
