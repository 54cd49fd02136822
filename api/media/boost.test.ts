import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOrAll } from '#wasm/testing/long-test.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createReferenceTruePeak } from '#wasm/reference/true-peak.ts';
import { concat, noise, silence, sine } from '#wasm/testing/signals.ts';
import { boostPcm } from './boost.ts';
import { pcmSampleRate as sampleRate } from './pcm-file.ts';

const to16Bit = (sound: Float32Array) =>
  Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))));
const tone = (dbfs: number, frequency = 440) => sine({ frequency, dbfs, durationS: 6, sampleRate });

/** Input and output samples; the input file must stay unchanged. */
async function boosted(sound: Float32Array, factor: number) {
  const folder = await testFolder();
  const pcm = { path: join(folder, 'pcm'), samples: sound.length };
  const before = to16Bit(sound);
  await writeFile(pcm.path, before);
  const output = join(folder, 'boosted');
  const result = await boostPcm(pcm, output, factor, new AbortController().signal);
  expect(hashOf(await readFile(pcm.path))).toBe(hashOf(Buffer.from(before.buffer)));
  const bytes = await readFile(output);
  const after = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  expect(result).toEqual({ path: output, samples: before.length });
  expect(after.length).toBe(before.length);
  return { before, after };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function dbtpOf(samples: Int16Array): number {
  const peak = createReferenceTruePeak({ sampleRate, channels: 1 });
  peak.push(Float32Array.from(samples, (sample) => sample / 32_768));
  return peak.dbtp() ?? -Infinity;
}

describe('boosted sound', () => {
  it('is raised by 12.04 dB by a factor of 4, exactly, where nothing has to be limited', async () => {
    const { before, after } = await boosted(concat(tone(-30), noise(-60, 1, sampleRate)), 4);
    expect(after).toEqual(before.map((sample) => sample * 4));
    expect(dbtpOf(after) - dbtpOf(before)).toBeCloseTo(20 * Math.log10(4), 6);
  });

  it('is the file itself by a factor of 1, however loud', async () => {
    const pcm = { path: 'nowhere', samples: 5 };
    expect(await boostPcm(pcm, 'nowhere else', 1, new AbortController().signal)).toBe(pcm);
  });

  it.each([
    ['loud noise', noise(-9, 4, sampleRate)],
    ['a tone at full scale', tone(-0.5)],
    [
      'a tone whose peaks lie between samples',
      sine({ frequency: 4_000, dbfs: -0.5, durationS: 4, sampleRate, phase: 45 }),
    ],
    [
      'a burst out of silence',
      concat(silence(1, sampleRate), noise(-12, 1, sampleRate), silence(1, sampleRate)),
    ],
  ])('never has a true peak above -1 dBTP, whatever the factor: %s', async (_, sound) => {
    for (const factor of firstOrAll([8, 2.5]))
      expect(dbtpOf((await boosted(sound, factor)).after)).toBeLessThanOrEqual(-1);
  });

  it('has quiet speech raised beside a loud knock, which is limited instead of clipped', async () => {
    const sound = tone(-40);
    sound[3 * sampleRate] = 0.9;
    const { before, after } = await boosted(sound, 8);
    const rest = (samples: Int16Array) => samples.subarray(0, 2 * sampleRate);
    expect(rest(after)).toEqual(rest(before).map((sample) => sample * 8));
    expect(Math.max(...after)).toBeLessThan(32_768 * 10 ** (-1 / 20));
  });

  it('does not come where it was told to stop, or where there is no room', async () => {
    const folder = await testFolder();
    const pcm = { path: join(folder, 'pcm'), samples: 60 * sampleRate };
    await writeFile(pcm.path, new Int16Array(pcm.samples));
    const abort = new AbortController();
    const attempt = boostPcm(pcm, join(folder, 'boosted'), 2, abort.signal);
    abort.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
    // A device that is always full.
    const full = boostPcm(pcm, '/dev/full', 2, new AbortController().signal);
    await expect(full).rejects.toMatchObject({ name: 'MediaError', code: 'transcription.disk_full' });
  });
});
