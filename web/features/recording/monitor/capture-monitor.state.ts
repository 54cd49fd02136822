import { ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import {
  type Capture,
  type CaptureInput,
  createCapture,
} from '#web/features/recording/capture/capture.state.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { LiveReport, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { createCaptureEvents } from './capture-events.ts';
import type { Monitor } from '#workers/monitor/monitor.client.ts';
import { createLiveAnalysis, type LiveAnalysis } from './live-analysis.ts';
import { createLivePosition, type LivePosition } from './live-position.ts';
import { createRecordingWarnings, type RecordingWarnings } from './recording-warnings.state.ts';

export type CaptureMonitorDeps = Pick<CaptureInput, 'openCapture' | 'devices'> & {
  openMonitor(): Monitor;
  page: { isHidden(): boolean };
  /** Length at which the next recording begins, s. */
  longestS: number;
  timings: {
    /** Time in which the person can choose another microphone after a loss, ms. */
    fallbackAfterMs: number;
    /** Length of a suspension of the audio context below which it is not reported, ms. */
    suspendedAfterMs: number;
    /** Longest wait for the live analysis after Stop, ms. If it takes longer, the mp3 is analysed. */
    monitorPatienceMs: number;
  };
};

type CaptureMonitorInput = {
  deps: CaptureMonitorDeps;
  state: RecordingState;
  recorder(): Recorder;
  segments: Pick<RecordingSegments, 'current' | 'to' | 'mark'>;
};

export type CaptureMonitor = Disposable & {
  readonly capture: Capture;
  readonly analysis: LiveAnalysis;
  readonly now: LivePosition['now'];
  onReport(listener: (report: LiveReport) => void): () => void;
  /** Called when the next recording is shown. */
  turn(): void;
  updateWarnings(): void;
  readonly dismiss: RecordingWarnings['dismiss'];
};

/** Monitors the capture: microphone events, warnings and the waveform. Writes them into the state. */
export function createCaptureMonitor({
  deps,
  state,
  segments,
  recorder,
}: CaptureMonitorInput): CaptureMonitor {
  const { openMonitor, openCapture, devices, page, longestS, timings } = deps;
  const { to, mark } = segments;
  const current = () => segments.current().index;
  const scope = createScope();
  const listeners = new Set<(report: LiveReport) => void>();
  const position = createLivePosition({ state, longestS, current });
  const { nowS } = position;
  const warnings = createRecordingWarnings({ state, isHidden: page.isHidden, current, nowS, mark });

  const analysis = scope.use(
    createLiveAnalysis({
      openMonitor,
      onReport(report, index, atS) {
        warnings.setReport(report);
        if (atS !== null) position.reach(index, atS);
        warnings.update(index, atS ?? nowS());
        for (const listener of listeners) listener(report);
      },
      onPicture(picture, index) {
        if (index === current()) state.picture = ref(picture);
      },
      onFailed() {
        state.isMonitored = false;
        warnings.setReport(null);
        warnings.update();
      },
      patienceMs: timings.monitorPatienceMs,
    }),
  );

  async function attach(pcm: MessagePort, sampleRate: number): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    state.isMonitored = true;
    analysis.attach(port2, sampleRate);
    await recorder().attach({ pcm, sampleRate, monitor: port1 });
  }

  const { onEvent } = scope.use(
    createCaptureEvents({
      state,
      warnings,
      position,
      suspendedAfterMs: timings.suspendedAfterMs,
      to,
      mark,
      closeCapture: () => capture.close(),
    }),
  );
  const capture: Capture = scope.use(
    createCapture({ openCapture, devices, attach, fallbackAfterMs: timings.fallbackAfterMs, onEvent }),
  );

  return {
    capture,
    analysis,
    now: position.now,
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn() {
      warnings.turn();
      position.turn();
      state.picture = ref(analysis.picture(current()));
    },
    updateWarnings: () => warnings.update(),
    dismiss: warnings.dismiss,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
