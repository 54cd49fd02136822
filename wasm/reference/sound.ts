import { bounded } from '#wasm/dsp/sanitise.ts';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { createLevelMeasures, type LevelMeasures } from './level-measures.ts';
import { createTwoPeaks, type TwoPeaks } from '#wasm/waveform/two-rate-peaks.ts';

/** Hz, count, and pairs of peaks a second: `fineRate` is a multiple of `peaksRate`. */
export type SoundInput = { sampleRate: number; channels: number; peaksRate: number; fineRate: number };

/** Everything that looks at the channels at their own rate, and mixes them to one. */
export type Sound = {
  /** Interleaved samples, whole frames, taken as `bounded` makes them; answers the mono samples that are ready (see `createDownmix`), valid until the next call. */
  push(block: Float32Array): Float32Array;
  /** The rest of the mono samples. Nothing may be pushed afterwards. */
  finish(): Float32Array;
  levels: LevelMeasures['result'];
  peaks: Pick<TwoPeaks, 'recent' | 'finish'>;
};

export function createSound({ sampleRate, channels, peaksRate, fineRate }: SoundInput): Sound {
  const levels = createLevelMeasures({ sampleRate, channels });
  const peaks = createTwoPeaks({ sampleRate, channels, rate: peaksRate, fineRate });
  const downmix = createDownmix({ sampleRate, channels });
  return {
    push(samples) {
      const block = bounded(samples);
      levels.push(block);
      peaks.push(block);
      return downmix.push(block);
    },
    finish: downmix.finish,
    levels: levels.result,
    peaks,
  };
}
