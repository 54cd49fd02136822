import { describe, expect, it } from 'vitest';
import { clipped, concat, interleave, mix, noise, pieces, silence, sine } from '../testing/signals.ts';
import { frameSamples, voiceRate, type Detect } from '../voice/silero.ts';
import { createAnalysis } from './analysis.ts';

const sampleRate = 48_000;

/** Hears a voice where most of a frame is a tone of 300 Hz: stands in for the model, whose own test is beside it. */
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

async function analysed(samples: Float32Array, channels = 1) {
  const analysis = createAnalysis({ sampleRate, channels, detect: detectTone });
  for (const piece of pieces(samples, channels)) await analysis.push(piece);
  return await analysis.finish();
}

const voice = (durationS: number, dbfs = -20) => sine({ frequency: 300, dbfs, durationS, sampleRate });
const spoken = (dbfs = -20) => concat(silence(2, sampleRate), voice(3, dbfs), silence(5, sampleRate));

describe('the analysis of a stream', () => {
  it('finds where someone speaks, how long it is, and its peaks', async () => {
    const { durationS, peaks, speech, verdict } = await analysed(mix(spoken(), noise(-70, 10, sampleRate)));
    expect(durationS).toBe(10);
    expect(peaks).toHaveLength(2 * 200);
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
    // A sine of -20 dBFS peak has -23 dBFS RMS; below 7.5 kHz lies a third (-5 dB) of the noise up to 24 kHz.
    const { verdict } = await analysed(mix(spoken(), noise(-33 + 5, 10, sampleRate)));
    expect(verdict.snr_db).toBeGreaterThan(8);
    expect(verdict.snr_db).toBeLessThan(12);
    expect(verdict.reasons.map(({ code }) => code)).toContain('quality.noisy');
  });

  it('finds clipping in one channel of a stereo recording', async () => {
    const loud = clipped(spoken(0), 4);
    const { verdict } = await analysed(interleave(spoken(), loud), 2);
    expect(verdict.grade).toBe('poor');
    expect(verdict.reasons[0]).toMatchObject({ code: 'quality.clipping', at: [[2, 5]] });
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
    const analysis = createAnalysis({ sampleRate, channels: 1, detect });
    await expect(analysis.push(voice(3))).rejects.toThrow('no session');
  });
});
