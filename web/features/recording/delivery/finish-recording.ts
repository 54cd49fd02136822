import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { canDo, isOver } from '#web/features/recording/state/recording-stage.rules.ts';
import type { ShownProblem } from '#web/features/recording/state/shown-problem.ts';
import type { Delivery } from './delivery.ts';

export type Finisher = {
  isRunning(): boolean;
  /** Finishes a running recording and delivers it. Concurrent calls share one promise. */
  finish(): Promise<void>;
  /** Repeats the step that has failed, and continues after it. */
  again(): Promise<void>;
};

type FinisherInput = {
  state: Pick<RecordingState, 'stage' | 'problem'>;
  segments: RecordingSegments;
  delivery: Delivery;
  /** Releases the microphone and everything else that is needed only while audio is recorded. */
  release(): void;
  problem: ShownProblem;
  onFailure(step: string, error: unknown): void;
  signal: AbortSignal;
};

/**
 * Creates the work after Stop. It writes the last frames and then delivers the recording. After a failure it stops at
 * the failed step.
 */
export function createFinisher(input: FinisherInput): Finisher {
  const { state, segments, delivery, onFailure, signal } = input;
  let running: Promise<void> | null = null;

  async function end(): Promise<void> {
    // If markers or notes cannot be stored, the recording is finished all the same, because its last frames matter
    // more.
    await segments
      .current()
      .flush()
      .catch((error: unknown) => onFailure('annotate', error));
    await deliver();
  }

  async function deliver(): Promise<void> {
    state.problem = null;
    await delivery.deliverAll(segments.all);
    if (signal.aborted) return;
    const current = segments.current();
    if (current.stage === 'idle') return backToStart(current);
    if (segments.all().some(({ stage, record }) => record !== null && !isOver(stage)))
      throw new Error('A recording that ended was neither sent nor kept.');
    if (current.stage === 'discarded') return;
    state.stage = 'finished';
    input.release();
  }

  /**
   * Returns to the start, because the recording has no audio. Notes and markers stay, and the next audio goes into the
   * same recording.
   */
  function backToStart(segment: RecordingSegment): void {
    input.release();
    state.stage = 'idle';
    state.problem = { code: 'recording.no_audio', requestId: null };
    segment.saveNotes().catch((error: unknown) => onFailure('notes', error));
  }

  function run(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch((error: unknown) => input.problem.show('end', error))
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    isRunning: () => running !== null,
    async finish() {
      const canFinish = canDo(segments.current().stage, 'finish');
      if (!canFinish && running === null) return;
      if (canFinish) state.problem = null;
      segments.to('finish');
      await run(end);
    },
    again() {
      const code = state.problem?.code ?? '';
      return run(async () => {
        delivery.mend(code);
        await deliver();
      });
    },
  };
}
