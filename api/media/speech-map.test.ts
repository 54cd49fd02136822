import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOrAll } from '#wasm/testing/long-test.ts';
import { type PcmFile, pcmSampleRate } from './pcm-file.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import { pieces } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { loadKernel } from '../../tools/kernel.ts';
import { decodeToPcm } from './media.ts';
import { detectSpeech, speechOf } from './speech-map.ts';

const fixture = join(import.meta.dirname, '../../models/fixture/audio');
const { signal } = new AbortController();

async function pcmOf(file: string): Promise<PcmFile> {
  const path = join(await testFolder(), 'pcm');
  const { samples } = await decodeToPcm({ input: join(fixture, file), output: path, maxS: 60 });
  return { path, samples };
}

/** Speech map of the page's analysis for the same samples, block by block. */
async function onDevice({ path, samples }: PcmFile) {
  const bytes = await readFile(path);
  const pcm = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + samples * 2));
  const analysis = createAnalysis({ sampleRate: pcmSampleRate, channels: 1, kernel: loadKernel() });
  for (const block of pieces(Float32Array.from(pcm, (sample) => sample / 32_768))) await analysis.push(block);
  return (await analysis.finish()).speech;
}

describe('the map of the server', () => {
  it.each(firstOrAll(['de_conversation.wav', 'en_1.wav', 'fr_1.wav', 'it_1.wav']))(
    'is that of a device: %s',
    async (file) => {
      const pcm = await pcmOf(file);
      const heard = await detectSpeech(pcm, signal);
      expect(heard.length).toBeGreaterThan(0);
      expect(heard).toEqual(await onDevice(pcm));
    },
  );

  it('is empty where nobody speaks', async () => {
    expect(await detectSpeech(await pcmOf('silence.wav'), signal)).toEqual([]);
  });

  it('is not finished when it is told to stop', async () => {
    const path = join(await testFolder(), 'pcm');
    await writeFile(path, new Int16Array(600 * pcmSampleRate).fill(3));
    const abort = new AbortController();
    const attempt = detectSpeech({ path, samples: 600 * pcmSampleRate }, abort.signal);
    abort.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
  });
});

describe('where somebody speaks', () => {
  it('is what the device told, where that makes sense, cut to the length that there is', async () => {
    const pcm = await pcmOf('de_conversation.wav');
    const end = pcm.samples / pcmSampleRate;
    expect(
      await speechOf(
        pcm,
        [
          [1, 20],
          [25, end + 0.5],
        ],
        signal,
      ),
    ).toEqual([
      [1, 20],
      [25, Math.round(end * 1000) / 1000],
    ]);
  });

  it.each<[string, [number, number][] | null]>(
    firstOrAll([
      ['nothing', null],
      ['that nobody speaks, though somebody does', []],
      [
        'of other sound',
        [
          [3, 8],
          [100, 160],
        ],
      ],
    ]),
  )('is what the server hears where the device told %s', async (_, told) => {
    const pcm = await pcmOf('de_conversation.wav');
    const heard = await speechOf(pcm, told, signal);
    expect(heard).toEqual(await detectSpeech(pcm, signal));
    expect(heard.length).toBeGreaterThan(5);
  });

  it('is nowhere where the device told so of silence', async () => {
    expect(fromWav(await readFile(join(fixture, 'silence.wav'))).samples.length).toBeGreaterThan(0);
    expect(await speechOf(await pcmOf('silence.wav'), [], signal)).toEqual([]);
  });
});
