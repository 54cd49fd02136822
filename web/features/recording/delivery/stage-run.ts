import { problemOf } from '#web/lib/api-error.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import {
  eventOfRefusal,
  isSending,
  type SendingStage,
} from '#web/features/recording/state/recording-stage.rules.ts';
import type { DeliverySteps } from './delivery-step.ts';

type StageRunInput = {
  steps: DeliverySteps;
  /** Restarts the upload if the server had refused it. It is called once in each run. */
  tryRefused(segment: RecordingSegment): Promise<void>;
  onStage(segment: RecordingSegment, stage: SendingStage): void;
  /** Returns a promise that is pending while a new recorder takes over; null if none does. */
  reviving(): Promise<void> | null;
  /** True if the recorder has crashed and none takes over. */
  isOver(): boolean;
  signal: AbortSignal;
};

/**
 * Returns a function that leads a recording through the stages after Stop, until the server has it. The function
 * rejects if the person must decide, or if the step must be repeated later.
 */
export function createStageRun(input: StageRunInput): (segment: RecordingSegment) => Promise<void> {
  const { steps, signal } = input;

  /** Does the work of the current stage and moves to the next one. */
  async function step(segment: RecordingSegment, seen: Set<SendingStage>): Promise<void> {
    const { stage } = segment;
    if (!isSending(stage)) return;
    if (stage === 'uploading' && !seen.has(stage)) await input.tryRefused(segment);
    seen.add(stage);
    input.onStage(segment, stage);
    try {
      segment.to(await steps[stage](segment));
    } catch (error) {
      const { code } = problemOf(error);
      if (signal.aborted || !isSending(segment.stage)) return signal.throwIfAborted();
      if (code === 'worker.ended' && !input.isOver()) return void (await input.reviving());
      const event = eventOfRefusal(stage, code);
      // If all bytes were sent again and are refused again, the run stops. Otherwise it would never end.
      if (event === null || (event === 'differs' && seen.has('resending'))) throw error;
      segment.to(event);
    }
  }

  return async (segment) => {
    const seen = new Set<SendingStage>();
    while (isSending(segment.stage)) await step(segment, seen);
  };
}
