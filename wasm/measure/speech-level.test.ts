import { describe, expect, it } from 'vitest';
import { createFft } from '#wasm/dsp/fft.ts';
import { noise } from '#wasm/testing/signals.ts';
import { createSpeechLevel, firstBin } from './speech-level.ts';

const bins = 257;
/** A frame whose power is spread evenly from 94 Hz to 8 kHz. */
const flat = (dbfs: number) =>
  new Float64Array(bins).fill(10 ** (dbfs / 10) / (bins - 1 - firstBin)).fill(0, 0, firstBin);

function levels(...passages: [dbfs: number, probability: number, frames: number][]) {
  const level = createSpeechLevel();
  for (const [dbfs, probability, frames] of passages)
    for (let i = 0; i < frames; i++) level.push(flat(dbfs), probability);
  return level.result();
}

/** Distance between median and mean that is assumed for steady noise, dB; `flat` does not vary. */
const medianBiasDb = 0.3;

describe('levels of speech and room', () => {
  it('give the ratio of speech to what is between it', () => {
    const { speechDbfs, noiseDbfs, snrDb } = levels([-60, 0, 100], [-25, 0.9, 100], [-60, 0, 100]);
    expect(speechDbfs).toBeCloseTo(-25, 3);
    expect(noiseDbfs).toBeCloseTo(-60 + medianBiasDb, 3);
    expect(snrDb).toBeCloseTo(35 - medianBiasDb, 1);
  });

  it('know that a frame of speech holds the noise as well', () => {
    // Speech and noise of the same power add up to 3 dB more.
    expect(levels([-30 - medianBiasDb, 0, 200], [-27, 0.9, 200]).snrDb).toBeCloseTo(0, 1);
  });

  it('do not take the edges of words for the room', () => {
    const words = Array.from({ length: 30 }, (): [number, number, number][] => [
      [-20, 0.95, 10],
      [-35, 0.05, 6],
    ]).flat();
    const { noiseDbfs } = levels([-70, 0, 80], ...words, [-70, 0, 80]);
    expect(noiseDbfs).toBeCloseTo(-70 + medianBiasDb, 1);
  });

  it('do not take a knock in a pause for the room', () => {
    const { noiseDbfs } = levels([-20, 0.9, 100], [-70, 0, 60], [-15, 0, 20], [-70, 0, 60]);
    expect(noiseDbfs).toBeCloseTo(-70 + medianBiasDb, 1);
  });

  it('find white noise below one who never pauses, whose voice leaves each band free now and then', () => {
    const level = createSpeechLevel();
    const fft = createFft(512);
    const powers = new Float64Array(bins);
    const hiss = noise(-50, 30, 16_000);
    for (let frame = 0; (frame + 1) * 512 <= hiss.length; frame++) {
      fft.powers(hiss.subarray(frame * 512, (frame + 1) * 512), powers);
      // A vowel, a consonant, the gap of a plosive, in turn.
      const [from, to] = [[3, 80] as const, [100, 250] as const, [0, 0] as const][(frame >> 2) % 3]!;
      for (let bin = from; bin < to; bin++) powers[bin]! += 1e-4;
      level.push(powers, 0.9);
    }
    const { noiseDbfs } = level.result();
    expect(Math.abs(noiseDbfs! + 50)).toBeLessThan(1);
  });

  it('give white noise its level where there are pauses', () => {
    const level = createSpeechLevel();
    const fft = createFft(512);
    const powers = new Float64Array(bins);
    for (let i = 0; i < 20; i++) level.push(flat(-20), 0.9);
    const hiss = noise(-50, 10, 16_000);
    for (let at = 0; at + 512 <= hiss.length; at += 512) {
      fft.powers(hiss.subarray(at, at + 512), powers);
      level.push(powers, 0);
    }
    expect(Math.abs(level.result().noiseDbfs! + 50)).toBeLessThan(0.3);
  });

  it('do not exist without speech', () => {
    const none = { speechDbfs: null, noiseDbfs: null, snrDb: null, bands: null };
    expect(levels([-40, 0.1, 500])).toMatchObject(none);
  });
});

describe('mean spectra', () => {
  it('tell speech from what is between it, with pauses and without', () => {
    const tone = new Float64Array(bins).fill(1e-9);
    tone[32] = 1e-3;
    for (const pauses of [100, 0]) {
      const level = createSpeechLevel();
      // Every fifth frame is a gap, which alone shows the noise floor in speech without pauses.
      for (let i = 0; i < 100; i++) level.push(i % 5 ? tone : flat(-60), 0.9);
      for (let i = 0; i < pauses; i++) level.push(flat(-60), 0);
      const { speechBins, noiseBins } = level.result();
      expect(10 * Math.log10(speechBins![32]!)).toBeCloseTo(-31, 0);
      expect(10 * Math.log10(noiseBins![32]!)).toBeLessThan(-80);
    }
  });
});
