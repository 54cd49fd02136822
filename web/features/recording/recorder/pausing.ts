import type { Capture } from '#web/features/recording/capture/capture.state.ts';
import { captureCode, markerOf } from '#web/features/recording/monitor/recording-warning.rules.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { Recording, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { canDo } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { InBackground } from './background.ts';

type PausingInput = {
  state: Pick<RecordingState, 'positionS'>;
  segments: RecordingSegments;
  recorder(): Recorder;
  capture: Capture;
  /** Opens a microphone again. */
  prepare(): Promise<void>;
  inBackground: InBackground;
};

/** Creates the actions that begin and end a pause. A pause leaves a gap marker. */
export function createPausing(input: PausingInput): Pick<Recording, 'pause' | 'resume'> {
  const { state, segments, recorder, capture, inBackground } = input;
  return {
    pause() {
      if (!canDo(segments.current().stage, 'pause')) return;
      segments.to('pause');
      inBackground('pause', recorder().pause());
      inBackground('annotate', segments.current().flush());
    },
    resume() {
      if (!canDo(segments.current().stage, 'resume')) return;
      segments.mark(markerOf('gap', state.positionS, { code: captureCode('paused') }));
      segments.to('resume');
      inBackground('resume', recorder().resume());
      capture.wake();
      if (capture.microphone()) return;
      segments.to('lost');
      inBackground('microphone', input.prepare());
    },
  };
}
