import { describe, expect, it } from 'vitest';
import { concat, noise, pieces, silence } from '#wasm/testing/signals.ts';
import { frameSamples, voiceRate, type Detect } from '#wasm/speech/detect.ts';
import { batchSamples, createLiveVoice } from './live-voice.ts';

function listener() {
  const levels: number[] = [];
  const sounds: Float32Array[] = [];
  const detect: Detect = async (frames) => {
    for (let at = 0; at < frames.length; at += frameSamples) {
      const frame = frames.subarray(at, at + frameSamples);
      levels.push(10 * Math.log10(frame.reduce((sum, s) => sum + s * s, 0) / frameSamples + 1e-12));
    }
    return new Float32Array(frames.length / frameSamples).fill(0.5);
  };
  const voice = createLiveVoice({ detect, onBatch: (sound) => sounds.push(sound) });
  return { voice, levels, sounds };
}

async function heard(samples: Float32Array, cut: Iterable<Float32Array> = pieces(samples)) {
  const { voice, levels, sounds } = listener();
  for (const piece of cut) await voice.push(piece);
  return { levels, sound: concat(...sounds) };
}

describe('hearing with little delay', () => {
  it('hears every sample once, at most 128 ms late', async () => {
    const samples = noise(-30, 1.1, voiceRate);
    const { sound } = await heard(samples);
    expect(samples.length - sound.length).toBeLessThan(batchSamples);
    expect(sound).toEqual(samples.subarray(0, sound.length));
  });

  it('does not depend on how the stream is cut', async () => {
    const samples = concat(noise(-60, 1, voiceRate), noise(-30, 1, voiceRate), noise(-55, 3, voiceRate));
    expect((await heard(samples)).levels).toEqual((await heard(samples, [samples])).levels);
  });

  it('raises quiet speech to where the model hears it, from its first batch on', async () => {
    const { levels } = await heard(concat(noise(-85, 2, voiceRate), noise(-58, 1, voiceRate)));
    const first = Math.ceil((2 * voiceRate) / batchSamples) * 4;
    expect(levels[first + 4]!).toBeGreaterThan(-26);
  });

  it('does not raise a room above what is taken for speech', async () => {
    const { levels } = await heard(concat(noise(-20, 1, voiceRate), noise(-50, 6, voiceRate)));
    expect(Math.max(...levels.slice(-60))).toBeLessThan(-34);
  });

  it('leaves loud sound and silence alone', async () => {
    expect((await heard(noise(-10, 2, voiceRate))).levels.at(-1)).toBeCloseTo(-10, 0);
    expect((await heard(silence(2, voiceRate))).levels.at(-1)).toBeLessThan(-100);
  });
});
