// A few windows follow the load of the device, and even out short and long windows.
const recentWindows = 8;

export type SpeedMeter = {
  /** Seconds of sound that were transcribed per second of work, over the recent windows; null before the first one. */
  readonly timesRealTime: number | null;
  add(soundS: number, workMs: number): void;
};

/** Creates a meter of the speed of a model on this device. */
export function createSpeedMeter(): SpeedMeter {
  const windows: { soundS: number; workMs: number }[] = [];
  const sum = (of: 'soundS' | 'workMs') => windows.reduce((total, window) => total + window[of], 0);
  return {
    get timesRealTime() {
      return windows.length === 0 ? null : (1000 * sum('soundS')) / Math.max(1, sum('workMs'));
    },
    add(soundS, workMs) {
      windows.push({ soundS, workMs });
      if (windows.length > recentWindows) windows.shift();
    },
  };
}
