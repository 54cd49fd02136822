import { problemOf } from '#web/lib/api-error.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import { isSending } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';

/** Writes the last frames of the running recording. */
export type LastFrames = {
  /**
   * Notes that the recorder has crashed. If it was finishing the recording, the next recorder finishes it from the
   * stored data.
   */
  orphan(): void;
  /** Writes the last frames of this recording and returns its length and digest. */
  write(segment: RecordingSegment): Promise<Finished>;
};

type LastFramesInput = {
  recorder(): Recorder;
  /** Returns a promise that is pending while a new recorder takes over; null if none does. */
  reviving(): Promise<void> | null;
  capture: { flush(): void; close(): void };
  segments: Pick<RecordingSegments, 'all' | 'current'>;
  onFailure(step: string, error: unknown): void;
  signal: AbortSignal;
};

export function createLastFrames(input: LastFramesInput): LastFrames {
  const { recorder, capture, segments, signal } = input;
  let isOrphaned = false;

  return {
    orphan() {
      if (isSending(segments.current().stage)) isOrphaned = true;
    },
    async write(segment) {
      const id = segment.record?.id ?? '';
      if (isOrphaned) return await recorder().deliver(id);
      try {
        capture.flush();
        const finished = await recorder().finish();
        capture.close();
        // The recording may have reached the longest length meanwhile. In that case `finished` belongs to the recording
        // after it.
        const last = segments.all().find(({ record }) => record?.id === finished.id) ?? segment;
        last.finished = finished;
        return segment.finished ?? finished;
      } catch (error) {
        if (signal.aborted || problemOf(error).code === 'recording.no_audio') throw error;
        input.onFailure('finish', error);
        await input.reviving();
        return await recorder().deliver(id);
      }
    },
  };
}
