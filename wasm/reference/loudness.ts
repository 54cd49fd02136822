import { createWeightedEnergy } from '#wasm/dsp/k-weighting.ts';
import { createLoudnessMeter, stepsPerS, type LoudnessMeter } from '#wasm/measure/loudness-meter.ts';

export type Loudness = Omit<LoudnessMeter, 'add'> & {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
};

/** Loudness after ITU-R BS.1770-4 and EBU R 128, in memory that grows by four octets a second (the curve). */
export function createLoudness({ sampleRate, channels }: { sampleRate: number; channels: number }): Loudness {
  const weighted = createWeightedEnergy({ sampleRate, channels });
  const { add, ...meter } = createLoudnessMeter(sampleRate);
  let steps = 0;
  let frames = 0;
  let boundary = Math.floor(sampleRate / stepsPerS);
  return {
    ...meter,
    push(block) {
      const count = block.length / channels;
      for (let at = 0; at < count;) {
        const taken = Math.min(boundary - frames, count - at);
        weighted.add(block, at, taken);
        at += taken;
        frames += taken;
        if (frames < boundary) continue;
        add(weighted.take());
        steps++;
        // Sample rates that a hundred does not divide must not drift.
        boundary = Math.floor(((steps + 1) * sampleRate) / stepsPerS);
      }
    },
  };
}
