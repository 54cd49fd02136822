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
  /** From the last frame to the end; the same one for everybody who asks. */
  finish(): Promise<void>;
  /** After a problem: the step that failed, again. */
  again(): Promise<void>;
  /** The recorder has gone in the middle of it: another one finishes what it left. */
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
  /** Releases the wake lock and the media controls. */
  quiet(): void;
  signal: AbortSignal;
};

/** What happens at Stop: last frames, then everything to the server. Whatever fails stops it where it is. */
export function createFinisher(input: FinisherInput): Finisher {
  const { state, to, tell, segments, link, capture, delivery, signal } = input;
  let running: Promise<void> | null = null;
  let isOrphaned = false;

  async function end(): Promise<void> {
    // If markers or notes cannot be stored, the recording is ended all the same: its last frames matter more.
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

  /** Goes back to the start. Notes and markers stay, and the next sound goes into the same recording. */
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
        // It may have reached the longest length while it ended. Then `finished` belongs to the next recording.
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
