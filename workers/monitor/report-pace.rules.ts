import { dbToPower, powerToDb } from '#wasm/dsp/decibel.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

const reportEveryMs = 1000 / 60;

/**
 * Returns a function that passes at most 60 reports a second, and returns null if it is too early for one. Levels cover
 * the time since the previous report; other values are the latest. `reportFrames` is the number of frames of sound in
 * the report.
 */
export function createReportPace(nowMs: () => number = () => performance.now()) {
  let lastMs = -Infinity;
  let peakDbfs = -Infinity;
  let energy = 0;
  let frames = 0;
  return (report: LiveReport, reportFrames: number): LiveReport | null => {
    peakDbfs = Math.max(peakDbfs, report.peakDbfs);
    energy += dbToPower(report.rmsDbfs) * reportFrames;
    frames += reportFrames;
    const now = nowMs();
    if (now - lastMs < reportEveryMs) return null;
    lastMs = now;
    const rmsDbfs = energy > 0 ? powerToDb(energy / frames) : -Infinity;
    const paced = { ...report, peakDbfs, rmsDbfs };
    peakDbfs = -Infinity;
    energy = 0;
    frames = 0;
    return paced;
  };
}
