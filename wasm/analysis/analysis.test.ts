import { describe, expect, it } from 'vitest';
import { createReferenceKernel } from '#wasm/reference/reference-kernel.ts';
import { clipped, concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { frameSamples, voiceRate, type Detect } from '#wasm/speech/detect.ts';
import { createAnalysis, type MonoSink } from './analysis.ts';

const sampleRate = 48_000;

/** Stub for the model: detects speech if a tone of 300 Hz dominates a frame. */
const detectTone: Detect = async (frames) =>
  Float32Array.from({ length: frames.length / frameSamples }, (_, i) => {
    const frame = frames.subarray(i * frameSamples, (i + 1) * frameSamples);
    let [power, re, im] = [1e-9, 0, 0];
    for (const [n, sample] of frame.entries()) {
      power += sample * sample;
      re += sample * Math.cos((2 * Math.PI * 300 * n) / voiceRate);
      im += sample * Math.sin((2 * Math.PI * 300 * n) / voiceRate);
    }
    const share = (2 * (re * re + im * im)) / (frameSamples * power);
    return share > 0.5 ? 0.95 : 0.02;
  });

const toneKernel = createReferenceKernel(() => detectTone);

type Cut = (samples: Float32Array, channels: number) => Iterable<Float32Array>;
async function analysed(samples: Float32Array, channels = 1, cut: Cut = pieces, encode?: MonoSink) {
  const analysis = createAnalysis({ sampleRate, channels, kernel: toneKernel, ...(encode && { encode }) });
  for (const piece of cut(samples, channels)) await analysis.push(piece);
  return await analysis.finish();
}

/** Four syllables a second: a tone of 300 Hz, with hiss up to 24 kHz for the bandwidth of a voice. */
const voice = (durationS: number, dbfs = -20) =>
  mix(sine({ frequency: 300, dbfs, durationS, sampleRate }), noise(dbfs - 20, durationS, sampleRate)).map(
    (sample, i) => sample * ((i / sampleRate) % 0.25 < 0.19 ? 1 : 0.03),
  );
const spoken = (dbfs = -20) => concat(silence(2, sampleRate), voice(3, dbfs), silence(5, sampleRate));

describe('the analysis of a stream', () => {
  it('finds where someone speaks, how long it is, and its peaks', async () => {
    const sound = mix(spoken(), noise(-70, 10, sampleRate));
    const { durationS, peaks, finePeaks, speech, verdict } = await analysed(sound);
    expect(durationS).toBe(10);
    expect(peaks).toHaveLength(2 * 200);
    expect(finePeaks).toHaveLength(2 * 1_000);
    expect(peaks[2 * 45 + 1]).toBe(Math.max(...finePeaks.subarray(2 * 225, 2 * 230)));
    expect(speech).toHaveLength(1);
    expect(speech[0]![0]).toBeCloseTo(1.9, 0);
    expect(speech[0]![1]).toBeCloseTo(5.1, 0);
    expect(verdict).toMatchObject({ grade: 'good', reasons: [] });
    expect(verdict.snr_db).toBeGreaterThan(45);
  });

  it('hears speech that is very quiet, and says so', async () => {
    const { speech, verdict } = await analysed(spoken(-58));
    expect(speech).toHaveLength(1);
    expect(verdict.grade).toBe('usable');
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['quality.too_quiet']);
  });

  it('measures noise at the ratio it was mixed with', async () => {
    // A sine of -20 dBFS peak has -23 dBFS RMS; a third (-5 dB) of the noise up to 24 kHz is below 7.5 kHz.
    const { verdict } = await analysed(mix(spoken(), noise(-33 + 5, 10, sampleRate)));
    expect(verdict.snr_db).toBeGreaterThan(8);
    expect(verdict.snr_db).toBeLessThan(12);
    expect(verdict.reasons.map(({ code }) => code)).toContain('quality.noisy');
  });

  it('finds clipping in one channel of a stereo recording', async () => {
    const loud = clipped(spoken(0), 4);
    const { verdict } = await analysed(interleave(spoken(), loud), 2);
    expect(verdict.grade).toBe('poor');
    expect(verdict.reasons[0]).toMatchObject({ code: 'quality.clipping', at: [[2, 4.95]] });
  });

  it('gives the same whether it comes in uneven pieces or at once', async () => {
    const sound = interleave(mix(spoken(), noise(-60, 10, sampleRate)), spoken(-26));
    // Sums in a different order differ in their last digits.
    const rounded = (numbers: unknown) =>
      JSON.stringify(numbers, (_, value: unknown) =>
        typeof value === 'number' ? value.toPrecision(9) : value,
      );
    const whole = await analysed(sound, 2, (all) => [all]);
    expect(rounded(await analysed(sound, 2))).toBe(rounded(whole));
  });

  it('hands on the mix at another rate, complete to its tail', async () => {
    const sound = spoken();
    const mono: Float32Array[] = [];
    const encode: MonoSink = { sampleRate: 24_000, push: (samples) => void mono.push(samples.slice()) };
    await analysed(interleave(sound, silence(10, sampleRate)).subarray(0, 2 * 479_999), 2, pieces, encode);
    const all = concat(...mono);
    expect(all).toHaveLength(240_000);
    for (let at = 2.1; at < 4.9; at += 0.3) {
      const level = (samples: Float32Array, rate: number) =>
        samples.subarray(at * rate, (at + 0.1) * rate).reduce((sum, s) => sum + s * s, 0) / rate;
      const ratio = level(all, 24_000) / level(sound, sampleRate);
      expect(Math.abs(10 * Math.log10(ratio))).toBeLessThan(0.3);
    }
  });

  it('hears the voice of a recording whose channels are each the negative of the other, and says so', async () => {
    const sound = mix(spoken(), noise(-70, 10, sampleRate));
    const { speech, verdict } = await analysed(
      interleave(
        sound,
        sound.map((s) => -s),
      ),
      2,
    );
    expect(speech).toHaveLength(1);
    expect(verdict.grade).toBe('good');
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['quality.inverted_channel']);
  });

  it('waits for the sink', async () => {
    let taken = 0;
    const push = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      taken++;
    };
    const analysis = createAnalysis({
      sampleRate,
      channels: 1,
      kernel: toneKernel,
      encode: { sampleRate: 24_000, push },
    });
    await analysis.push(voice(1));
    expect(taken).toBe(1);
  });

  it('says that a file of zeros is silent, and an empty one too', async () => {
    const { verdict, speech } = await analysed(silence(3, sampleRate));
    expect(speech).toEqual([]);
    expect(verdict).toMatchObject({ grade: 'poor', loudness_lufs: null, true_peak_dbtp: null });
    expect(verdict.reasons).toEqual([{ code: 'quality.silent', share: 1, at: [] }]);
    expect((await analysed(new Float32Array(0))).durationS).toBe(0);
  });

  it('lets a failing model fail the analysis', async () => {
    const detect = () => Promise.reject(new Error('no session'));
    const analysis = createAnalysis({ sampleRate, channels: 1, kernel: createReferenceKernel(() => detect) });
    await expect(analysis.push(voice(3))).rejects.toThrow('no session');
  });
});
