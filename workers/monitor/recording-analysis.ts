import { limits } from '#api/contract/limits.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { MonitorEvent } from './monitor.contract.ts';

const pictureEveryMs = 100;

type Picture = Extract<MonitorEvent, { type: 'picture' }>;

export type PartAnalysis = {
  /** Length of the recorded sound, s. */
  readonly positionS: number;
  /** Takes interleaved samples of whole frames. */
  push(samples: Float32Array): Promise<void>;
  /** Returns the waveform since the previous call; null if that was under 100 ms ago. */
  picture(): Picture | null;
  /** Returns all measures. Nothing may be pushed afterwards. */
  finish(): Promise<SoundAnalysis>;
};

/** Analyses one recording live, with the measures of a file. */
export function createPartAnalysis(
  input: { sampleRate: number; channels: number; voice: Kernel },
  nowMs: () => number = () => performance.now(),
): PartAnalysis {
  const { sampleRate, channels, voice } = input;
  const analysis = createAnalysis({
    sampleRate,
    channels,
    kernel: voice,
    peaksRate: limits.peaksRate,
  });
  let frames = 0;
  let lastMs = -Infinity;
  /** Number of speech regions reported so far. The last of them may still grow. */
  let regionsReported = 0;
  return {
    get positionS() {
      return frames / sampleRate;
    },
    async push(samples) {
      frames += samples.length / channels;
      await analysis.push(samples);
    },
    picture() {
      const now = nowMs();
      if (now - lastMs < pictureEveryMs) return null;
      lastMs = now;
      const { peaks, speech } = analysis.recent();
      const speechFrom = Math.max(0, regionsReported - 1);
      regionsReported = speech.length;
      return { type: 'picture', peaks, speech: speech.slice(speechFrom), speechFrom };
    },
    finish: () => analysis.finish(),
  };
}
