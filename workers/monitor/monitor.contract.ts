import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { FedWindow } from '#wasm/live/window-feed.ts';

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

export type { FedWindow } from '#wasm/live/window-feed.ts';

/** `maxS`: longest window that the model of the draft takes, s. */
export type WindowOptions = { maxS: number };

/** Times of a window are in s of the sound that was recorded since the last split, as `positionS` of a report. */
export type MonitorWindow = {
  /** Number of `part` events before the one of the recording that the window belongs to. */
  part: number;
  /** Null after the last window of this recording. */
  window: FedWindow | null;
};

/** Returns a window with later times. */
export function shiftWindow(window: FedWindow, byS: number): FedWindow {
  const shift = ([from, to]: TimeSpan): TimeSpan => [from + byS, to + byS];
  const { span, speech, skipped } = window;
  return { ...window, span: shift(span), speech: speech.map(shift), skipped: skipped.map(shift) };
}

/** Analyses what the recorder records. The recorder continues if the monitor fails. `port` carries `MonitorMessage`s. */
export type MonitorContract = {
  listen: {
    input: { port: MessagePort; sampleRate: number; channels: number };
    output: undefined;
    event: MonitorEvent;
  };
  /**
   * Begins to cut the sound that is recorded from now on into windows for a draft. Null ends that, and drops the windows that
   * wait. Without it no sound is kept.
   */
  cutWindows: { input: WindowOptions | null; output: undefined };
  /**
   * Waits for the next window, in the order of the sound. Null when the sound has ended and all windows were taken. One call at
   * a time. A caller that is too slow gets fewer and longer windows.
   */
  nextWindow: { input: undefined; output: MonitorWindow | null };
};
