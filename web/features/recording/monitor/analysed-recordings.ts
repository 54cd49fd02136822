import type { LiveReport, MonitorEvent } from '#workers/monitor/monitor.contract.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import { createLiveWaveform, type LiveWaveform, type Picture } from './live-waveform.ts';

export type AnalysedRecording = {
  /** Position in the recording at which its audio began to arrive at the monitor, s. */
  offsetS: number;
  /** False if some of its audio was not analysed. */
  isWhole: boolean;
  picture: LiveWaveform;
  sound: PromiseWithResolvers<SoundAnalysis | null>;
};

/** What the monitors have reported about each recording. `index` counts the recordings from 0. */
export type AnalysedRecordings = {
  at(index: number): AnalysedRecording;
  /** Index of the recording that the monitor has reached. The monitor may be ahead of the recorder or behind it. */
  readonly reached: number;
  readonly hasBegun: boolean;
  begin(index: number, offsetS: number): void;
  /** Takes an event of the latest monitor. */
  hear(event: MonitorEvent): void;
  /** The monitor has failed, or was ended: analyses that are awaited resolve with null. */
  lose(): void;
};

export type AnalysisListener = {
  /** Receives a report. `atS` is the position in that recording, s; null while nothing is recorded. */
  onReport(report: LiveReport, index: number, atS: number | null): void;
  onPicture(picture: Picture, index: number): void;
};

export function createAnalysedRecordings({ onReport, onPicture }: AnalysisListener): AnalysedRecordings {
  const recordings: AnalysedRecording[] = [];
  let reached = 0;
  let hasBegun = false;

  const at = (index: number): AnalysedRecording =>
    (recordings[index] ??= {
      offsetS: 0,
      isWhole: true,
      picture: createLiveWaveform(0),
      sound: Promise.withResolvers<SoundAnalysis | null>(),
    });

  return {
    at,
    get reached() {
      return reached;
    },
    get hasBegun() {
      return hasBegun;
    },
    begin(index, offsetS) {
      hasBegun = true;
      reached = Math.max(reached, index);
      const begun = at(index);
      if (offsetS === 0) return;
      begun.offsetS = offsetS;
      begun.isWhole = false;
      begun.picture = createLiveWaveform(offsetS, begun.picture.view());
    },
    hear(event) {
      const current = at(reached);
      if (event.type === 'report') {
        const positionS = event.positionS === null ? null : event.positionS + current.offsetS;
        onReport(event.report, reached, positionS);
      } else if (event.type === 'picture') {
        current.picture.add(event);
        onPicture(current.picture.view(), reached);
      } else {
        const { peaks, speech } = event.sound;
        // Only the analysis of the whole recording contains the end of the last speech region.
        if (current.isWhole) onPicture({ peaks, speech, fromS: 0 }, reached);
        current.sound.resolve(current.isWhole ? event.sound : null);
        reached += 1;
      }
    },
    lose() {
      for (const { sound } of recordings) sound.resolve(null);
    },
  };
}
