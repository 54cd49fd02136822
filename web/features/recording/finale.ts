import { createScope } from '#web/lib/scope.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { handOver } from './hand-over.ts';
import { needsNewSession } from './hand-over.rules.ts';
import { createOutbox } from './outbox.ts';
import type { Part } from './part.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { problemOf, type SendState } from './recording.rules.ts';
import type { SignedIn } from './signed-in.ts';

export type Finale = Disposable & {
  /** Resolves when the server has all of a finished recording, and the copy here is gone. Rejects with a `code`. */
  deliver(part: Part): Promise<void>;
  /** The last one first, then those before it that are still on their way. */
  deliverAll(parts: readonly Part[]): Promise<void>;
  /** Before another try: a new session where only that helps after this code. */
  mend(code: string): Promise<void>;
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

type FinaleInput = Pick<RecordingDeps, 'server' | 'analyse' | 'timings' | 'onFailure'> & {
  recorder(): Recorder;
  /** While a new recorder takes over. */
  reviving(): Promise<void> | null;
  signedIn: SignedIn;
  /** What was measured while it was recorded; null: it is measured anew. */
  sound(part: Part): Promise<SoundAnalysis | null>;
  current(): Part;
  onStage(stage: 'uploading' | 'completing'): void;
  onProblem(problem: { code: string; requestId: string | null } | null): void;
};

/** From Stop to the server's answer, for the recording on screen and for those that it rolled over from. */
export function createFinale(input: FinaleInput): Finale {
  const { server, signedIn, timings } = input;
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
    await signedIn.wait();
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

  async function once(part: Part): Promise<void> {
    const { finished, record } = part;
    if (!finished || !record) throw new Error('The recording has not ended.');
    const sound = soundOf(part);
    const isShown = () => focus === part;
    await handOver(
      {
        finished,
        facts: () => ({
          mode: record.mode,
          startedAtMs: record.startedAtMs,
          markers: part.markers,
          dictated: part.dictated,
        }),
        sessionId: () => part.sessionId,
        sound: () => sound,
        saveNotes: () => part.saveNotes(),
        onStage: (stage) => isShown() && input.onStage(stage),
        onProblem: (problem) => isShown() && input.onProblem(problem),
      },
      {
        recorder: input.recorder(),
        outbox,
        async complete(...call) {
          await signedIn.wait();
          await server.complete(...call);
        },
        againAfterMs: timings.completeAgainMs,
        pause,
        signal,
      },
    );
  }

  async function run(part: Part): Promise<void> {
    for (;;) {
      try {
        await once(part);
        break;
      } catch (error) {
        if (part.isDone) return;
        if (signal.aborted || isOver || problemOf(error).code !== 'worker.ended') throw error;
        await input.reviving();
      }
    }
    part.isDone = true;
    sounds.delete(part);
    part[Symbol.dispose]();
  }

  async function inNewSession(part: Part): Promise<void> {
    const { record } = part;
    if (!record) return;
    await signedIn.wait();
    const sessionId = await server.createSession(record.session, signal);
    part.toSession(sessionId);
    outbox.again(record.id);
    await input.recorder().sendAnew(record.id, sessionId);
  }

  const finale: Finale = {
    deliver(part) {
      const known = running.get(part);
      if (known) return known;
      const work = run(part).finally(() => running.delete(part));
      running.set(part, work);
      return work;
    },
    async deliverAll(parts) {
      for (const part of parts.toReversed()) {
        if (part.isDone || !part.finished) continue;
        focus = part;
        // Refused before; perhaps there is room by now.
        if (outbox.failure(part.finished.id)) {
          outbox.again(part.finished.id);
          await input.recorder().retryNow();
        }
        await finale.deliver(part);
      }
    },
    async mend(code) {
      if (focus && !focus.isDone && needsNewSession(code)) await inNewSession(focus);
    },
    drop(part) {
      part.isDone = true;
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
  return finale;
}
