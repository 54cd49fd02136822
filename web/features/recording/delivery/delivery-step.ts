import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { SendingEvent, SendingStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';

/** The work of each stage after Stop. A step rejects with an error that has a `code`. It can be repeated after that. */
export type DeliverySteps = Record<SendingStage, (segment: RecordingSegment) => Promise<SendingEvent>>;

/** The error of a step that cannot go on. `code` is a code of `api/contract/errors.ts`. */
export class DeliveryError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Returns the record of a segment. Throws `recording.not_kept` if no audio was recorded. */
export function recordOf({ record }: RecordingSegment): RecordingRecord {
  if (!record) throw new DeliveryError('recording.not_kept');
  return record;
}
