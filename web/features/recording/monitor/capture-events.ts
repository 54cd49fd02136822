import { ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import type { CaptureEvent } from '#web/features/recording/capture/capture.state.ts';
import { isLoopback } from '#web/features/recording/capture/devices.rules.ts';
import type { Marker, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { isLive, type StageEvent } from '#web/features/recording/state/recording-stage.rules.ts';
import type { LivePosition } from './live-position.ts';
import { captureCode, markerOf } from './recording-warning.rules.ts';
import type { RecordingWarnings } from './recording-warnings.state.ts';
import { createSuspension } from './suspension.ts';

type CaptureEvents = Disposable & { onEvent(event: CaptureEvent): void };

type CaptureEventsInput = {
  state: RecordingState;
  warnings: RecordingWarnings;
  position: LivePosition;
  /** Length of a suspension of the audio context below which it is not reported, ms. */
  suspendedAfterMs: number;
  to(event: StageEvent): void;
  /** Adds a marker to the recording that is shown. */
  mark(marker: Marker): void;
  closeCapture(): void;
};

/** Writes the consequences of the microphone's events for the recording into the state. */
export function createCaptureEvents(input: CaptureEventsInput): CaptureEvents {
  const { state, warnings, position, to, mark } = input;
  const { facts } = warnings;
  const scope = createScope();

  const setProblem = (code: string) => {
    state.problem = { code, requestId: null };
  };
  const clearProblem = (start: string) => {
    if (state.problem?.code.startsWith(start)) state.problem = null;
  };

  const suspension = scope.use(
    createSuspension({
      reportAfterMs: input.suspendedAfterMs,
      positionS: () => (state.stage === 'recording' ? position.nowS() : null),
      onReport: () => setProblem('capture.suspended'),
      onEnd(fromS) {
        if (fromS !== null) mark(markerOf('gap', fromS, { code: captureCode('suspended') }));
        clearProblem('capture.suspended');
      },
    }),
  );

  function onMicrophone({ microphone, isSwitched }: Extract<CaptureEvent, { type: 'connected' }>): void {
    state.deviceId = microphone.id;
    facts.isMuted = microphone.isMuted;
    facts.isWrongDevice = isLoopback(microphone.label);
    clearProblem('capture.');
    if (isSwitched && isLive(state.stage)) setProblem('capture.switched');
    if (state.stage === 'interrupted') {
      mark(markerOf('gap', state.positionS, { code: captureCode('track_ended') }));
      to('found');
    }
    warnings.update();
  }

  function onLost(): void {
    facts.isMuted = facts.isWrongDevice = false;
    if (state.stage === 'ready') {
      input.closeCapture();
      setProblem('capture.no_device');
    } else if (state.stage === 'paused') setProblem('capture.no_device');
    to('lost');
    warnings.update();
  }

  function onSuspended(isSuspended: boolean): void {
    if (isSuspended === facts.isSuspended) return;
    facts.isSuspended = isSuspended;
    if (isSuspended) suspension.begin();
    else suspension.end();
    warnings.update();
  }

  return {
    onEvent(event) {
      switch (event.type) {
        case 'devices':
          state.devices = ref(event.devices);
          return;
        case 'connected':
          return onMicrophone(event);
        case 'lost':
          return onLost();
        case 'muted':
          facts.isMuted = event.isMuted;
          return warnings.update();
        case 'suspended':
          return onSuspended(event.isSuspended);
        case 'systemEnded':
          state.options.systemAudio = false;
      }
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
