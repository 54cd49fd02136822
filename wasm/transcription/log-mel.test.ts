import { WhisperFeatureExtractor } from '@huggingface/transformers';
import { describe, expect, it } from 'vitest';
import { createLogMel } from './log-mel.ts';

/** A sweep, clicks and noise, at 16 kHz, for all kinds of spectra. */
function soundOf(length: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length }, (_, at) => {
    seed = (seed * 16_807) % 2_147_483_647;
    const noise = seed / 2_147_483_647 - 0.5;
    return 0.3 * Math.sin(at * 0.01 * (1 + at / 100_000)) + 0.02 * noise + (at % 7_000 === 0 ? 0.5 : 0);
  });
}

describe('features', () => {
  it.each([
    [80, 30, 480_000],
    [128, 30, 80_001],
    [80, 10, 160_000],
    [80, 10, 170_000],
    [80, 10, 160],
    [80, 10, 0],
  ])(
    'of %i bands and a window of %i s are those of the library, for %i samples',
    async (bands, windowS, length) => {
      const library = new WhisperFeatureExtractor({
        feature_size: bands,
        sampling_rate: 16_000,
        n_fft: 400,
        hop_length: 160,
        n_samples: windowS * 16_000,
        nb_max_frames: windowS * 100,
      });
      const sound = soundOf(length);
      const { input_features: wanted } = await library(sound.slice(0, windowS * 16_000));
      const mel = createLogMel(bands, windowS);
      // The first call must leave no trace in the second.
      mel.compute(soundOf(160_000));
      const features = mel.compute(sound);
      expect(features).toHaveLength(wanted.data.length);
      expect(mel.frames).toBe(wanted.dims[2]);
      const furthest = features.reduce(
        (most, value, at) => Math.max(most, Math.abs(value - wanted.data[at])),
        0,
      );
      expect(furthest).toBeLessThan(1e-5);
    },
  );
});
