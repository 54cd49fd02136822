import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import { isSending } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';

/** Lets a new recorder deliver the finished recordings that the crashed one was sending. */
export async function redeliver(segments: readonly RecordingSegment[], recorder: Recorder): Promise<void> {
  for (const { finished, stage } of segments)
    if (finished && isSending(stage)) await recorder.deliver(finished.id);
}
