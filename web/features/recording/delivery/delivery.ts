import { problemOf, type Problem } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createOutbox } from './upload-outcome.ts';
import type { Part } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { SendState } from '#web/features/recording/recording.rules.ts';
import {
  eventOfRefusal,
  isSending,
  needsNewSession,
  type SendingStage,
} from '#web/features/recording/recording-stage.rules.ts';
import { createSendingSteps } from './delivery-steps.ts';
import type { SignedIn } from '#web/features/recording/sign-in-gate.ts';

export type Sending = Disposable & {
  /** Runs the steps of a recording until none is left. Rejects with an error that has a `code`. */
  deliver(part: Part): Promise<void>;
  /** The last one first, then those before it that are still on their way. */
  deliverAll(parts: () => readonly Part[]): Promise<void>;
  /** Before another try: a new session where only that helps after this code. */
  mend(code: string): void;
  /** It was thrown away: nothing of it is waited for. */
  drop(part: Part): void;
  /** What waits for a better moment tries now. */
  hurry(): void;
  /** Another recorder has taken over; `isOver`: none has. */
  renew(isOver?: boolean): void;
  /** The recording whose sending is shown. */
  shown(): Part;
  send(part: Part): SendState | null;
};

type SendingInput = Pick<RecordingDeps, 'server' | 'analyse' | 'timings' | 'onFailure'> & {
  recorder(): Recorder;
  /** While a new recorder takes over. */
  reviving(): Promise<void> | null;
  signedIn: SignedIn;
  lastFrames(part: Part): Promise<Finished>;
  whenEmpty(part: Part): 'empty' | 'soundless';
  /** What was measured while it was recorded; null: it is measured anew. */
  sound(part: Part): Promise<SoundAnalysis | null>;
  onRest(record: RecordingRecord, finished: Finished): void;
  current(): Part;
  /** `onStage` and `onProblem` tell of the recording that is shown. */
  onStage(stage: SendingStage): void;
  onProblem(problem: Problem | null): void;
};

/** Brings recordings to the server, from Stop until the server has confirmed all of it. */
export function createSending(input: SendingInput): Sending {
  const { signedIn, timings } = input;
  const scope = createScope();
  const { signal } = scope;
  const running = new Map<Part, Promise<void>>();
  let outbox = createOutbox(input.recorder());
  let focus: Part | null = null;
  let isOver = false;
  let hurried = Promise.withResolvers<void>();
  scope.defer(() => outbox[Symbol.dispose]());

  async function pause(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([waited, hurried.promise]);
    clearTimeout(timer);
    signal.throwIfAborted();
  }

  /** Once for each: measuring a long recording anew takes its time. */
  const sounds = new Map<Part, Promise<SoundAnalysis | null>>();
  function soundOf(part: Part): Promise<SoundAnalysis | null> {
    const known = sounds.get(part) ?? measured(part);
    sounds.set(part, known);
    return known;
  }
  async function measured(part: Part): Promise<SoundAnalysis | null> {
    const heard = await input.sound(part);
    if (heard || !part.record || signal.aborted) return heard;
    try {
      return await input.analyse(await input.recorder().sound(part.record.id), signal);
    } catch (error) {
      // Then the server measures it.
      if (!signal.aborted) input.onFailure('analyse', error);
      return null;
    }
  }

  const steps = createSendingSteps({
    ...input,
    outbox: () => outbox,
    signedIn: () => signedIn.wait(),
    sound: soundOf,
    onProblem: (part, problem) => focus === part && input.onProblem(problem),
    againAfterMs: timings.completeAgainMs,
    pause,
    signal,
  });

  /** Runs one step and moves to the stage it leads to. Rejects if a person has to decide, or it must be tried later. */
  async function step(part: Part, seen: Set<SendingStage>): Promise<void> {
    const { stage } = part;
    if (!isSending(stage)) return;
    if (stage === 'uploading' && !seen.has(stage)) await tryRefused(part);
    seen.add(stage);
    if (focus === part) input.onStage(stage);
    if (stage === 'uploading') void soundOf(part);
    try {
      part.to(await steps[stage](part));
    } catch (error) {
      const { code } = problemOf(error);
      if (signal.aborted || !isSending(part.stage)) return signal.throwIfAborted();
      if (code === 'worker.ended' && !isOver) return void (await input.reviving());
      const event = eventOfRefusal(stage, code);
      // It was sent anew once and is refused again: sending it anew each time would never end.
      if (event === null || (event === 'differs' && seen.has('resending'))) throw error;
      part.to(event);
    }
  }

  /** Starts a sending again that the server had refused: it may have room by now. */
  async function tryRefused({ record }: Part): Promise<void> {
    if (!record || !outbox.failure(record.id)) return;
    outbox.again(record.id);
    await input.recorder().retryNow();
  }

  async function run(part: Part): Promise<void> {
    const seen = new Set<SendingStage>();
    while (isSending(part.stage)) await step(part, seen);
    if (part.stage !== 'finished') return;
    sounds.delete(part);
    part[Symbol.dispose]();
  }

  const sending: Sending = {
    deliver(part) {
      const known = running.get(part);
      if (known) return known;
      const work = run(part).finally(() => running.delete(part));
      running.set(part, work);
      return work;
    },
    async deliverAll(parts) {
      for (;;) {
        const part = parts().findLast(({ stage }) => isSending(stage));
        focus = part ?? null;
        if (!part) return;
        await sending.deliver(part);
      }
    },
    mend(code) {
      if (needsNewSession(code)) focus?.to('rehouse');
    },
    drop(part) {
      part.to('discard');
      if (part.record) outbox.drop(part.record.id);
      part[Symbol.dispose]();
    },
    hurry() {
      hurried.resolve();
      hurried = Promise.withResolvers();
    },
    renew(isLast = false) {
      isOver = isLast;
      const former = outbox;
      if (!isLast) outbox = createOutbox(input.recorder());
      former[Symbol.dispose]();
    },
    shown: () => focus ?? input.current(),
    send: (part) => (part.record ? outbox.send(part.record.id) : null),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return sending;
}
