import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { createKernelLevels } from '#wasm/testing/kernel-levels.ts';
import { concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceChannelHealth } from './channel-health.ts';

const sampleRate = 48_000;
const durationS = 2;
const hiss = (dbfs: number, seed: number) => noise(dbfs, durationS, sampleRate, seed);
const tone = (dbfs: number, frequency = 310) => sine({ frequency, dbfs, durationS, sampleRate });
const voice = mix(tone(-20), tone(-26, 930));
const negative = (samples: Float32Array) => samples.map((sample) => -sample);

const healthy = { deadChannels: [], isInverted: false };

const kernel = loadKernel();
type Input = { sampleRate: number; channels: number };
const ways = [
  ['in JavaScript', createReferenceChannelHealth],
  ['in the kernel', (input: Input) => createKernelLevels(kernel, input)],
] as const;

describe.each(ways)('%s', (_way, create) => {
  const healthOf = (...channels: Float32Array[]) => {
    const health = create({ sampleRate, channels: channels.length });
    for (const piece of pieces(interleave(...channels), channels.length)) health.push(piece);
    const { deadChannels, isInverted } = health.result();
    return { deadChannels, isInverted };
  };

  describe('a channel', () => {
    it.each([
      ['zeros', silence(durationS, sampleRate)],
      ['hiss 45 dB lower', hiss(-68, 3)],
      ['nothing but an offset', silence(durationS, sampleRate).fill(0.1)],
    ])('is dead that holds %s beside one with sound', (_, dead) => {
      expect(healthOf(voice, dead)).toEqual({ deadChannels: [1], isInverted: false });
      expect(healthOf(dead, voice)).toEqual({ deadChannels: [0], isInverted: false });
    });

    it('is not dead that is 30 dB lower, nor where there is no sound at all, nor alone', () => {
      expect(
        healthOf(
          voice,
          voice.map((sample) => sample * 0.03),
        ),
      ).toEqual(healthy);
      expect(healthOf(silence(durationS, sampleRate), silence(durationS, sampleRate))).toEqual(healthy);
      expect(healthOf(voice)).toEqual(healthy);
    });

    it('is not dead that is silent for half the recording', () => {
      const half = silence(durationS / 2, sampleRate);
      const heard = voice.subarray(0, half.length);
      expect(healthOf(concat(heard, half), concat(half, heard))).toEqual(healthy);
    });

    it('may be silent in surround sound, where it is not said to be dead', () => {
      const none = silence(durationS, sampleRate);
      expect(healthOf(voice, voice, voice, none, none, none)).toEqual(healthy);
    });
  });

  describe('two channels', () => {
    it('are inverted where one is the negative of the other, with noise of their own and another level', () => {
      const right = mix(
        negative(voice).map((sample) => sample * 0.3),
        hiss(-50, 5),
      );
      expect(healthOf(mix(voice, hiss(-40, 4)), right)).toEqual({ deadChannels: [], isInverted: true });
    });

    it('are not inverted where they are alike, strangers, or opposite only above 2 kHz', () => {
      expect(healthOf(voice, voice)).toEqual(healthy);
      expect(healthOf(hiss(-20, 1), hiss(-20, 2))).toEqual(healthy);
      const high = tone(-20, 9_000);
      expect(healthOf(mix(voice, high), mix(voice, negative(high)))).toEqual(healthy);
    });

    it('are compared where there is sound: what differs between words does not count', () => {
      const pause = noise(-60, 8, sampleRate);
      expect(healthOf(concat(voice, pause), concat(negative(voice), pause)).isInverted).toBe(true);
    });
  });
});
