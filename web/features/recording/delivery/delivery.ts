import { problemOf, type Problem } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createUploadOutcomes } from './upload-outcome.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { SendState } from '#web/features/recording/recording.rules.ts';
import {
  eventOfRefusal,
  isSending,
  needsNewSession,
  type SendingStage,
} from '#web/features/recording/recording-stage.rules.ts';
import { createDeliverySteps } from './delivery-steps.ts';
import type { SignInGate } from '#web/features/recording/sign-in-gate.ts';

export type Delivery = Disposable & {
  /** Rejects with an error that has a `code`. */
  deliver(segment: RecordingSegment): Promise<void>;
  /** Delivers the newest recording first, then the earlier ones that are still being sent. */
  deliverAll(segments: () => readonly RecordingSegment[]): Promise<void>;
  /** Prepares another try: requests a new session if this error code needs one. */
  mend(code: string): void;
  drop(segment: RecordingSegment): void;
  /** Retries at once whatever waits for its next try. */
  hurry(): void;
  /** Adopts the new recorder; `isOver`: there is none. */
  renew(isOver?: boolean): void;
  shown(): RecordingSegment;
  send(segment: RecordingSegment): SendState | null;
};

type DeliveryInput = Pick<RecordingDeps, 'server' | 'analyse' | 'timings' | 'onFailure'> & {
  recorder(): Recorder;
  /** Pending while a new recorder takes over; null otherwise. */
  reviving(): Promise<void> | null;
  signedIn: SignInGate;
  lastFrames(segment: RecordingSegment): Promise<Finished>;
  whenEmpty(segment: RecordingSegment): 'empty' | 'soundless';
  /** Resolves with the analysis made while recording; null: the mp3 has to be analysed. */
  sound(segment: RecordingSegment): Promise<SoundAnalysis | null>;
  onRest(record: RecordingRecord, finished: Finished): void;
  current(): RecordingSegment;
  /** `onStage` and `onProblem` concern the recording that is shown. */
  onStage(stage: SendingStage): void;
  onProblem(problem: Problem | null): void;
};

export function createDelivery(input: DeliveryInput): Delivery {
  const { signedIn, timings } = input;
  const scope = createScope();
  const { signal } = scope;
  const running = new Map<RecordingSegment, Promise<void>>();
  let outcomes = createUploadOutcomes(input.recorder());
  let focus: RecordingSegment | null = null;
  let isOver = false;
  let hurried = Promise.withResolvers<void>();
  scope.defer(() => outcomes[Symbol.dispose]());

  async function pause(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([waited, hurried.promise]);
    clearTimeout(timer);
    signal.throwIfAborted();
  }

  /** Cached: analysing a long mp3 takes time. */
  const sounds = new Map<RecordingSegment, Promise<SoundAnalysis | null>>();
  function soundOf(segment: RecordingSegment): Promise<SoundAnalysis | null> {
    const known = sounds.get(segment) ?? measured(segment);
    sounds.set(segment, known);
    return known;
  }
  async function measured(segment: RecordingSegment): Promise<SoundAnalysis | null> {
    const heard = await input.sound(segment);
    if (heard || !segment.record || signal.aborted) return heard;
    try {
      return await input.analyse(await input.recorder().sound(segment.record.id), signal);
    } catch (error) {
      // The server analyses it then.
      if (!signal.aborted) input.onFailure('analyse', error);
      return null;
    }
  }

  const steps = createDeliverySteps({
    ...input,
    outcomes: () => outcomes,
    signedIn: () => signedIn.wait(),
    sound: soundOf,
    onProblem: (segment, problem) => focus === segment && input.onProblem(problem),
    againAfterMs: timings.completeAgainMs,
    pause,
    signal,
  });

  /** Runs one step and moves to the next stage. Rejects if the person must decide or the step must be repeated later. */
  async function step(segment: RecordingSegment, seen: Set<SendingStage>): Promise<void> {
    const { stage } = segment;
    if (!isSending(stage)) return;
    if (stage === 'uploading' && !seen.has(stage)) await tryRefused(segment);
    seen.add(stage);
    if (focus === segment) input.onStage(stage);
    if (stage === 'uploading') void soundOf(segment);
    try {
      segment.to(await steps[stage](segment));
    } catch (error) {
      const { code } = problemOf(error);
      if (signal.aborted || !isSending(segment.stage)) return signal.throwIfAborted();
      if (code === 'worker.ended' && !isOver) return void (await input.reviving());
      const event = eventOfRefusal(stage, code);
      // All bytes were sent again once and are refused again: stop instead of looping.
      if (event === null || (event === 'differs' && seen.has('resending'))) throw error;
      segment.to(event);
    }
  }

  /** Restarts an upload that the server had refused: there may be room by now. */
  async function tryRefused({ record }: RecordingSegment): Promise<void> {
    if (!record || !outcomes.failure(record.id)) return;
    outcomes.again(record.id);
    await input.recorder().retryNow();
  }

  async function run(segment: RecordingSegment): Promise<void> {
    const seen = new Set<SendingStage>();
    while (isSending(segment.stage)) await step(segment, seen);
    if (segment.stage !== 'finished') return;
    sounds.delete(segment);
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
    hurry() {
      hurried.resolve();
      hurried = Promise.withResolvers();
    },
    renew(isLast = false) {
      isOver = isLast;
      const former = outcomes;
      if (!isLast) outcomes = createUploadOutcomes(input.recorder());
      former[Symbol.dispose]();
    },
    shown: () => focus ?? input.current(),
    send: (segment) => (segment.record ? outcomes.send(segment.record.id) : null),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return delivery;
}
