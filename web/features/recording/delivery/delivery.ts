import type { Problem } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { SendState } from '#web/features/recording/state/recording.rules.ts';
import {
  isSending,
  needsNewSession,
  type SendingStage,
} from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { CompletionStepsInput } from './completion-steps.ts';
import { createDeliverySteps, type DeliveryServer } from './delivery-steps.ts';
import type { EndStepsInput } from './end-steps.ts';
import { createRetryPause } from './retry.ts';
import { createSoundAnalyses, type SoundAnalysesInput } from './sound-analyses.ts';
import { createStageRun } from './stage-run.ts';
import { createUploadOutcomes, type UploadOutcomes } from './upload-outcome.ts';

export type Delivery = Disposable & {
  /** Delivers a recording until the server has it. Rejects with an error that has a `code`. */
  deliver(segment: RecordingSegment): Promise<void>;
  /** Delivers the newest recording first, then the earlier ones that are still being sent. */
  deliverAll(segments: () => readonly RecordingSegment[]): Promise<void>;
  /** Prepares another try after the error `code`. If the code needs a new session, one is requested. */
  mend(code: string): void;
  /** Ends the delivery of a recording that the person has discarded. Nothing of it is sent any more. */
  drop(segment: RecordingSegment): void;
  /** Retries everything at once that waits for its next try. */
  hurry(): void;
  /** Follows a new recorder. `isOver` means that the recorder has crashed and none takes over. */
  renew(isOver?: boolean): void;
  /** Returns the recording that is being delivered, otherwise the current one. */
  shown(): RecordingSegment;
  /** Returns the progress of the upload; null before its first report. */
  send(segment: RecordingSegment): SendState | null;
};

type DeliveryInput = Pick<EndStepsInput, 'lastFrames' | 'whenEmpty'> &
  Pick<CompletionStepsInput, 'draftWritten' | 'onRest'> &
  Omit<SoundAnalysesInput, 'signal'> & {
    server: DeliveryServer;
    /**
     * Delays before the repetitions of a call, ms: the first, the second, and so on. The last one is used for all
     * further repetitions.
     */
    againAfterMs: readonly number[];
    /** Returns a promise that is pending while a new recorder takes over; null if none does. */
    reviving(): Promise<void> | null;
    signedIn: SignInGate;
    current(): RecordingSegment;
    /** `onStage` and `onProblem` concern the recording that is shown. */
    onStage(stage: SendingStage): void;
    onProblem(problem: Problem | null): void;
  };

/**
 * Creates the delivery of recordings that have ended. It sends them to the server and then removes them from this
 * device.
 */
export function createDelivery(input: DeliveryInput): Delivery {
  const { recorder, signedIn } = input;
  const scope = createScope();
  const { signal } = scope;
  const running = new Map<RecordingSegment, Promise<void>>();
  let outcomes = createUploadOutcomes(recorder());
  let focus: RecordingSegment | null = null;
  let isOver = false;
  scope.defer(() => outcomes[Symbol.dispose]());

  const { pause, hurry } = createRetryPause(signal);
  const sounds = createSoundAnalyses({ ...input, signal });
  const steps = createDeliverySteps({
    ...input,
    outcomes: () => outcomes,
    signedIn: () => signedIn.wait(),
    sound: sounds.of,
    onProblem: (segment, problem) => focus === segment && input.onProblem(problem),
    pause,
    signal,
  });
  const runStages = createStageRun({
    steps,
    tryRefused: (segment) => tryRefused(segment, outcomes, recorder()),
    onStage(segment, stage) {
      if (focus === segment) input.onStage(stage);
      if (stage === 'uploading') void sounds.of(segment);
    },
    reviving: input.reviving,
    isOver: () => isOver,
    signal,
  });

  async function run(segment: RecordingSegment): Promise<void> {
    await runStages(segment);
    if (segment.stage !== 'finished') return;
    sounds.forget(segment);
    segment[Symbol.dispose]();
  }

  const delivery: Delivery = {
    deliver(segment) {
      const known = running.get(segment);
      if (known) return known;
      const work = run(segment).finally(() => running.delete(segment));
      running.set(segment, work);
      return work;
    },
    async deliverAll(segments) {
      for (;;) {
        const segment = segments().findLast(({ stage }) => isSending(stage));
        focus = segment ?? null;
        if (!segment) return;
        await delivery.deliver(segment);
      }
    },
    mend(code) {
      if (needsNewSession(code)) focus?.to('rehouse');
    },
    drop(segment) {
      segment.to('discard');
      if (segment.record) outcomes.drop(segment.record.id);
      segment[Symbol.dispose]();
    },
    hurry,
    renew(isLast = false) {
      isOver = isLast;
      const former = outcomes;
      if (!isLast) outcomes = createUploadOutcomes(recorder());
      former[Symbol.dispose]();
    },
    shown: () => focus ?? input.current(),
    send: (segment) => (segment.record ? outcomes.send(segment.record.id) : null),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return delivery;
}

/** Restarts an upload that the server had refused, because the server may have room by now. */
async function tryRefused(
  { record }: RecordingSegment,
  outcomes: UploadOutcomes,
  recorder: Recorder,
): Promise<void> {
  if (!record || !outcomes.failure(record.id)) return;
  outcomes.again(record.id);
  await recorder.retryNow();
}
