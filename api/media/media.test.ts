import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '#api/testing/test-folder.ts';
import { inputPath, outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import type { FfmpegRun } from './ffmpeg-core.ts';
import type { FfmpegTask } from './ffmpeg-child.ts';
import { decodeToPcm, encodeMp3 } from './media.ts';
import { pcmSampleRate } from './pcm-file.ts';
import { runProcess } from '#api/lib/run-process.ts';

const speech = join(import.meta.dirname, '../../models/fixture/audio/de_1.wav');
const wavHeaderBytes = 44;
const mp3FrameS = 1152 / 24_000;
const pngOfOnePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

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

async function madeBy(args: string[], name = 'made'): Promise<string> {
  const output = join(await testFolder(), name);
  const task: FfmpegTask = {
    input: speech,
    output,
    args: ['-v', 'error', '-i', inputPath, ...args, outputPath],
  };
  const { exitCode } = await runProcess<FfmpegRun>(new URL('./ffmpeg-child.ts', import.meta.url), task);
  expect(exitCode).toBe(0);
  return output;
}
const key = '000102030405060708090a0b0c0d0e0f';
const encryption = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key];

async function cutOff(path: string, share: number): Promise<string> {
  await truncate(path, Math.round((await stat(path)).size * share));
  return path;
}

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(await testFolder(), 'input');
  await writeFile(path, content);
  return path;
}

const wavHeader = async () => (await readFile(speech)).subarray(0, wavHeaderBytes);
const decode = async (input: string) =>
  decodeToPcm({ input, output: join(await testFolder(), 'pcm'), maxS: 60 });

it.each<[string, string, () => Promise<string>]>([
  ['nothing', 'empty', () => fileOf('')],
  ['a wav header without samples', 'empty', async () => fileOf(await wavHeader())],
  ['text', 'unreadable', () => fileOf('This is not sound at all. '.repeat(100))],
  ['half of a header', 'unreadable', () => fileOf('RIFF\0\0\0\0WAVEfmt ')],
  ['a picture', 'unreadable', () => fileOf(Buffer.from(pngOfOnePixel, 'base64'))],
  [
    'an mp4 without its index',
    'unreadable',
    async () => cutOff(await madeBy(['-c:a', 'aac', '-f', 'mp4']), 0.5),
  ],
  ['an encrypted mp4', 'encrypted', () => madeBy(['-c:a', 'aac', ...encryption, '-f', 'mp4'])],
  [
    'an encrypted mp4 of a codec that takes any octets',
    'encrypted',
    () => madeBy(['-c:a', 'alac', ...encryption, '-f', 'mp4']),
  ],
  [
    'a film without sound',
    'no_sound_track',
    () => madeBy(['-filter_complex', 'color=s=64x64:d=1', '-an', '-c:v', 'mpeg4', '-f', 'mp4']),
  ],
])('says of %s why there is no sound: %s', async (_, reason, input) => {
  await expect(decode(await input())).rejects.toMatchObject({
    name: 'MediaError',
    code: `transcription.audio_${reason}`,
  });
});

it('decodes what there is of a file that was cut off, and says what the file states', async () => {
  const whole = await madeBy(['-c:a', 'flac', '-f', 'flac']);
  const { samples, statedS } = await decode(whole);
  expect(statedS).toBeCloseTo(samples / pcmSampleRate, 1);
  const half = await decode(await cutOff(whole, 0.5));
  expect(half.samples / samples).toBeGreaterThan(0.4);
  expect(half.samples / samples).toBeLessThan(0.6);
  expect(half.statedS).toBe(statedS);
});

it('says that the disk is full', async () => {
  const attempt = decodeToPcm({ input: speech, output: '/dev/full', maxS: 60 });
  await expect(attempt).rejects.toMatchObject({ name: 'MediaError', code: 'transcription.disk_full' });
});

it('gives up on a file that a decoder cannot get through', async () => {
  const output = join(await testFolder(), 'pcm');
  const attempt = decodeToPcm({ input: speech, output, maxS: 60, maxRunMs: 1 });
  await expect(attempt).rejects.toMatchObject({ code: 'transcription.audio_unreadable' });
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
