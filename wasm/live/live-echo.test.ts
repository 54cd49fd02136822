import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { mix, noise, sine } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createLiveEcho, echoRate } from './live-echo.ts';

const path = join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav');
const wav = fromWav(readFileSync(path));
const speech = createMonoResampler({ ...wav, targetRate: echoRate })
  .push(wav.samples)
  .subarray(0, 20 * echoRate);

function found(samples: Float32Array, isSpeech = true) {
  const echo = createLiveEcho();
  for (let at = 0; at < samples.length; at += 1_024) echo.push(samples.subarray(at, at + 1_024), isSpeech);
  return echo.found();
}

const withCopy = (samples: Float32Array, delayS: number, gain: number) =>
  samples.map((s, i) => s + gain * (samples[i - Math.round(delayS * echoRate)] ?? 0));

/** Adds reverberation: noise that decays by 60 dB in a second. */
function inHall(samples: Float32Array) {
  const tail = noise(-34, 0.5, echoRate, 7).map((s, i) => s * 10 ** ((-3 * i) / echoRate));
  return samples.map((direct, i) => {
    let sum = direct;
    for (let k = 16; k < tail.length && k <= i; k++) sum += tail[k]! * samples[i - k]!;
    return sum;
  });
}

describe('looking for an echo', () => {
  it.each([
    [0.04, 0.3],
    [0.18, 0.2],
    [0.55, 0.4],
    [0.3, -0.25],
  ])('finds a copy %f s later, %f as loud', (delayS, gain) => {
    const { delayS: at, score, rivals } = found(withCopy(speech, delayS, gain))!;
    expect(at).toBeCloseTo(delayS, 2.5);
    expect(score).toBeGreaterThan(100);
    expect(rivals).toBeLessThanOrEqual(4);
  });

  it('finds none in speech as it was spoken, in a hall, or over hum', () => {
    const hum = [50, 100, 150, 250, 350].map((frequency) =>
      sine({ frequency, dbfs: -40, durationS: 20, sampleRate: echoRate }),
    );
    const overHum = mix(hum.reduce(mix), speech);
    for (const sound of [speech, inHall(speech.subarray(0, 10 * echoRate)), overHum]) {
      const { score, rivals } = found(sound)!;
      expect(score < 36 || rivals > 4).toBe(true);
    }
  });

  it('says nothing where nobody speaks, or before it has heard enough', () => {
    expect(found(withCopy(speech, 0.2, 0.5), false)).toBeNull();
    expect(found(withCopy(speech.subarray(0, 3 * echoRate), 0.2, 0.5))).toBeNull();
  });
});
