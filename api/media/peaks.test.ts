import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createPeaks } from '#wasm/waveform/peaks.ts';
import { noise } from '#wasm/testing/signals.ts';
import { pcmSampleRate as sampleRate } from './pcm-file.ts';
import { readPeaks } from './peaks.ts';

it('the peaks of a file are those of its samples, whatever its length, to the last one', async () => {
  const path = join(await testFolder(), 'pcm');
  const { signal } = new AbortController();
  for (const samples of [0, 1, 16_384, 16_385, 50_000]) {
    const words = Int16Array.from(noise(-12, samples / sampleRate, sampleRate), (sample) => sample * 32_768);
    await writeFile(path, words);
    const peaks = createPeaks({ sampleRate, channels: 1, rate: limits.peaksRate });
    peaks.push(Float32Array.from(words, (word) => word / 32_768));
    expect(await readPeaks({ path, samples }, signal)).toEqual(new Uint8Array(peaks.finish().buffer));
  }
});
