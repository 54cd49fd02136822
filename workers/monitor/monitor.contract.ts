import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

export type { LiveReport, SoundWarning } from '#wasm/live/live-monitor.ts';

export type MonitorEvent =
  /**
   * Comes at most 60 times a second. `positionS` is the number of seconds recorded since the last split; null while
   * sound is not recorded.
   */
  | { type: 'report'; report: LiveReport; positionS: number | null }
  /**
   * Waveform since the previous event: `peaks` in pairs as in `SoundAnalysis`, and the speech regions from index
   * `speechFrom` on.
   */
  | { type: 'picture'; peaks: Int8Array<ArrayBuffer>; speech: [number, number][]; speechFrom: number }
  /** The analysis of a recording that ended, because the next one began or because recording ended. */
  | { type: 'part'; sound: SoundAnalysis };

/** Analyses what the recorder records. The recorder continues if the monitor fails. `port` carries `MonitorMessage`s. */
export type MonitorContract = {
  listen: {
    input: { port: MessagePort; sampleRate: number; channels: number };
    output: undefined;
    event: MonitorEvent;
  };
};
