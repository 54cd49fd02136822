import { withinMs } from '#api/shared/within-ms.ts';
import { captureChannels } from '#workers/recorder/recorder.contract.ts';
import type { MonitorEvent, WindowOptions } from '#workers/monitor/monitor.contract.ts';
import type { Monitor } from '#workers/monitor/monitor.client.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';
import { createScope } from '#web/lib/scope.ts';
import {
  type AnalysedRecordings,
  type AnalysisListener,
  createAnalysedRecordings,
} from './analysed-recordings.ts';
import type { Picture } from './live-waveform.ts';
import { createLiveWindows, type MonitorWindows } from './live-windows.ts';

export type LiveAnalysis = Disposable & {
  attach(port: MessagePort, sampleRate: number): void;
  /** Starts the recording `index` at `offsetS`, s. Its audio before `offsetS` was not analysed here. */
  begin(index: number, offsetS: number): void;
  picture(index: number): Picture;
  /** Resolves with the analysis of a recording that has ended; null if the monitor has not analysed all of it in time. */
  sound(index: number): Promise<SoundAnalysis | null>;
  /** Cuts the sound that is recorded from now on into windows for a draft, also by later monitors. Null ends that. */
  cutWindows(options: WindowOptions | null): void;
  /** Returns the windows of a recording. One source at a time is read. */
  windows(index: number): WindowSource;
};

type LiveAnalysisInput = AnalysisListener & {
  openMonitor(): Monitor;
  onFailed(): void;
  /** Longest wait for the analysis after the end of a recording, and for the last windows of a former monitor, ms. */
  patienceMs: number;
};

type Attached = {
  monitor: Monitor;
  /** Number of recordings that ended while this monitor was the latest one. */
  parts: number;
  /** Set when another monitor follows: the recording that had been reached, and the position at which its audio began here. */
  left: { index: number; offsetS: number } | null;
};

/** Runs the monitor over several recordings. If it fails, the recording goes on without analysis. */
export function createLiveAnalysis(input: LiveAnalysisInput): LiveAnalysis {
  const scope = createScope();
  const recordings = createAnalysedRecordings(input);
  const windows = scope.use(createLiveWindows());
  let attached: Attached | null = null;
  let wanted: WindowOptions | null = null;

  function onEvent(event: MonitorEvent, from: Attached): void {
    recordings.hear(event);
    if (event.type === 'part') from.parts += 1;
  }

  /** The next monitor continues where a former one has stopped. */
  function onFormerEvent(event: MonitorEvent, { left }: Attached): void {
    if (event.type !== 'part' || !left) return;
    const current = recordings.at(left.index);
    if (current.offsetS === left.offsetS) current.offsetS += event.sound.durationS;
  }

  /** Lets a former monitor give the windows that it has, if a draft is wanted. The rest of its analysis is lost. */
  function leave(former: Attached): void {
    const index = recordings.reached;
    const { offsetS } = recordings.at(index);
    former.left = { index, offsetS };
    if (recordings.hasBegun) recordings.at(index).isWhole = false;
    const end = () => former.monitor[Symbol.dispose]();
    if (recordings.hasBegun && wanted) scope.timeout(end, input.patienceMs);
    else end();
  }

  function lose(): void {
    attached?.monitor[Symbol.dispose]();
    attached = null;
    recordings.lose();
  }

  return {
    attach(port, sampleRate) {
      if (attached) leave(attached);
      const opened: Attached = { monitor: scope.use(input.openMonitor()), parts: 0, left: null };
      attached = opened;
      if (wanted) opened.monitor.cutWindows(wanted);
      windows.add(windowsOf(opened, recordings));
      const format = { sampleRate, channels: captureChannels };
      const listening = opened.monitor.listen(port, format, (event) =>
        attached === opened ? onEvent(event, opened) : onFormerEvent(event, opened),
      );
      const onEnd = (isWell: boolean) => {
        if (isWell || attached !== opened || scope.signal.aborted) return;
        lose();
        recordings.at(recordings.reached).isWhole = false;
        input.onFailed();
      };
      listening.then(onEnd, () => onEnd(false));
    },
    begin: recordings.begin,
    picture: (index) => recordings.at(index).picture.view(),
    async sound(index) {
      if (!attached && recordings.reached <= index) return null;
      return await withinMs(input.patienceMs, recordings.at(index).sound.promise);
    },
    cutWindows(options) {
      wanted = options;
      attached?.monitor.cutWindows(options);
    },
    windows: windows.of,
    [Symbol.dispose]() {
      scope[Symbol.dispose]();
      lose();
    },
  };
}

/** Returns the windows of a monitor, with their place in the recordings. */
const windowsOf = (of: Attached, recordings: AnalysedRecordings): MonitorWindows => ({
  next: (signal) => of.monitor.nextWindow(signal),
  placeOf(part) {
    const index = (of.left?.index ?? recordings.reached) - of.parts + part;
    const isContinued = of.left?.index === index;
    const { offsetS } = isContinued && of.left ? of.left : recordings.at(index);
    return { index, offsetS, isContinued };
  },
  onEnd() {
    if (of.left) of.monitor[Symbol.dispose]();
  },
});
