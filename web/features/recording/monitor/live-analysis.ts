import { withinMs } from '#api/shared/within-ms.ts';
import { captureChannels } from '#workers/recorder/recorder.contract.ts';
import type { LiveReport, MonitorEvent } from '#workers/monitor/monitor.contract.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import { createLiveWaveform, type LiveWaveform, type Picture } from './live-waveform.ts';

/** The part of `monitor.client.ts` that is used here. */
export type Monitor = Disposable & {
  /** Resolves when the monitor has ended: with false if it has failed. */
  listen(
    port: MessagePort,
    format: { sampleRate: number; channels: number },
    onEvent: (event: MonitorEvent) => void,
  ): Promise<boolean>;
};

export type LiveAnalysis = Disposable & {
  attach(port: MessagePort, sampleRate: number): void;
  /** Starts the recording `index` at `offsetS`, s. Its audio before `offsetS` was not analysed here. */
  begin(index: number, offsetS: number): void;
  picture(index: number): Picture;
  /** Resolves with the analysis of a recording that has ended; null if the monitor has not analysed all of it in time. */
  sound(index: number): Promise<SoundAnalysis | null>;
};

type LiveAnalysisInput = {
  openMonitor(): Monitor;
  /**
   * Receives a report. `index` counts the recordings from 0. `atS` is the position in that recording, s; null while
   * nothing is recorded.
   */
  onReport(report: LiveReport, index: number, atS: number | null): void;
  onPicture(picture: Picture, index: number): void;
  onFailed(): void;
  /** Longest wait for the analysis after the end of a recording, ms. */
  patienceMs: number;
};

type Analysed = {
  /** Position in the recording at which its audio began to arrive here, s. */
  offsetS: number;
  /** False if some of its audio was not analysed here. */
  isWhole: boolean;
  picture: LiveWaveform;
  sound: PromiseWithResolvers<SoundAnalysis | null>;
};

/** Runs the monitor over several recordings. If it fails, the recording goes on without analysis. */
export function createLiveAnalysis(input: LiveAnalysisInput): LiveAnalysis {
  const recordings: Analysed[] = [];
  let monitor: Monitor | null = null;
  /** Index of the recording that the monitor has reached. The monitor may be ahead of the recorder or behind it. */
  let reached = 0;
  let hasBegun = false;
  let isEnded = false;

  const recording = (index: number): Analysed =>
    (recordings[index] ??= {
      offsetS: 0,
      isWhole: true,
      picture: createLiveWaveform(0),
      sound: Promise.withResolvers<SoundAnalysis | null>(),
    });

  function onEvent(event: MonitorEvent): void {
    const current = recording(reached);
    if (event.type === 'report') {
      const atS = event.positionS === null ? null : event.positionS + current.offsetS;
      input.onReport(event.report, reached, atS);
    } else if (event.type === 'picture') {
      current.picture.add(event);
      input.onPicture(current.picture.view(), reached);
    } else {
      const { peaks, speech } = event.sound;
      // Only the analysis of the whole recording contains the end of the last speech region.
      if (current.isWhole) input.onPicture({ peaks, speech }, reached);
      current.sound.resolve(current.isWhole ? event.sound : null);
      reached += 1;
    }
  }

  function lose(): void {
    monitor?.[Symbol.dispose]();
    monitor = null;
    for (const { sound } of recordings) sound.resolve(null);
  }

  return {
    attach(port, sampleRate) {
      const former = monitor;
      former?.[Symbol.dispose]();
      // The former monitor has analysed the beginning of the running recording, and that is lost.
      if (former && hasBegun) recording(reached).isWhole = false;
      const opened = input.openMonitor();
      monitor = opened;
      const format = { sampleRate, channels: captureChannels };
      const listening = opened.listen(port, format, (event) => {
        if (monitor === opened) onEvent(event);
      });
      const onEnd = (isWell: boolean) => {
        if (isWell || monitor !== opened || isEnded) return;
        lose();
        recording(reached).isWhole = false;
        input.onFailed();
      };
      listening.then(onEnd, () => onEnd(false));
    },
    begin(index, offsetS) {
      hasBegun = true;
      reached = Math.max(reached, index);
      const begun = recording(index);
      if (offsetS === 0) return;
      begun.offsetS = offsetS;
      begun.isWhole = false;
      begun.picture = createLiveWaveform(offsetS, begun.picture.view());
    },
    picture: (index) => recording(index).picture.view(),
    async sound(index) {
      if (!monitor && reached <= index) return null;
      return await withinMs(input.patienceMs, recording(index).sound.promise);
    },
    [Symbol.dispose]() {
      isEnded = true;
      lose();
    },
  };
}
