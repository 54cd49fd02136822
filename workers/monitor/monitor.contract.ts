import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

export type { LiveReport, SoundWarning } from '#wasm/live/live-monitor.ts';

export type MonitorEvent =
  /** Up to 60 a second. `positionS` of what was recorded since the last split; null while it is only heard. */
  | { type: 'report'; report: LiveReport; positionS: number | null }
  /** What came of the picture since the event before: pairs as in `Analysis`, and the regions from `speechFrom` on. */
  | { type: 'picture'; peaks: Int8Array<ArrayBuffer>; speech: [number, number][]; speechFrom: number }
  /** A recording ended (split or end): everything that was measured of it. */
  | { type: 'part'; sound: SoundAnalysis };

/** Listens beside the recorder; when it fails, recording goes on. `port` carries `MonitorMessage`s. */
export type MonitorContract = {
  listen: {
    input: { port: MessagePort; sampleRate: number; channels: number };
    /** When the port ended. */
    output: undefined;
    event: MonitorEvent;
  };
};
