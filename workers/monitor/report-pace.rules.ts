import { dbToPower, powerToDb } from '#wasm/dsp/decibel.ts';
import type { LiveReport } from '#wasm/live/live-monitor.ts';

/** 60 a second. */
const reportEveryMs = 1000 / 60;

/**
 * Lets at most 60 reports a second through; the levels of one are those since the one before, the rest is the newest.
 * `frames`: of the sound that the report is about. Null: not yet.
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
