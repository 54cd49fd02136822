import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

export type { LiveReport, SoundWarning } from '#wasm/live/live-monitor.ts';

export type MonitorEvent =
  /** At most 60 a second. `positionS`: seconds recorded since the last split; null while sound is not recorded. */
  | { type: 'report'; report: LiveReport; positionS: number | null }
  /** Waveform since the previous event: pairs as in `Analysis`, and the speech regions from index `speechFrom` on. */
  | { type: 'picture'; peaks: Int8Array<ArrayBuffer>; speech: [number, number][]; speechFrom: number }
  /** A recording ended, by a split or the end: its analysis. */
  | { type: 'part'; sound: SoundAnalysis };

/** Runs beside the recorder, which continues without it. `port` carries `MonitorMessage`s. */
export type MonitorContract = {
  listen: {
    input: { port: MessagePort; sampleRate: number; channels: number };
    output: undefined;
    event: MonitorEvent;
  };
};
