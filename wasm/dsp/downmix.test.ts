import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { concat, interleave, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createDownmix } from './downmix.ts';

const sampleRate = 16_000;

const inKernel: typeof createDownmix = (input) =>
  loadKernel().createSound({ ...input, peaksRate: 20, fineRate: 100 });
const ways = [
  ['in JavaScript', createDownmix],
  ['in the kernel', inKernel],
] as const;

function mixedBy(
  create: typeof createDownmix,
  channels: Float32Array[],
  cut: (all: Float32Array) => Iterable<Float32Array> = (all) => [all],
) {
  const count = channels.length;
  const downmix = create({ sampleRate, channels: count });
  const parts = Array.from(cut(interleave(...channels)), (piece) => downmix.push(piece).slice());
  return concat(...parts, downmix.finish());
}
const levelOf = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, s) => sum + s * s, 0) / samples.length + 1e-12);
const tone = (dbfs: number, durationS = 3, frequency = 300) =>
  sine({ frequency, dbfs, durationS, sampleRate });
const negative = (samples: Float32Array) => samples.map((s) => -s);

describe.each(ways)('mixing to one channel %s', (_way, create) => {
  const mixed = (channels: Float32Array[], cut?: (all: Float32Array) => Iterable<Float32Array>) =>
    mixedBy(create, channels, cut);

  it('leaves one channel as it is', () => {
    const sound = tone(-20);
    expect(mixed([sound])).toEqual(sound);
  });

  it('is the mean of channels with sound', () => {
    const [left, right] = [tone(-20), noise(-30, 3, sampleRate)];
    const out = mixed([left, right]);
    expect(out).toHaveLength(left.length);
    for (let i = 0; i < out.length; i += 97) expect(out[i]).toBeCloseTo((left[i]! + right[i]!) / 2, 6);
  });

  it('does not halve a voice for the sake of a channel without sound', () => {
    expect(levelOf(mixed([silence(3, sampleRate), tone(-20)]))).toBeCloseTo(levelOf(tone(-20)), 3);
    expect(levelOf(mixed([tone(-20), noise(-75, 3, sampleRate)]))).toBeCloseTo(levelOf(tone(-20)), 2);
  });

  it('hears the second microphone from its first word on', () => {
    const left = concat(tone(-20, 3), silence(3, sampleRate));
    const right = concat(silence(3.2, sampleRate), tone(-20, 2.8));
    const out = mixed([left, right]);
    const word = out.subarray(3.25 * sampleRate, 3.5 * sampleRate);
    expect(levelOf(word)).toBeCloseTo(levelOf(tone(-20)) - 6.02, 1);
  });

  it('turns a channel that is the negative of the other before it cancels it', () => {
    const sound = tone(-20);
    expect(levelOf(mixed([sound, negative(sound)]))).toBeCloseTo(levelOf(sound), 3);
  });

  it('turns it back where the cable was changed, without a click', () => {
    const [one, two] = [tone(-20, 2), tone(-20, 2)];
    const out = mixed([concat(one, two), concat(negative(one), two)]);
    expect(levelOf(out.subarray(0, 2 * sampleRate))).toBeCloseTo(levelOf(one), 2);
    expect(levelOf(out.subarray(2.1 * sampleRate))).toBeCloseTo(levelOf(one), 2);
    const steps = out.subarray(1).map((s, i) => Math.abs(s - out[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.02);
  });

  it('does not depend on how the stream is cut', () => {
    const channels = [tone(-20), negative(tone(-21)), silence(3, sampleRate)].map((c, i) =>
      i < 2 ? concat(silence(0.7, sampleRate), c) : concat(c, noise(-30, 0.7, sampleRate)),
    );
    expect(mixed(channels, (all) => pieces(all, 3))).toEqual(mixed(channels));
    expect(mixed(channels.slice(0, 2), (all) => pieces(all, 2))).toEqual(mixed(channels.slice(0, 2)));
  });
});
