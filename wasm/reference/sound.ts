import type { Sound, SoundInput } from '#wasm/analysis/sound.ts';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { sanitised } from '#wasm/dsp/sanitise.ts';
import { createReferenceLevels } from './level-measures.ts';
import { createReferencePeaks } from './two-rate-peaks.ts';

export function createReferenceSound({ sampleRate, channels, peaksRate, fineRate }: SoundInput): Sound {
  const levels = createReferenceLevels({ sampleRate, channels });
  const peaks = createReferencePeaks({ sampleRate, channels, rate: peaksRate, fineRate });
  const downmix = createDownmix({ sampleRate, channels });
  return {
    push(samples) {
      const block = sanitised(samples);
      levels.push(block);
      peaks.push(block);
      return downmix.push(block);
    },
    finish: downmix.finish,
    levels: levels.result,
    peaks,
  };
}
