import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { failureOf, isPassing, mustSendAnew, tryAgainAfterMs } from './hand-over.rules.ts';
import type { Outbox } from './outbox.ts';
import { recordingMetadata, type RecordingFacts } from './recording-metadata.rules.ts';
import { problemOf } from './recording.rules.ts';

export type HandOverDeps = {
  recorder: Pick<Recorder, 'sendAnew' | 'remove'>;
  outbox: Outbox;
  complete(
    sessionId: string,
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Before the first, second … repetition; the last one repeats. */
  againAfterMs: readonly number[];
  /** Resolves after `ms`, or earlier where there is reason to try again. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
};

export type HandOverInput = {
  finished: Finished;
  facts(): Pick<RecordingFacts, 'mode' | 'startedAtMs' | 'markers' | 'dictated'>;
  /** Known at the latest when everything was sent. */
  sessionId(): string | null;
  sound(): Promise<SoundAnalysis | null>;
  saveNotes(): Promise<void>;
  onStage(stage: 'uploading' | 'completing'): void;
  /** Of a call that is repeated by itself; null: it goes on. */
  onProblem(problem: { code: string; requestId: string | null } | null): void;
};

/** A failure whose code is told to the person. */
class HandOverError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * From the last frame to the server's word that it has all of it: waits for the bytes, saves the notes, tells the server
 * what the recording is, and only after its digest matched removes the copy on this device. Rejects with something that has
 * a `code`; then everything is still here, and the same call takes it up again.
 */
export async function handOver(input: HandOverInput, deps: HandOverDeps): Promise<void> {
  const { finished, onStage } = input;
  const { outbox, recorder, signal } = deps;
  const { id } = finished;
  for (let isAnew = false; ; isAnew = true) {
    onStage('uploading');
    const code = await outbox.outcome(id);
    signal.throwIfAborted();
    // An answer to recording-complete that was lost looks like this: the same call again has the same answer.
    const isAlreadyThere = code === 'upload.already_complete';
    if (code !== null && !isAlreadyThere) throw new HandOverError(code);
    onStage('completing');
    try {
      await complete(input, deps);
      break;
    } catch (error) {
      if (!mustSendAnew(problemOf(error).code)) throw error;
      if (isAlreadyThere) throw new HandOverError('upload.already_complete');
      if (isAnew) throw error;
      outbox.again(id);
      await recorder.sendAnew(id);
    }
  }
  // Where it cannot be removed it is offered once more, and the server says once more that it has it.
  await recorder.remove(id).catch(() => {});
}

async function complete(input: HandOverInput, deps: HandOverDeps): Promise<void> {
  const { finished, facts } = input;
  const sessionId = input.sessionId();
  if (sessionId === null) throw new HandOverError('session.not_found');
  const sound = await input.sound();
  deps.signal.throwIfAborted();
  await persistently(() => input.saveNotes(), input, deps);
  const { durationS, bytes, sha256 } = finished;
  const parts = deps.outbox.send(finished.id)?.partsStored ?? 0;
  const metadata = recordingMetadata({ durationS, bytes, sha256, parts, ...facts() }, sound);
  const peaks = sound?.peaks ?? new Int8Array(0);
  await persistently(() => deps.complete(sessionId, metadata, peaks, deps.signal), input, deps);
}

/** Repeats what fails for want of a connection, a server or a sign-in. */
async function persistently(
  work: () => Promise<void>,
  { onProblem }: HandOverInput,
  { signal, againAfterMs, pause }: HandOverDeps,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return onProblem(null);
    } catch (error) {
      if (signal.aborted || !isPassing(failureOf(error))) throw error;
      onProblem(problemOf(error));
      await pause(tryAgainAfterMs(attempt, againAfterMs), signal);
    }
  }
}
