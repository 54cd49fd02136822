import { dbToPower, powerToDb } from '#wasm/dsp/decibel.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

const reportEveryMs = 1000 / 60;

/**
 * Passes at most 60 reports a second. Levels cover the time since the previous report; other values are the latest.
 * `reportFrames`: frames of sound in the report. Returns null if it is too early.
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
