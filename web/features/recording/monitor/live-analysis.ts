import { captureChannels } from '#workers/recorder/recorder.contract.ts';
import type { LiveReport, MonitorEvent } from '#workers/monitor/monitor.contract.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import { createLiveWaveform, type LiveWaveform, type Picture } from './live-waveform.ts';

/** The part of `monitor.client.ts` used here. `listen` resolves with false if the monitor failed. */
export type Monitor = Disposable & {
  listen(
    port: MessagePort,
    format: { sampleRate: number; channels: number },
    onEvent: (event: MonitorEvent) => void,
  ): Promise<boolean>;
};

export type LiveAnalysis = Disposable & {
  attach(port: MessagePort, sampleRate: number): void;
  /** Starts the recording `index` at `offsetS`; earlier sound of it was not analysed here. */
  begin(index: number, offsetS: number): void;
  picture(index: number): Picture;
  /** Resolves with the analysis of a recording that has ended; null if the monitor did not hear all of it. */
  sound(index: number): Promise<SoundAnalysis | null>;
};

type LiveAnalysisInput = {
  openMonitor(): Monitor;
  /** `index` counts the recordings from the first; `atS` is the position in that recording, null while nothing is recorded. */
  onReport(report: LiveReport, index: number, atS: number | null): void;
  onPicture(picture: Picture, index: number): void;
  onFailed(): void;
  /** Longest wait for the analysis after the end of a recording, ms. */
  patienceMs: number;
};

type Heard = { offsetS: number; isWhole: boolean; picture: LiveWaveform; sound: Deferred };
type Deferred = PromiseWithResolvers<SoundAnalysis | null>;

/** Runs the monitor over several recordings. If it fails, the recording goes on without analysis. */
export function createLiveAnalysis(input: LiveAnalysisInput): LiveAnalysis {
  const heard: Heard[] = [];
  let monitor: Monitor | null = null;
  /** Index of the recording that the monitor has reached; it may be ahead of or behind the recorder. */
  let at = 0;
  let hasBegun = false;
  let isEnded = false;

  const part = (index: number): Heard =>
    (heard[index] ??= {
      offsetS: 0,
      isWhole: true,
      picture: createLiveWaveform(0),
      sound: Promise.withResolvers<SoundAnalysis | null>(),
    });

  function onEvent(event: MonitorEvent): void {
    const current = part(at);
    if (event.type === 'report') {
      const atS = event.positionS === null ? null : event.positionS + current.offsetS;
      input.onReport(event.report, at, atS);
    } else if (event.type === 'picture') {
      current.picture.add(event);
      input.onPicture(current.picture.view(), at);
    } else {
      const { peaks, speech } = event.sound;
      // The end of the last speech region is known only now.
      if (current.isWhole) input.onPicture({ peaks, speech }, at);
      current.sound.resolve(current.isWhole ? event.sound : null);
      at += 1;
    }
  }

  function lose(): void {
    monitor?.[Symbol.dispose]();
    monitor = null;
    for (const { sound } of heard) sound.resolve(null);
  }

  return {
    attach(port, sampleRate) {
      const former = monitor;
      former?.[Symbol.dispose]();
      // The former monitor's analysis of the running recording is lost.
      if (former && hasBegun) part(at).isWhole = false;
      const opened = input.openMonitor();
      monitor = opened;
      const format = { sampleRate, channels: captureChannels };
      const hearing = opened.listen(port, format, (event) => {
        if (monitor === opened) onEvent(event);
      });
      const onEnd = (isWell: boolean) => {
        if (isWell || monitor !== opened || isEnded) return;
        lose();
        part(at).isWhole = false;
        input.onFailed();
      };
      hearing.then(onEnd, () => onEnd(false));
    },
    begin(index, offsetS) {
      hasBegun = true;
      at = Math.max(at, index);
      const begun = part(index);
      if (offsetS === 0) return;
      begun.offsetS = offsetS;
      begun.isWhole = false;
      begun.picture = createLiveWaveform(offsetS, begun.picture.view());
    },
    picture: (index) => part(index).picture.view(),
    async sound(index) {
      if (!monitor && at <= index) return null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), input.patienceMs);
      });
      try {
        return await Promise.race([part(index).sound.promise, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.dispose]() {
      isEnded = true;
      lose();
    },
  };
}
