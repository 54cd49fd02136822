import type { SendingReport } from '#web/features/network/index.ts';
import type { RecordingSegmentInput } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder, RecorderOptions } from '#workers/recorder/recorder.client.ts';

/** The dependencies that a recording and a recovery share. */
export type SharedDeps = {
  userId: string;
  /** Pairing in which this phone records without a sign-in. Absent if a signed-in person records. */
  pairingId?: string | undefined;
  server: ServerPort;
  /** Limits at which a recording continues as the next part: length of the audio, s, and size of the mp3, bytes. */
  longestS: number;
  largestBytes: number;
  openRecorder(options: Pick<RecorderOptions, 'headers' | 'session' | 'longestS' | 'largestBytes'>): Recorder;
  analyse(mp3: Blob, signal: AbortSignal): Promise<SoundAnalysis>;
  /** Reports the upload to the page. Null reports its end. */
  report(sending: SendingReport | null): void;
  timings: RecordingSegmentInput['timings'] & {
    /** Longest wait for the notes to be saved before a recording is discarded, ms. */
    notesPatienceMs: number;
    /**
     * Delays before the repetitions of `recording-complete`, ms: the first, the second, and so on. The last one is used
     * for all further repetitions.
     */
    completeAgainMs: readonly number[];
    /** Interval between two checks whether the person has signed in again, ms. */
    lookForSignInMs: number;
  };
  /** Logs an error that no sentence on screen explains. */
  onFailure(step: string, error: unknown): void;
};
