import type { Finished } from '#workers/recorder/recorder.contract.ts';
import { problemOf } from '#web/lib/api-error.ts';
import type { Capture } from '#web/features/recording/capture/capture.state.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecorderLink } from '#web/features/recording/recorder-link.ts';
import type { RecordingState } from '#web/features/recording/recording.rules.ts';
import { isOver, isSending, type StageEvent } from '#web/features/recording/recording-stage.rules.ts';
import type { Delivery } from './delivery.ts';

export type Finisher = {
  isRunning(): boolean;
  /** Finishes and delivers the recording; concurrent calls share one promise. */
  finish(): Promise<void>;
  again(): Promise<void>;
  /** The recorder has crashed while finishing: the next one finishes the recording. */
  orphan(): void;
  /** Ends the running recording: writes its last frames and returns its length and digest. */
  lastFrames(segment: RecordingSegment): Promise<Finished>;
};

type FinisherInput = {
  state: RecordingState;
  to(event: StageEvent): void;
  tell(step: string, error: unknown): void;
  onFailure(step: string, error: unknown): void;
  segments: RecordingSegments;
  link: RecorderLink;
  capture: Capture;
  delivery: Delivery;
  quiet(): void;
  signal: AbortSignal;
};

/** The work after Stop: writes the last frames, then delivers. A failure stops at the failed step. */
export function createFinisher(input: FinisherInput): Finisher {
  const { state, to, tell, segments, link, capture, delivery, signal } = input;
  let running: Promise<void> | null = null;
  let isOrphaned = false;

  async function end(): Promise<void> {
    // If markers or notes cannot be stored, the recording is finished anyway: its last frames matter more.
    await segments
      .current()
      .flush()
      .catch((error: unknown) => input.onFailure('annotate', error));
    await bring();
  }

  async function bring(): Promise<void> {
    state.problem = null;
    await delivery.deliverAll(() => segments.all());
    if (signal.aborted) return;
    const current = segments.current();
    if (current.stage === 'idle') return noSound(current);
    if (segments.all().some(({ stage, record }) => record !== null && !isOver(stage)))
      throw new Error('A recording that ended was neither sent nor kept.');
    if (current.stage === 'discarded') return;
    state.stage = 'finished';
    capture.close();
    input.quiet();
  }

  /** Returns to the start. Notes and markers stay, and the next sound goes into the same recording. */
  function noSound(segment: RecordingSegment): void {
    capture.close();
    input.quiet();
    state.stage = 'idle';
    state.problem = { code: 'recording.no_audio', requestId: null };
    segment.saveNotes().catch((error: unknown) => input.onFailure('notes', error));
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
    finish() {
      to('finish');
      return run(end);
    },
    again() {
      const code = state.problem?.code ?? '';
      return run(async () => {
        delivery.mend(code);
        await bring();
      });
    },
    orphan() {
      if (isSending(segments.current().stage)) isOrphaned = true;
    },
    async lastFrames(segment) {
      const id = segment.record?.id ?? '';
      if (isOrphaned) return await link.get().deliver(id);
      try {
        capture.flush();
        const finished = await link.get().finish();
        capture.close();
        // The recording may have reached the longest length meanwhile. Then `finished` belongs to the next one.
        const last = segments.all().find(({ record }) => record?.id === finished.id) ?? segment;
        last.finished = finished;
        return segment.finished ?? finished;
      } catch (error) {
        if (signal.aborted || problemOf(error).code === 'recording.no_audio') throw error;
        input.onFailure('finish', error);
        await link.reviving();
        return await link.get().deliver(id);
      }
    },
  };
}
