import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { firstOrAll, isLong } from '#wasm/testing/long-test.ts';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { createReferenceLoudness } from '#wasm/reference/loudness.ts';
import { createReferenceTruePeak } from '#wasm/reference/true-peak.ts';
import { concat, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { createNormaliser } from './normaliser.ts';
import { loudnessTarget, planGain } from './plan-gain.ts';

const sampleRate = 24_000;
const { ceilingDbtp } = loudnessTarget;
const toGain = (db: number) => 10 ** (db / 20);

function normalised(sound: Float32Array, gainDb: number, blocks: Iterable<Float32Array> = pieces(sound)) {
  const normaliser = createNormaliser({ sampleRate, gainDb, ceilingDbtp });
  return concat(...[...blocks].map((block) => normaliser.push(block)), normaliser.finish());
}

function truePeak(sound: Float32Array): number {
  const peak = createReferenceTruePeak({ sampleRate, channels: 1 });
  peak.push(sound);
  return peak.dbtp() ?? -Infinity;
}

function lufs(sound: Float32Array): number | null {
  const loudness = createReferenceLoudness({ sampleRate, channels: 1 });
  loudness.push(sound);
  return loudness.integratedLufs();
}

/** Vowels: harmonics of a moving pitch, in syllables of changing level. */
function voice(durationS: number, dbfs: number): Float32Array {
  const parts: Float32Array[] = [];
  for (let i = 0; i < durationS / 0.4; i++) {
    const harmonics = Array.from({ length: 12 }, (_, k) =>
      sine({
        frequency: (k + 1) * (110 + 9 * (i % 5)),
        dbfs: dbfs - 3 * k - 2 * (i % 3),
        durationS: 0.3,
        sampleRate,
      }),
    );
    const syllable = harmonics.reduce((sum, harmonic) => mix(sum, harmonic));
    const shape = (_: number, at: number) => Math.sin((Math.PI * at) / syllable.length);
    parts.push(
      syllable.map((sample, at) => sample * shape(sample, at)),
      noise(dbfs - 40, 0.1, sampleRate, i + 1),
    );
  }
  return concat(...parts);
}

const impulses = () => {
  const sound = noise(-60, 4, sampleRate);
  for (let at = 500, sign = 1; at < sound.length; at += 4_001, sign = -sign) sound[at] = 0.9 * sign;
  return sound;
};

describe('normalised sound', () => {
  it('is as long as before and at its place, and the sound times the gain where it stays below the ceiling', () => {
    for (const length of [0, 1, 100, 511, 512, 513, 5_000]) {
      const sound = noise(-40, length / sampleRate, sampleRate);
      const result = normalised(sound, 12);
      expect(result.length).toBe(length);
      expect(result).toEqual(sound.map((sample) => Math.fround(sample * toGain(12))));
    }
  });

  it('never has a true peak above the ceiling', () => {
    const sounds: [string, Float32Array][] = [
      ['a voice', voice(6, -18)],
      ['impulses', impulses()],
      ['noise', noise(-12, 3, sampleRate)],
      [
        'a burst out of silence',
        concat(silence(1, sampleRate), noise(-3, 0.5, sampleRate), silence(1, sampleRate)),
      ],
      ...[4, 3, 2.5, 6].map((divisor): [string, Float32Array] => [
        `a tone of a rate's ${divisor}th part`,
        sine({ frequency: sampleRate / divisor, dbfs: -0.5, durationS: 2, sampleRate, phase: 45 }),
      ]),
    ];
    for (const [name, sound] of sounds)
      for (const gainDb of isLong ? [0, 6, 20, 30] : [30])
        expect([name, gainDb, truePeak(normalised(sound, gainDb)) <= ceilingDbtp]).toEqual([
          name,
          gainDb,
          true,
        ]);
  });

  it('is at the target within half a unit where the limiter hardly works', () => {
    const sound = voice(10, -34);
    const gainDb = planGain({ integratedLufs: lufs(sound), truePeakDbtp: truePeak(sound) })!;
    expect(gainDb).toBeGreaterThan(3);
    // Plus 0.45 dB, which the encoder takes off.
    expect(Math.abs(lufs(normalised(sound, gainDb))! - 0.45 - loudnessTarget.integratedLufs)).toBeLessThan(
      0.5,
    );
  });

  it('comes back to the full gain behind a peak, without a step', () => {
    const sound = sine({ frequency: 200, dbfs: -30, durationS: 3, sampleRate });
    sound[sampleRate] = 0.9;
    const gain = normalised(sound, 12).map((sample, i) =>
      Math.abs(sound[i]!) > 0.01 ? sample / sound[i]! : NaN,
    );
    const dbAt = (s: number) => {
      const around = gain.subarray(s * sampleRate - 60, s * sampleRate + 60).filter((value) => value > 0);
      return 20 * Math.log10(around.reduce((sum, value) => sum + value, 0) / around.length);
    };
    expect(dbAt(0.98)).toBeCloseTo(12, 2);
    expect(dbAt(1.01)).toBeLessThan(4);
    expect(dbAt(1.2)).toBeGreaterThan(9);
    expect(dbAt(2)).toBeCloseTo(12, 1);
    // 12 dB within 5 ms is 0.1 dB per sample at the steepest place.
    const steps = gain.map((value, i) => Math.abs(20 * Math.log10(value / gain[i - 1]!)));
    expect(Math.max(...steps.filter(Number.isFinite))).toBeLessThan(0.5);
  });

  it('does not depend on how it comes in pieces', () => {
    const sound = concat(
      voice(1, -20),
      impulses().subarray(0, 9_000),
      silence(0.3, sampleRate),
      voice(0.5, -8),
    );
    const whole = normalised(sound, 9, [sound]);
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const blocks: Float32Array[] = [];
        let at = 0;
        for (const length of lengths) {
          blocks.push(sound.subarray(at, at + length));
          at += length;
        }
        blocks.push(sound.subarray(at));
        expect(normalised(sound, 9, blocks)).toEqual(whole);
      }),
      { numRuns: 15, seed: 3 },
    );
  });
});

const audioDir = process.env['AUDIO_DIR'] ?? '';
const hasFfmpeg = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].some(existsSync);
const recordings =
  audioDir && hasFfmpeg
    ? ['de', 'en', 'fr', 'vad']
        .flatMap((folder) => readdirSync(join(audioDir, folder)).map((name) => join(audioDir, folder, name)))
        .filter((name) => /\.(mp3|wav|flac|ogg|opus|m4a)$/.test(name))
        .filter((_, i) => i % 5 === 0)
    : [];

describe.skipIf(recordings.length === 0)('recordings of AUDIO_DIR, normalised and written as mp3', () => {
  const folder = recordings.length > 0 ? mkdtempSync(join(tmpdir(), 'loudness-')) : '';
  afterAll(() => folder && rmSync(folder, { recursive: true }));
  const ffmpeg = (args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
  const decoded = (path: string) => {
    const raw = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', path, '-t', '60', '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', '-'],
      { maxBuffer: 1 << 28 },
    );
    return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  };

  it.each(firstOrAll(oneOfEach(recordings)))('%s', (path) => {
    const sound = decoded(path);
    const gainDb = planGain({ integratedLufs: lufs(sound), truePeakDbtp: truePeak(sound) })!;
    const result = normalised(sound, gainDb);
    expect(truePeak(result)).toBeLessThanOrEqual(ceilingDbtp);
    const [wav, mp3] = [join(folder, 'a.wav'), join(folder, 'a.mp3')];
    writeFileSync(wav, toWav(result, sampleRate));
    ffmpeg(['-i', wav, '-c:a', 'libmp3lame', '-b:a', '64k', '-reservoir', '0', mp3]);
    const heard = decoded(mp3);
    expect(truePeak(heard)).toBeLessThanOrEqual(-1);
    // Below the target by the limiter's loss; without limiting within 0.1.
    const loudness = lufs(heard)! - loudnessTarget.integratedLufs;
    expect(loudness).toBeLessThan(0.5);
    const isFree = truePeak(result) < ceilingDbtp - 0.1 && gainDb < 30;
    expect(isFree ? Math.abs(loudness) : 0).toBeLessThan(0.1);
  });
});
