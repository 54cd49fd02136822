import { describe, expect, it } from 'vitest';
import { concat, noise, pieces, silence } from '#wasm/testing/signals.ts';
import { createVoiceActivity } from './activity.ts';
import { frameSamples, voiceRate, type Detect } from './detect.ts';

/** Stub for the model: detects speech in frames louder than -30 dBFS. */
const detectLoud: Detect = async (frames) =>
  Float32Array.from({ length: frames.length / frameSamples }, (_, i) => {
    const frame = frames.subarray(i * frameSamples, (i + 1) * frameSamples);
    return frame.reduce((sum, s) => sum + s * s, 0) / frameSamples > 0.001 ? 0.9 : 0.01;
  });

async function heard(samples: Float32Array, cut: Iterable<Float32Array> = pieces(samples)) {
  const activity = createVoiceActivity({ detect: detectLoud });
  for (const piece of cut) await activity.push(piece);
  return await activity.finish();
}

const spoken = (dbfs: number) =>
  concat(silence(2, voiceRate), noise(dbfs, 1.5, voiceRate), silence(3, voiceRate));

describe('voice activity', () => {
  it('gives the regions in seconds', async () => {
    const [region, ...others] = await heard(spoken(-20));
    expect(others).toEqual([]);
    expect(region![0]).toBeGreaterThan(1.85);
    expect(region![0]).toBeLessThanOrEqual(2);
    expect(region![1]).toBeGreaterThanOrEqual(3.5);
    expect(region![1]).toBeLessThan(3.65);
  });

  it('raises what is quiet before the model hears it', async () => {
    const [[start, end] = [NaN, NaN], ...others] = await heard(spoken(-58));
    expect(others).toEqual([]);
    // The block in which it begins is silent except for its last 48 ms, and not amplified.
    expect(start).toBeLessThanOrEqual(2);
    expect(end).toBeGreaterThanOrEqual(3.5);
  });

  it('does not depend on how the stream is cut', async () => {
    const samples = spoken(-40);
    expect(await heard(samples)).toEqual(await heard(samples, [samples]));
  });

  it('ends the last region where the recording ends', async () => {
    const samples = noise(-20, 1.001, voiceRate);
    expect(await heard(samples)).toEqual([[0, 1.001]]);
  });

  it('shows what it heard with the probabilities, every sample once', async () => {
    const samples = spoken(-20);
    const looks: Float32Array[] = [];
    const activity = createVoiceActivity({
      detect: detectLoud,
      look(sound, probabilities) {
        expect(sound.length).toBe(probabilities.length * frameSamples);
        looks.push(sound);
      },
    });
    for (const piece of pieces(samples)) await activity.push(piece);
    await activity.finish();
    expect(concat(...looks).subarray(0, samples.length)).toEqual(samples);
  });
});
