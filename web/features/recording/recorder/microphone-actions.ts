import type { CaptureMonitor } from '#web/features/recording/monitor/capture-monitor.state.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { Recording, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { canDo } from '#web/features/recording/state/recording-stage.rules.ts';
import type { ShownProblem } from '#web/features/recording/state/shown-problem.ts';

type MicrophoneActionsInput = {
  state: RecordingState;
  segments: RecordingSegments;
  monitor: CaptureMonitor;
  problem: ShownProblem;
  /** Called when the browser is asked for the microphone before the recording has begun. */
  onAsk(): void;
};

/** Creates what a person can do with the microphone: switch it on, choose another one, and change its processing. */
export function createMicrophoneActions(
  input: MicrophoneActionsInput,
): Pick<Recording, 'prepare' | 'chooseDevice' | 'setOptions' | 'track'> {
  const { state, segments, monitor, problem } = input;
  const { capture } = monitor;

  async function prepare(): Promise<void> {
    const isGone = state.stage === 'interrupted' || state.stage === 'paused';
    if (!isGone && !canDo(segments.current().stage, 'ask')) return;
    problem.clear();
    if (!isGone) {
      segments.to('ask');
      input.onAsk();
    }
    try {
      await (isGone && capture.isOpen() ? capture.again() : capture.open({ ...state.options }));
      segments.to('opened');
      monitor.updateWarnings();
    } catch (error) {
      segments.to('refused');
      problem.show('microphone', error);
    }
  }

  return {
    prepare,
    async chooseDevice(id) {
      try {
        state.deviceId = id;
        await capture.choose(id);
      } catch (error) {
        problem.show('microphone', error);
        state.deviceId = capture.microphone()?.id ?? null;
      }
    },
    async setOptions(change) {
      const former = { ...state.options };
      const { systemAudio, ...processing } = { ...former, ...change };
      const isOther = Object.entries(processing).some(
        ([key, is]) => former[key as keyof typeof former] !== is,
      );
      try {
        Object.assign(state.options, processing);
        if (isOther) await capture.process({ ...state.options });
        if (systemAudio === former.systemAudio) return;
        problem.clear('capture.system_audio');
        if (systemAudio && !capture.isOpen()) await prepare();
        if (!systemAudio) capture.removeSystemAudio();
        state.options.systemAudio = systemAudio && (await capture.addSystemAudio());
      } catch (error) {
        Object.assign(state.options, former);
        problem.show('options', error);
      }
    },
    track: () => capture.track(),
  };
}
