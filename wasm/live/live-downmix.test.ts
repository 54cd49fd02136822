import { describe, expect, it } from 'vitest';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { concat, interleave, noise, silence, sine } from '#wasm/testing/signals.ts';
import { createLiveDownmix } from './live-downmix.ts';

const sampleRate = 48_000;

function mixed(stereo: Float32Array, blockFrames = 1_024): Float32Array {
  const downmix = createLiveDownmix({ sampleRate });
  const mono = new Float32Array(stereo.length / 2);
  for (let at = 0; at < stereo.length; at += blockFrames * 2)
    mono.set(downmix(stereo.subarray(at, at + blockFrames * 2)), at / 2);
  return mono;
}

const levelDb = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
const last = (samples: Float32Array, seconds: number) => samples.subarray(-seconds * sampleRate);

describe('the downmix of what is being recorded', () => {
  it('gives equal channels bit for bit, from the first sample on and whatever the size of the blocks', () => {
    const voice = concat(
      silence(0.2, sampleRate),
      noise(-30, 2, sampleRate),
      sine({ frequency: 300, dbfs: -12, durationS: 1, sampleRate }),
    );
    for (const frames of [1, 128, 1_024, 5_000])
      expect(mixed(interleave(voice, voice), frames)).toEqual(voice);
  });

  it('holds nothing back: as many samples as frames, block by block', () => {
    const downmix = createLiveDownmix({ sampleRate });
    for (const frames of [0, 1, 77, 1_024])
      expect(downmix(noise(-20, frames / 24_000, sampleRate)).length).toBe(frames);
  });

  it('leaves out a channel that is dead, from the first block on', () => {
    const voice = noise(-20, 2, sampleRate);
    const dead = silence(2, sampleRate);
    expect(mixed(interleave(voice, dead))).toEqual(voice);
    expect(mixed(interleave(dead, voice))).toEqual(voice);
    const crosstalk = voice.map((x) => x * 0.001);
    expect(mixed(interleave(voice, crosstalk))).toEqual(voice);
  });

  it('takes a channel in once it has sound, fading without a step', () => {
    const tone = sine({ frequency: 100, dbfs: -12, durationS: 2, sampleRate });
    const late = concat(silence(1, sampleRate), tone.slice(sampleRate));
    const mono = mixed(interleave(tone, late));
    const before = 0.95 * sampleRate;
    expect(mono.subarray(0, before)).toEqual(tone.subarray(0, before));
    expect(last(mono, 0.9)).toEqual(last(tone, 0.9));
    const quiet = mixed(interleave(tone, concat(silence(1, sampleRate), noise(-20, 1, sampleRate))));
    let step = 0;
    const largest = (2 * Math.PI * 100 * 10 ** (-12 / 20)) / sampleRate + 0.5;
    for (let i = 1; i < quiet.length; i++) step = Math.max(step, Math.abs(quiet[i]! - quiet[i - 1]!));
    expect(step).toBeLessThan(largest);
  });

  it('keeps a channel whose speaker is silent for a while', () => {
    const left = noise(-20, 4, sampleRate);
    const right = concat(noise(-20, 1, sampleRate, 2), silence(3, sampleRate));
    const mono = mixed(interleave(left, right));
    expect(last(mono, 1)).toEqual(
      last(
        left.map((x) => x / 2),
        1,
      ),
    );
  });

  it('turns an inverted channel at once instead of cancelling it', () => {
    const voice = noise(-20, 2, sampleRate);
    expect(
      mixed(
        interleave(
          voice,
          voice.map((x) => -x),
        ),
      ),
    ).toEqual(voice);
  });

  it('turns one that is inverted and has noise of its own within half a second', () => {
    const voice = noise(-20, 2, sampleRate);
    const hiss = noise(-28, 2, sampleRate, 9);
    const right = voice.map((x, i) => -x + hiss[i]!);
    expect(levelDb(last(mixed(interleave(voice, right)), 1.5))).toBeGreaterThan(-21.5);
  });

  it('does not turn a channel whose microphone stands elsewhere', () => {
    // Half a period apart for a tenth of a second, then uncorrelated.
    const low = sine({ frequency: 40, dbfs: -30, durationS: 0.1, sampleRate });
    const hiss = noise(-45, 0.1, sampleRate, 5);
    const left = concat(low, noise(-20, 1, sampleRate, 3));
    const right = concat(
      low.map((x, i) => -x + hiss[i]!),
      noise(-20, 1, sampleRate, 4),
    );
    const mono = mixed(interleave(left, right));
    const upright = left.map((x, i) => (x + right[i]!) / 2);
    expect(last(mono, 1)).toEqual(last(upright, 1));
  });

  it.each([
    ['two microphones', noise(-20, 3, sampleRate, 1), noise(-26, 3, sampleRate, 2)],
    ['a dead one', noise(-20, 3, sampleRate, 1), noise(-75, 3, sampleRate, 2)],
    ['an inverted one', noise(-20, 3, sampleRate, 1), noise(-20, 3, sampleRate, 1).map((x) => -0.7 * x)],
  ])('agrees in the end with the downmix of a file: %s', (_, left, right) => {
    const stereo = interleave(left, right);
    const file = createDownmix({ sampleRate, channels: 2 });
    const whole = concat(file.push(stereo), file.finish());
    const live = mixed(stereo);
    const difference = last(live, 1).map((x, i) => x - last(whole, 1)[i]!);
    expect(Math.max(...difference.map(Math.abs))).toBeLessThan(1e-6);
  });
});
