import { limits } from '#api/contract/limits.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { MonitorEvent } from './monitor.contract.ts';

const pictureEveryMs = 100;

type Picture = Extract<MonitorEvent, { type: 'picture' }>;

export type PartAnalysis = {
  /** s that were recorded. */
  readonly positionS: number;
  /** Interleaved samples, whole frames. */
  push(samples: Float32Array): Promise<void>;
  /** What came of the picture since it was asked before; null: too soon, at most ten times a second. */
  picture(): Picture | null;
  /** Everything that was measured. Nothing may be pushed afterwards. */
  finish(): Promise<SoundAnalysis>;
};

/** Looks at one recording while it is made, as files are looked at. */
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
  let told = 0;
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
      const speechFrom = Math.max(0, told - 1);
      told = speech.length;
      return { type: 'picture', peaks, speech: speech.slice(speechFrom), speechFrom };
    },
    finish: () => analysis.finish(),
  };
}
