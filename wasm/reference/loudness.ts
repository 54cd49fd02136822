import { createWeightedEnergy } from '#wasm/dsp/k-weighting.ts';
import { createLoudnessMeter, stepsPerS } from '#wasm/measure/loudness-meter.ts';
import type { Loudness } from '#wasm/measure/loudness.ts';
import type { SamplePart } from './sample-part.ts';

/** Reference of `createLoudness` in JavaScript. Results differ by at most 1e-9 LU. */
export function createReferenceLoudness({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): SamplePart<Loudness> {
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
        // Computed from the count, so that it does not drift at sample rates that `stepsPerS` does not divide.
        boundary = Math.floor(((steps + 1) * sampleRate) / stepsPerS);
      }
    },
  };
}
