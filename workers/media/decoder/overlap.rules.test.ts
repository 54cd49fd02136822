import { describe, expect, it } from 'vitest';
import { concat, mix, noise, silence, sine } from '#wasm/testing/signals.ts';
import { findOverlap } from './overlap.rules.ts';

const sampleRate = 16_000;
const sound = noise(-20, 4, sampleRate);
const shifted = (samples: Float32Array, by: number) => concat(new Float32Array(by), samples);

describe('looking for the samples that were sent last', () => {
  it.each([
    [1, 0, 9_000],
    [1, 12_345, 30_000],
    [2, 24_690, 30_002],
    [3, 33_000, 63_999],
  ])('finds the end of the tail (%i channels)', (channels, from, to) => {
    const tail = sound.slice(from, to);
    expect(findOverlap(sound, tail, channels)).toBe(to / channels);
  });

  it('finds a tail of few sounds in silence', () => {
    const click = Float32Array.of(0.1, -0.3, 0.2);
    const quiet = concat(silence(1, sampleRate), click, silence(2, sampleRate));
    expect(findOverlap(quiet, quiet.slice(8_000, 30_000), 1)).toBe(30_000);
  });

  it('finds a tail that a codec has filled with other noise', () => {
    const again = mix(sound, noise(-55, 4, sampleRate, 7));
    expect(findOverlap(again, sound.slice(20_000, 40_000), 1)).toBe(40_000);
  });

  it('finds the same samples in sound that hardly changes', () => {
    const hum = mix(
      sine({ frequency: 50, dbfs: -10, durationS: 4, sampleRate }),
      noise(-90, 4, sampleRate),
    ).map((sample) => sample + 0.3);
    expect(findOverlap(hum, hum.slice(20_000, 40_000), 1)).toBe(40_000);
  });

  const tone = sine({ frequency: 500, dbfs: -10, durationS: 4, sampleRate: 16_000 });
  it.each([
    ['silence', silence(4, sampleRate), silence(1, sampleRate)],
    ['a tone', tone.map((_, i) => tone[i % 32]!), tone.map((_, i) => tone[i % 32]!).slice(320, 16_320)],
    ['other sound', sound, noise(-20, 1, sampleRate, 5)],
    ['other sound in silence', silence(4, sampleRate), sound.slice(0, 16_000)],
    [
      'the same sound with more noise than codecs add',
      mix(sound, noise(-45, 4, sampleRate, 7)),
      sound.slice(0, 9_000),
    ],
    [
      'a shifted hum with other noise',
      mix(shifted(tone, 1), noise(-50, 4, sampleRate, 7)),
      tone.slice(0, 16_000),
    ],
    ['a tail of which the end is missing', sound.slice(0, 20_000), sound.slice(15_000, 25_000)],
    ['a tail that is longer than the sound', sound.slice(0, 20_000), sound],
    ['no number', sound.map(() => NaN), sound.slice(0, 16_000)],
  ])('does not choose a place in %s', (_name, heard, tail) => {
    expect(findOverlap(heard, tail, 1)).toBeNull();
  });
});
