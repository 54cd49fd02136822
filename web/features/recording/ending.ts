import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { Capture } from './capture.state.ts';
import type { Finale } from './finale.ts';
import type { Parts } from './parts.ts';
import type { RecorderLink } from './recorder-link.ts';
import { problemOf, type RecordingState, type StageEvent } from './recording.rules.ts';

export type Ending = {
  isRunning(): boolean;
  /** From the last frame to the end; the same one for everybody who asks. */
  finish(): Promise<void>;
  /** After a problem: the step that failed, again. */
  again(): Promise<void>;
  /** The recorder has gone in the middle of it: another one finishes what it left. */
  orphan(): void;
};

type EndingInput = {
  state: RecordingState;
  to(event: StageEvent): void;
  tell(step: string, error: unknown): void;
  onFailure(step: string, error: unknown): void;
  parts: Parts;
  link: RecorderLink;
  capture: Capture;
  finale: Finale;
  /** Nothing was recorded at all. */
  discard(): Promise<void>;
  onFinished(): void;
  signal: AbortSignal;
};

/** What happens at Stop: last frames, then everything to the server. Whatever fails stops it where it is. */
export function createEnding(input: EndingInput): Ending {
  const { state, to, tell, parts, link, capture, finale, signal } = input;
  let running: Promise<void> | null = null;
  let isOrphaned = false;

  async function lastFrames(id: string): Promise<Finished> {
    if (isOrphaned) return await link.get().deliver(id);
    try {
      capture.flush();
      return await link.get().finish();
    } catch (error) {
      if (signal.aborted || problemOf(error).code === 'recording.no_audio') throw error;
      input.onFailure('finish', error);
      await link.reviving();
      return await link.get().deliver(id);
    }
  }

  async function end(): Promise<void> {
    const ended = parts.current();
    const { record } = ended;
    if (!record) return;
    try {
      // What is written beside the sound is never worth its last frames.
      await ended.flush().catch((error: unknown) => input.onFailure('annotate', error));
      const finished = await lastFrames(record.id);
      // It may have rolled over while it ended.
      const last = parts.all().find((part) => part.record?.id === finished.id) ?? ended;
      last.finished = finished;
    } catch (error) {
      const isEmpty = problemOf(error).code === 'recording.no_audio';
      const hasMore = parts.all().some(({ finished }) => finished !== null);
      if (isEmpty && !hasMore) await input.discard();
      if (!isEmpty || !hasMore) return tell('finish', error);
      // Stopped in the very moment in which it rolled over: what there is lies in the parts before.
      await link.get().remove(parts.current().record?.id ?? record.id);
    }
    if (state.stage !== 'finishing') return;
    capture.close();
    to('upload');
    await handOver();
  }

  async function handOver(): Promise<void> {
    state.problem = null;
    try {
      await finale.deliverAll(parts.all());
    } catch (error) {
      return tell('hand over', error);
    }
    if (signal.aborted) return;
    to('finished');
    input.onFinished();
  }

  function run(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch((error: unknown) => tell('end', error))
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    isRunning: () => running !== null,
    finish: () => run(end),
    again() {
      const code = state.problem?.code ?? '';
      if (state.stage === 'finishing') return run(end);
      return run(async () => {
        await finale.mend(code);
        await handOver();
      });
    },
    orphan() {
      isOrphaned = true;
    },
  };
}
