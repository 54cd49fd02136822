import { ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import {
  type Capture,
  type CaptureEvent,
  createCapture,
} from '#web/features/recording/capture/capture.state.ts';
import { isLoopback } from '#web/features/recording/capture/devices.rules.ts';
import { createLiveAnalysis, type LiveAnalysis } from './live-analysis.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { LiveReport, Marker, RecordingState } from '#web/features/recording/recording.rules.ts';
import { isLive, type StageEvent } from '#web/features/recording/recording-stage.rules.ts';
import {
  captureCode,
  createEpisodes,
  isSameList,
  markerOf,
  type PageFacts,
  stillDismissed,
  warningsOf,
} from './recording-warning.rules.ts';

type CaptureMonitorInput = {
  deps: RecordingDeps;
  state: RecordingState;
  recorder(): Recorder;
  current(): number;
  to(event: StageEvent): void;
  mark(marker: Marker, index: number): void;
};

export type CaptureMonitor = Disposable & {
  readonly capture: Capture;
  readonly analysis: LiveAnalysis;
  /** Position in the current recording by monitor or recorder, whichever is further, s. */
  nowS(): number;
  /**
   * Returns the recording heard now and its position, s. The monitor may reach the next recording before the recorder reports
   * it.
   */
  now(): { index: number; atS: number };
  onReport(listener: (report: LiveReport) => void): () => void;
  /** Another recording is shown: marks open warnings there again. */
  turn(): void;
  look(): void;
};

/** Monitors the capture: microphone events, warnings and the waveform. Writes them into the state. */
export function createCaptureMonitor({
  deps,
  state,
  recorder,
  current,
  to,
  mark,
}: CaptureMonitorInput): CaptureMonitor {
  const scope = createScope();
  const facts: PageFacts = { isMuted: false, isWrongDevice: false, isSuspended: false, isHidden: false };
  const episodes = createEpisodes();
  const listeners = new Set<(report: LiveReport) => void>();
  let report: LiveReport | null = null;
  /** Position by the monitor, s; finer than the recorder's reports. */
  let heardS = 0;
  /** Position in the recording after the one in `state`, s; null until the monitor reaches it. */
  let nextHeardS: number | null = null;
  let suspendedAtS: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  const nowS = () => (state.stage === 'recording' ? Math.max(state.positionS, heardS) : state.positionS);
  const problem = (code: string) => {
    state.problem = { code, requestId: null };
  };
  const clear = (start: string) => {
    if (state.problem?.code.startsWith(start)) state.problem = null;
  };

  function look(index = current(), atS = nowS()): void {
    facts.isHidden = deps.page.isHidden();
    const warnings = warningsOf(report?.warnings ?? [], facts);
    if (!isSameList(warnings, state.warnings)) {
      state.warnings = ref(warnings);
      const dismissed = stillDismissed(state.dismissed, warnings);
      if (!isSameList(dismissed, state.dismissed)) state.dismissed = ref(dismissed);
    }
    const page = facts.isMuted ? 'muted' : facts.isWrongDevice ? 'wrong_device' : null;
    const verdict = page ?? report?.verdict ?? null;
    if (state.verdict !== verdict) state.verdict = verdict;
    if (state.stage !== 'recording') return;
    for (const warning of episodes.begun(warnings)) {
      mark(markerOf('warning', atS, { code: captureCode(warning) }), index);
    }
  }

  const analysis = scope.use(
    createLiveAnalysis({
      openMonitor: deps.openMonitor,
      onReport(next, index, atS) {
        report = next;
        if (index === current() && atS !== null) heardS = atS;
        if (index === current() + 1 && atS !== null) nextHeardS = atS;
        look(index, atS ?? nowS());
        for (const listener of listeners) listener(next);
      },
      onPicture(picture, index) {
        if (index === current()) state.picture = ref(picture);
      },
      onFailed() {
        state.isMonitored = false;
        report = null;
        look();
      },
      patienceMs: deps.timings.monitorPatienceMs,
    }),
  );

  async function attach(pcm: MessagePort, sampleRate: number): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    state.isMonitored = true;
    analysis.attach(port2, sampleRate);
    await recorder().attach({ pcm, sampleRate, monitor: port1 });
  }

  function onEvent(event: CaptureEvent): void {
    switch (event.type) {
      case 'devices':
        state.devices = ref(event.devices);
        return;
      case 'heard':
        return onHeard(event);
      case 'lost':
        return onLost();
      case 'muted':
        facts.isMuted = event.isMuted;
        return look();
      case 'suspended':
        return onSuspended(event.isSuspended);
      case 'systemEnded':
        state.options.systemAudio = false;
    }
  }

  function onHeard({ microphone, isSwitched }: Extract<CaptureEvent, { type: 'heard' }>): void {
    state.deviceId = microphone.id;
    facts.isMuted = microphone.isMuted;
    facts.isWrongDevice = isLoopback(microphone.label);
    clear('capture.');
    if (isSwitched && isLive(state.stage)) problem('capture.switched');
    if (state.stage === 'interrupted') {
      mark(markerOf('gap', state.positionS, { code: captureCode('track_ended') }), current());
      to('found');
    }
    look();
  }

  function onLost(): void {
    facts.isMuted = facts.isWrongDevice = false;
    if (state.stage === 'ready') {
      capture.close();
      problem('capture.no_device');
    } else if (state.stage === 'paused') problem('capture.no_device');
    to('lost');
    look();
  }

  function onSuspended(isSuspended: boolean): void {
    if (isSuspended === facts.isSuspended) return;
    facts.isSuspended = isSuspended;
    clearTimeout(timer);
    if (isSuspended) {
      timer = setTimeout(() => {
        suspendedAtS = state.stage === 'recording' ? nowS() : null;
        problem('capture.suspended');
      }, deps.timings.suspendedAfterMs);
    } else {
      if (suspendedAtS !== null)
        mark(markerOf('gap', suspendedAtS, { code: captureCode('suspended') }), current());
      suspendedAtS = null;
      clear('capture.suspended');
    }
    look();
  }

  const capture = scope.use(
    createCapture({
      openGraph: deps.openGraph,
      devices: deps.devices,
      attach,
      fallbackAfterMs: deps.timings.fallbackAfterMs,
      onEvent,
    }),
  );

  return {
    capture,
    analysis,
    nowS,
    now() {
      const index = current();
      if (nextHeardS !== null) return { index: index + 1, atS: nextHeardS };
      // Without a monitor, only the position shows that the next recording has begun.
      const isFull = state.rollsOver && state.positionS >= deps.longestS;
      return isFull ? { index: index + 1, atS: 0 } : { index, atS: nowS() };
    },
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn() {
      episodes.reset();
      heardS = nextHeardS ?? 0;
      nextHeardS = null;
      state.picture = ref(analysis.picture(current()));
    },
    look: () => look(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
