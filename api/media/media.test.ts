import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '#api/testing/test-folder.ts';
import { decodeToPcm, encodeMp3, MediaError, pcmSampleRate } from './media.ts';

const speech = join(import.meta.dirname, '../../models/fixture/audio/de_1.wav');
const wavHeaderBytes = 44;
const mp3FrameS = 1152 / 24_000;

it('decodes a wav that is PCM already to exactly its samples', async () => {
  const output = join(await testFolder(), 'pcm');
  const { samples } = await decodeToPcm({ input: speech, output, maxS: 60 });
  const original = (await readFile(speech)).subarray(wavHeaderBytes);
  const decoded = await readFile(output);
  expect(samples * 2).toBe(decoded.length);
  expect(decoded.equals(original.subarray(0, decoded.length))).toBe(true);
  expect(original.length - decoded.length).toBeLessThan(200);
});

it('encodes mp3 that decodes to the same length within one frame', async () => {
  const folder = await testFolder();
  const [mp3, pcm] = [join(folder, 'mp3'), join(folder, 'pcm')];
  const { bytes } = await encodeMp3({ input: speech, output: mp3 });
  expect((await stat(mp3)).size).toBe(bytes);
  const { samples } = await decodeToPcm({ input: mp3, output: pcm, maxS: 60 });
  const seconds = ((await stat(speech)).size - wavHeaderBytes) / 2 / pcmSampleRate;
  expect(Math.abs(samples / pcmSampleRate - seconds)).toBeLessThan(mp3FrameS);
  expect((bytes * 8) / seconds / 1000).toBeGreaterThan(60);
  expect((bytes * 8) / seconds / 1000).toBeLessThan(70);
});

it('stops at the longest length that it was told', async () => {
  const output = join(await testFolder(), 'pcm');
  const { samples } = await decodeToPcm({ input: speech, output, maxS: 2 });
  expect(samples).toBe(2 * pcmSampleRate);
});

it.each([
  ['text', 'This is not sound at all. '.repeat(100)],
  ['nothing', ''],
  ['a wav header without samples behind it', 'RIFF\0\0\0\0WAVEfmt '],
])('says of %s that no sound can be read', async (_, content) => {
  const folder = await testFolder();
  const input = join(folder, 'input');
  await writeFile(input, content);
  const attempt = decodeToPcm({ input, output: join(folder, 'pcm'), maxS: 60 });
  await expect(attempt).rejects.toBeInstanceOf(MediaError);
});

it('ends when it is told to', async () => {
  const abort = new AbortController();
  const attempt = decodeToPcm({
    input: speech,
    output: join(await testFolder(), 'pcm'),
    maxS: 60,
    signal: abort.signal,
  });
  abort.abort(new Error('enough'));
  await expect(attempt).rejects.toThrow('enough');
});
