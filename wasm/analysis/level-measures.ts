import { createChannelHealth } from '../level/channel-health.ts';
import { createClipping } from '../level/clipping.ts';
import { createDcOffset } from '../level/dc-offset.ts';
import { createDropouts } from '../level/dropouts.ts';
import { createLoudness } from '../level/loudness.ts';
import { createTruePeak } from '../level/true-peak.ts';
import type { SoundMeasures } from '../quality/measures.ts';
import type { VoiceKeys } from '../quality/voice-measures.ts';

export type LevelMeasures = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  result(): Omit<SoundMeasures, VoiceKeys>;
};

/** Everything that is measured of the channels at their own rate. */
export function createLevelMeasures(input: { sampleRate: number; channels: number }): LevelMeasures {
  const loudness = createLoudness(input);
  const truePeak = createTruePeak(input);
  const clipping = createClipping(input);
  const dcOffset = createDcOffset(input);
  const health = createChannelHealth(input);
  const dropouts = createDropouts(input);
  const parts = [loudness, truePeak, clipping, dcOffset, health, dropouts];
  return {
    push(block) {
      for (const part of parts) part.push(block);
    },
    result: () => ({
      ...loudness.result(),
      truePeakDbtp: truePeak.dbtp(),
      clipping: clipping.result(),
      dcOffset: dcOffset.result(),
      ...health.result(),
      dropouts: dropouts.result(),
    }),
  };
}
