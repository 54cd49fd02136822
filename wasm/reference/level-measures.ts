import { levelsOf, type LevelMeasures } from '#wasm/measure/level-measures.ts';
import { createReferenceChannelHealth } from './channel-health.ts';
import { createReferenceClipping } from './clipping.ts';
import { createReferenceDcOffset } from './dc-offset.ts';
import { createReferenceDropouts } from './dropouts.ts';
import { createReferenceLoudness } from './loudness.ts';
import { createReferenceTruePeak } from './true-peak.ts';

type LevelMeter = {
  /** Takes interleaved samples of whole frames. */
  push(block: Float32Array): void;
  result(): LevelMeasures;
};

export function createReferenceLevels(input: { sampleRate: number; channels: number }): LevelMeter {
  const parts = {
    loudness: createReferenceLoudness(input),
    truePeak: createReferenceTruePeak(input),
    clipping: createReferenceClipping(input),
    dcOffset: createReferenceDcOffset(input),
    health: createReferenceChannelHealth(input),
    dropouts: createReferenceDropouts(input),
  };
  const all = Object.values(parts);
  return {
    push(block) {
      for (const part of all) part.push(block);
    },
    result: () => levelsOf(parts),
  };
}
