import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../../tools/kernel.ts';
import { readHeader } from '#wasm/mp3/header.ts';
import { buildInfoTag } from '#wasm/mp3/info-tag-write.ts';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { concat } from '#wasm/testing/signals.ts';
import { glide, mp3Delay, signalToNoise, toMp3, type Mp3Kind } from '#wasm/testing/mp3-streams.ts';
import { decodeMp3, readMp3 } from './mp3-decoder.ts';
import { slotFloats, type PcmBlock } from '#workers/media/pcm/pcm-stream.ts';

const kind: Mp3Kind = { sampleRate: 24_000, bitrate: 64 };
const sound = glide(3, kind.sampleRate);
const frames = await toMp3([sound], kind);
const format = readHeader(frames)!;
const frameCount = frames.length / format.bytes;

const fileOf = (...parts: (Uint8Array | string)[]) => new File(parts as BlobPart[], 'a.mp3');
const id3 = (bytes: number) =>
  Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, bytes >> 7, bytes & 127, ...Array<number>(bytes).fill(1));

const padding = frameCount * 576 - sound.length - 576;
const tag = buildInfoTag({
  format,
  bitrate: 64,
  frames: frameCount,
  audioBytes: frames.length,
  delaySamples: 576,
  paddingSamples: padding,
  musicCrc: 0,
});

async function decode(file: File) {
  const blocks: PcmBlock[] = [];
  const counts: number[] = [];
  const slot = new Float32Array(slotFloats);
  const slotLater = async () => slot;
  const post = (floats: number) => void blocks.push(slot.slice(0, floats));
  const sender = { slotLater, post } as unknown as Parameters<typeof decodeMp3>[3]['sender'];
  const layout = (await readMp3(file))!;
  const to = {
    sender,
    signal: new AbortController().signal,
    onFrames: (count: number) => void counts.push(count),
  };
  const failure: unknown = await decodeMp3(file, layout.format, loadCodec(), to).catch(
    (error: unknown) => error,
  );
  return { samples: concat(...(blocks as Float32Array[])), failure, frames: counts.at(-1) };
}

describe('how an mp3 begins', () => {
  it('tells where its sound lies, and how long it is: by the tag, or by bitrate and size', async () => {
    const seconds = (frameCount * 576) / 24_000;
    expect(await readMp3(fileOf(frames))).toMatchObject({ soundAt: 0, format });
    expect((await readMp3(fileOf(frames)))!.durationS).toBeCloseTo(seconds, 6);
    const tagged = (await readMp3(fileOf(id3(300), id3(20), tag, frames)))!;
    expect(tagged.soundAt).toBe(310 + 30 + tag.length);
    expect(tagged.durationS).toBeCloseTo(seconds, 9);
    expect(tagged.trim.skip).toBe(mp3Delay);
  });

  it.each<[string, (Uint8Array | string)[]]>([
    ['other bytes before the first frame', ['  ', frames]],
    ['other bytes between the first frames', [frames.subarray(0, format.bytes), 'x', frames]],
    ['too few frames', [frames.subarray(0, 3 * format.bytes)]],
    ['a tag of another kind', [new Uint8Array(frames.subarray(0, 36)), 'VBRI', frames.subarray(40)]],
    ['a tag that does not tell how many frames', [frames.subarray(0, 13), 'Info', frames.subarray(17)]],
    ['nothing', []],
  ])('is not for us with %s', async (_name, parts) => {
    expect(await readMp3(fileOf(...parts))).toBeNull();
  });
});

describe('the sound of an mp3', () => {
  it('begins and ends where the tag says', async () => {
    const { samples, failure, frames: count } = await decode(fileOf(id3(50), tag, frames, 'TAG'.padEnd(128)));
    expect(failure).toBeUndefined();
    expect(samples.length).toBe(sound.length);
    expect(count).toBe(sound.length);
    expect(signalToNoise(sound, samples)).toBeGreaterThan(15);
  });

  it('is all that was decoded where there is no tag', async () => {
    const { samples, failure } = await decode(fileOf(frames));
    expect(failure).toBeUndefined();
    expect(samples.length).toBe(frameCount * 576);
    expect(signalToNoise(sound, samples.subarray(mp3Delay))).toBeGreaterThan(15);
  });

  it('was heard up to where something else lies between, and then fails', async () => {
    const middle = format.bytes * 20;
    const damaged = fileOf(frames.subarray(0, middle), 'x'.repeat(40), frames.subarray(middle));
    const { samples, failure } = await decode(damaged);
    expect(failure).toBeInstanceOf(Error);
    expect(samples).toEqual((await decode(fileOf(frames))).samples.slice(0, 20 * 576));
  });
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const audioDir = process.env['AUDIO_DIR'] ?? '';
const recordings = audioDir
  ? readdirSync(audioDir, { recursive: true })
      .map(String)
      // Two files begin with bytes that belong to no frame, so ffmpeg decodes them.
      .filter((name) => name.endsWith('.mp3') && !/^broken|^derived|bear-id3|no-seek-table/.test(name))
  : [];

describe.skipIf(!hasFfmpeg || recordings.length === 0)('the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('%s: sample for sample as ffmpeg has it, within 1e-5', async (name) => {
    const path = join(audioDir, name);
    const file = fileOf(readFileSync(path));
    const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-c:a', 'pcm_f32le', '-f', 'f32le', '-'];
    const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
    const expected = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
    );
    const { samples, failure } = await decode(file);
    expect(failure).toBeUndefined();
    expect(samples.length).toBe(expected.length);
    expect(
      samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - expected[i]!)), 0),
    ).toBeLessThan(1e-5);
  });
});
