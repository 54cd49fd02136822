import { describe, expect, it } from 'vitest';
import { mix, noise, pieces, sine } from '#wasm/testing/signals.ts';
import { createHum } from './hum.ts';

const sampleRate = 16_000;
const durationS = 8;
const tone = (frequency: number, dbfs: number) => sine({ frequency, dbfs, durationS, sampleRate });
const mixed = (...parts: Float32Array[]) => parts.reduce((a, b) => mix(a, b));
const humOf = (hz: number, dbfs = -40) =>
  mixed(tone(hz, dbfs), tone(hz * 2, dbfs - 3), tone(hz * 3, dbfs - 5), tone(hz * 5, dbfs - 10));
const hiss = noise(-50, durationS, sampleRate);

function measured(samples: Float32Array) {
  const hum = createHum();
  for (const piece of pieces(samples)) hum.push(piece);
  return hum.result();
}

/** A voice half the time: harmonics of a pitch that moves by a fifth within a second. */
const voice = Float32Array.from({ length: durationS * sampleRate }, (_, i) => {
  const t = i / sampleRate;
  const cycles = 110 * t + 4 * Math.sin(2 * Math.PI * t);
  let sum = 0;
  for (let h = 1; h <= 10; h++) sum += Math.sin(2 * Math.PI * h * cycles) / h;
  return t % 0.6 < 0.4 ? sum * 0.1 : 0;
});

describe('mains hum', () => {
  it.each([50, 60] as const)('of %i Hz is found with its level', (hz) => {
    const found = measured(mixed(hiss, humOf(hz)));
    expect(found?.frequencyHz).toBe(hz);
    // Peaks of -40, -43, -45 and -50 dBFS: together -37 dBFS, RMS 3 dB less.
    const truth = 10 * Math.log10((1e-4 + 10 ** -4.3 + 10 ** -4.5 + 1e-5) / 2);
    expect(Math.abs(found!.levelDbfs - truth)).toBeLessThan(1);
  });

  it('is found below a voice', () => {
    expect(measured(mixed(hiss, voice, humOf(50, -35)))?.frequencyHz).toBe(50);
  });

  it('is found a little off its nominal frequency, as mains are', () => {
    expect(measured(mixed(hiss, humOf(50.1)))?.frequencyHz).toBe(50);
    expect(measured(mixed(hiss, humOf(59.9)))?.frequencyHz).toBe(60);
  });

  it.each([
    ['noise', hiss],
    ['a voice', mixed(hiss, voice)],
    ['one tone of 100 Hz', mixed(hiss, tone(100, -30))],
    [
      'a chord held for long',
      mixed(hiss, tone(110, -30), tone(138.6, -30), tone(164.8, -30), tone(220, -35)),
    ],
    [
      'a machine that turns at 27 Hz',
      mixed(hiss, ...[1, 2, 3, 4, 5, 6, 7].map((h) => tone(27 * h, -35 - h))),
    ],
    ['digital silence', new Float32Array(durationS * sampleRate)],
  ])('is not found in %s', (_name, samples) => {
    expect(measured(samples)).toBeNull();
  });

  it('is not guessed from two seconds', () => {
    expect(measured(humOf(50).subarray(0, 1.2 * sampleRate))).toBeNull();
  });
});
