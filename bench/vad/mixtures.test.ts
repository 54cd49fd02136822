import { describe, expect, it } from 'vitest';
import { voiceRate } from '#wasm/speech/detect.ts';
import { mixtures, music, roomNoise, silent } from './mixtures.ts';
import { toFrames } from './vad-score.ts';

const power = (samples: Float32Array) => samples.reduce((sum, s) => sum + s * s, 0) / samples.length;
const db = (ratio: number) => 10 * Math.log10(ratio);

describe('the synthetic cases', () => {
  const [clean] = mixtures({ silence: silent });
  const { samples, speech } = clean!;
  const durationS = samples.length / voiceRate;

  it('label every sample that sounds, and over silence no other', () => {
    const isSpeech = toFrames(speech, durationS);
    const sounding = Array.from({ length: isSpeech.length }, (_, frame) =>
      samples.subarray(frame * 160, (frame + 1) * 160).some((s) => s !== 0),
    );
    expect(sounding.some((sounds, frame) => sounds && !isSpeech[frame])).toBe(false);
    // Only fades and stop consonants are silent inside speech.
    const silentWithin = sounding.filter((sounds, frame) => !sounds && isSpeech[frame]).length;
    expect(silentWithin / isSpeech.reduce((sum, is) => sum + is, 0)).toBeLessThan(0.01);
  });

  it('have speech at the level asked for and at most a third of the time, in long stretches none', () => {
    const spokenS = speech.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(spokenS / durationS).toBeLessThan(1 / 3);
    expect(db((power(samples) * durationS) / spokenS)).toBeCloseTo(-26, 1);
    expect(speech[0]![0]).toBeGreaterThan(10);
  });

  it.each(Object.entries({ room: roomNoise, music }))('mix %s at the ratio they say', (name, make) => {
    const cases = mixtures({ [name]: make }, { ratiosDb: [0, 20] });
    expect(cases.map(({ snrDb }) => snrDb)).toEqual([0, 20]);
    for (const { samples: mixed, snrDb } of cases)
      expect(-26 - db(power(mixed.map((s, i) => s - samples[i]!)))).toBeCloseTo(snrDb, 1);
  });

  it('lower every other sentence for a voice far away', () => {
    const [far] = mixtures({ silence: silent }, { farDb: 24 });
    const levels = far!.speech.map(([start, end]) =>
      db(power(far!.samples.subarray(start * voiceRate, end * voiceRate))),
    );
    const mean = (parity: number) => {
      const own = levels.filter((_, index) => index % 2 === parity);
      return own.reduce((sum, level) => sum + level, 0) / own.length;
    };
    expect(mean(0) - mean(1)).toBeGreaterThan(21);
    expect(mean(0) - mean(1)).toBeLessThan(27);
  });
});
