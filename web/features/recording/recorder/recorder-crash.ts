import type { Capture } from '#web/features/recording/capture/capture.state.ts';
import { redeliver } from '#web/features/recording/delivery/redeliver.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { ShownProblem } from '#web/features/recording/state/shown-problem.ts';
import type { RecordingEnd } from './recording-end.ts';
import type { Takes } from './takes.ts';

/** Handles the crash of the recorder. */
type RecorderCrash = {
  /** Continues with the next recorder, from the data on the device. */
  takeOver(next: Recorder): Promise<void>;
  /** Called when no recorder takes over. Nothing is recorded any more until the person asks for it. `code`: why. */
  onLost(code: string): void;
};

type RecorderCrashInput = {
  state: Pick<RecordingState, 'stage' | 'rollsOver' | 'problem'>;
  segments: RecordingSegments;
  end: RecordingEnd;
  capture: Capture;
  takes: Takes;
  problem: ShownProblem;
};

export function createRecorderCrash(input: RecorderCrashInput): RecorderCrash {
  const { state, segments, capture, takes, problem } = input;
  const { delivery, lastFrames } = input.end;
  return {
    async takeOver(next) {
      const { record } = segments.current();
      lastFrames.orphan();
      delivery.renew();
      await redeliver(segments.all(), next);
      await capture.feedNewRecorder();
      if (!record || !isLive(state.stage)) return;
      await takes.goOn(record.id).catch((error: unknown) => problem.show('take up', error));
      await next.setRollover(state.rollsOver);
      if (state.stage === 'paused') await next.pause();
    },
    onLost(code) {
      lastFrames.orphan();
      delivery.renew(true);
      capture.close();
      segments.to('lost');
      state.problem = { code, requestId: null };
    },
  };
}
