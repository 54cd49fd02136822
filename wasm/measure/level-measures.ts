import type { ChannelHealth } from './channel-health.ts';
import type { Clipping } from './clipping.ts';
import type { DcOffset } from './dc-offset.ts';
import type { Dropouts } from './dropouts.ts';
import type { Loudness } from './loudness.ts';
import type { SoundMeasures } from './measures.ts';
import type { TruePeak } from './true-peak.ts';
import type { VoiceKeys } from './voice-measures.ts';

export type LevelMeasures = Omit<SoundMeasures, VoiceKeys>;

type LevelParts = {
  loudness: Pick<Loudness, 'result'>;
  truePeak: Pick<TruePeak, 'dbtp'>;
  clipping: Pick<Clipping, 'result'>;
  dcOffset: Pick<DcOffset, 'result'>;
  health: Pick<ChannelHealth, 'result'>;
  dropouts: Pick<Dropouts, 'result'>;
};

export const levelsOf = (parts: LevelParts): LevelMeasures => ({
  ...parts.loudness.result(),
  truePeakDbtp: parts.truePeak.dbtp(),
  clipping: parts.clipping.result(),
  dcOffset: parts.dcOffset.result(),
  ...parts.health.result(),
  dropouts: parts.dropouts.result(),
});
