import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { clipped, concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceClipping } from './clipping.ts';

const sampleRate = 16_000;
const tone = (durationS: number, dbfs = 0, frequency = 203) =>
  sine({ frequency, dbfs, durationS, sampleRate });

/** Rounds to `bits` bits, as a file does. */
const quantised = (samples: Float32Array, bits = 16) =>
  samples.map((sample) => Math.round(sample * 2 ** (bits - 1)) / 2 ** (bits - 1));
const lowered = (samples: Float32Array, db: number) => samples.map((sample) => sample * 10 ** (-db / 20));

const inKernel: typeof createReferenceClipping = (input) => {
  const { push, levels } = loadKernel().createSound({ ...input, peaksRate: 20, fineRate: 100 });
  return { push, result: () => levels().clipping };
};
const ways = [
  ['in JavaScript', createReferenceClipping],
  ['in the kernel', inKernel],
] as const;

function clippingBy(
  create: typeof createReferenceClipping,
  samples: Float32Array,
  channels: number,
  rate: number,
) {
  const clipping = create({ sampleRate: rate, channels });
  for (const piece of pieces(samples, channels)) clipping.push(piece);
  return clipping.result();
}

/** A vowel: harmonics of 120 Hz around two formants, with a swelling and fading level, peak at full scale. */
function vowel(durationS: number, rate = sampleRate): Float32Array {
  const parts = Array.from({ length: 25 }, (_, i) => ({ hz: 120.7 * (i + 1), phase: i * i }));
  const sound = Float32Array.from({ length: durationS * rate }, (_, i) => {
    const t = i / rate;
    const wave = parts.reduce((sum, { hz, phase }) => {
      const formants = 1 / (1 + ((hz - 600) / 120) ** 2) + 0.4 / (1 + ((hz - 1_900) / 200) ** 2);
      return sum + formants * Math.cos(2 * Math.PI * hz * t + phase);
    }, 0);
    return wave * (0.3 + 0.7 * Math.sin((Math.PI * t) / durationS) ** 2);
  });
  const peak = sound.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  return sound.map((sample) => sample / peak);
}

describe.each(ways)('clipping, found %s,', (_way, create) => {
  const clippingOf = (samples: Float32Array, channels = 1, rate = sampleRate) =>
    clippingBy(create, samples, channels, rate);

  it('is found where flat tops are, and only there', () => {
    const { share, spans } = clippingOf(
      concat(silence(1, sampleRate), clipped(tone(1), 4), silence(2, sampleRate)),
    );
    expect(share).toBeCloseTo(0.25, 1);
    expect(spans).toHaveLength(1);
    expect(spans[0]![0]).toBeCloseTo(1, 1);
    expect(spans[0]![1]).toBeCloseTo(2, 1);
  });

  it('is not a tone that reaches full scale with single samples', () => {
    const spike = silence(1, sampleRate);
    spike[100] = 1;
    spike[101] = -1;
    spike[500] = 1;
    expect(clippingOf(spike)).toEqual({ share: 0, spans: [] });
    expect(clippingOf(tone(1, -1)).share).toBe(0);
  });

  it('is found in one channel of two, and in what a codec made louder than full scale', () => {
    expect(clippingOf(interleave(tone(1, -20), clipped(tone(1), 4)), 2).share).toBeCloseTo(1, 1);
    expect(clippingOf(tone(1, 3)).share).toBeCloseTo(1, 1);
  });

  it.each([3, 6, 10, 20])('is found in a voice %i dB over', (overDb) => {
    const { share } = clippingOf(quantised(clipped(vowel(2), 10 ** (overDb / 20))));
    expect(share).toBeGreaterThan(0.05);
  });

  it.each([
    [3, 6],
    [6, 20],
    [10, 30],
  ])('is found in a voice that was %i dB over and is %i dB lower now', (overDb, lowerDb) => {
    const { share } = clippingOf(quantised(lowered(clipped(vowel(2), 10 ** (overDb / 20)), lowerDb)));
    expect(share).toBeGreaterThan(0.05);
  });

  it('is found where a codec has rounded the tops since', () => {
    const cut = clipped(vowel(2), 2);
    // Removes everything above 3 kHz, like a codec at a low bitrate: the tops ripple by a tenth.
    const cutoffHz = 3_000;
    const taps = Array.from({ length: 41 }, (_, i) => {
      const t = i - 20;
      const sinc =
        t === 0
          ? 1
          : Math.sin((2 * Math.PI * cutoffHz * t) / sampleRate) / ((2 * Math.PI * cutoffHz * t) / sampleRate);
      return ((2 * cutoffHz) / sampleRate) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * t) / 21));
    });
    const low = (samples: Float32Array) =>
      samples.map((_, i) => taps.reduce((sum, tap, k) => sum + tap * (samples[i + k - 20] ?? 0), 0));
    expect(clippingOf(low(cut)).share).toBeGreaterThan(0.1);
    expect(clippingOf(low(vowel(2))).share).toBe(0);
  });

  it.each([
    ['at full scale, 48 kHz', vowel(2, 48_000), 48_000],
    [
      'at full scale, deep and sampled finely',
      sine({ frequency: 83, dbfs: 0, durationS: 2, sampleRate: 48_000 }),
      48_000,
    ],
    ['in 16 bits', quantised(vowel(2)), sampleRate],
    ['40 dB lower, in 16 bits', quantised(lowered(vowel(2), 40)), sampleRate],
    ['in 8 bits', quantised(vowel(2), 8), sampleRate],
    ['with noise', quantised(mix(lowered(vowel(2), 6), noise(-20, 2, sampleRate))), sampleRate],
  ])('is none in clean sound %s', (_, samples, rate) => {
    expect(clippingOf(samples, 1, rate).share).toBe(0);
  });

  it('is none in clean sound that a codec rounds beyond full scale', () => {
    expect(clippingOf(vowel(2).map((sample) => sample * 1.1)).share).toBe(0);
  });

  it('takes no plateau for a top once there is something higher', () => {
    const plateau = lowered(clipped(tone(1), 2), 12);
    expect(clippingOf(plateau).share).toBeCloseTo(1, 1);
    expect(clippingOf(concat(plateau, tone(1, -3))).share).toBe(0);
  });
});
