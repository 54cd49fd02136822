import type { CaptureMonitor } from '#web/features/recording/monitor/capture-monitor.state.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { Recording, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import type { LiveControls } from './live-controls.ts';
import type { ShownProblem } from '#web/features/recording/state/shown-problem.ts';
import type { Takes } from './takes.ts';

type StartInput = {
  state: Pick<RecordingState, 'stage' | 'title'>;
  takes: Takes;
  segments: RecordingSegments;
  monitor: CaptureMonitor;
  live: LiveControls;
  /** The actions of the media keys. */
  keys: Pick<Recording, 'pause' | 'resume'>;
  problem: ShownProblem;
};

/** Returns the function that starts a recording after the sound check. Concurrent calls share one promise. */
export function createStart(input: StartInput): Recording['start'] {
  const { state, takes, segments, monitor, live, keys, problem } = input;
  let starting: Promise<void> | null = null;

  async function start(): Promise<void> {
    await takes.start();
    problem.clear();
    segments.to('start');
    live.begin(state.title, { pause: keys.pause, resume: keys.resume });
    monitor.updateWarnings();
  }

  return async () => {
    if (state.stage !== 'ready') return;
    starting ??= start()
      .catch((error: unknown) => problem.show('start', error))
      .finally(() => {
        starting = null;
      });
    await starting;
  };
}
