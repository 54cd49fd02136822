import { createChannelHealth, type ChannelHealth } from './channel-health.ts';
import { createClipping, type Clipping } from './clipping.ts';
import { createDcOffset, type DcOffset } from './dc-offset.ts';
import { createDropouts, type Dropouts } from './dropouts.ts';
import { createLoudness, type Loudness } from './loudness.ts';
import { createTruePeak, type TruePeak } from './true-peak.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import type { VoiceKeys } from './voice-measures.ts';

export type LevelMeasures = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  result(): Omit<SoundMeasures, VoiceKeys>;
};

export type LevelParts = {
  loudness: Pick<Loudness, 'result'>;
  truePeak: Pick<TruePeak, 'dbtp'>;
  clipping: Pick<Clipping, 'result'>;
  dcOffset: Pick<DcOffset, 'result'>;
  health: Pick<ChannelHealth, 'result'>;
  dropouts: Pick<Dropouts, 'result'>;
};

/** What the parts have measured, wherever they run. */
export const levelsOf = (parts: LevelParts): ReturnType<LevelMeasures['result']> => ({
  ...parts.loudness.result(),
  truePeakDbtp: parts.truePeak.dbtp(),
  clipping: parts.clipping.result(),
  dcOffset: parts.dcOffset.result(),
  ...parts.health.result(),
  dropouts: parts.dropouts.result(),
});

/** Everything that is measured of the channels at their own rate. */
export function createLevelMeasures(input: { sampleRate: number; channels: number }): LevelMeasures {
  const parts = {
    loudness: createLoudness(input),
    truePeak: createTruePeak(input),
    clipping: createClipping(input),
    dcOffset: createDcOffset(input),
    health: createChannelHealth(input),
    dropouts: createDropouts(input),
  };
  const all = Object.values(parts);
  return {
    push(block) {
      for (const part of all) part.push(block);
    },
    result: () => levelsOf(parts),
  };
}
