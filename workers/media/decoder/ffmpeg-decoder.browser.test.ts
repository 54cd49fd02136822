import { beforeAll, describe, expect, it } from 'vitest';
import { createCore, outputPath, type Core, type FfmpegFactory } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { createFileOutput } from '#wasm/ffmpeg/file-output.ts';
import { signalToNoise } from '#wasm/testing/mp3-streams.ts';
import { concat } from '#wasm/testing/signals.ts';
import { enginePaths } from '#workers/engines.ts';
import { createChunkFile } from '#workers/ffmpeg/chunk-file.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { isLong } from '#workers/testing/recordings.ts';
import { createSenderDouble } from '#workers/testing/pcm-listener.ts';
import { decodeWithFfmpeg } from './ffmpeg-decoder.ts';
import { probeArgs, probeToResult } from './ffprobe.rules.ts';

const patient = { timeout: 600_000 };
const speechAddress = new URL('../../../models/fixture/audio/de_conversation.wav', import.meta.url);

let speech: Uint8Array;
let input = new Uint8Array(0);
beforeAll(async () => {
  speech = new Uint8Array(await (await fetch(speechAddress)).arrayBuffer());
});

async function openCore(): Promise<Core<Blob>> {
  const script = (await import(/* @vite-ignore */ `${enginePaths.ffmpeg}ffmpeg-core.js`)) as {
    default: FfmpegFactory<Blob>;
  };
  const read = (_file: Blob, target: Uint8Array, position: number) => {
    const part = input.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  };
  return await createCore(script.default, { read, isLogged: () => true });
}

/** Returns speech in a room with some noise, which never repeats. */
async function encode(args: string[], seconds: number, seed = 1): Promise<Uint8Array<ArrayBuffer>> {
  const core = await openCore();
  const file = createChunkFile();
  const room = `anoisesrc=r=48000:c=pink:a=0.004:s=${seed}[noise];[0:a]aresample=48000[voice];[voice][noise]amix=duration=first:normalize=0`;
  // Copied, because the core takes the bytes.
  core.held(speech.slice(), (path) =>
    core.run(
      [
        '-v',
        'error',
        '-stream_loop',
        '-1',
        '-i',
        path,
        '-filter_complex',
        room,
        '-t',
        String(seconds),
        ...args,
        outputPath,
      ],
      createFileOutput(file),
    ),
  );
  const parts = file.parts();
  const whole = new Uint8Array(file.length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Decodes in runs of `room` blocks. Returns the blocks, and how many runs began at the beginning and at a place. */
async function decode(
  octets: Uint8Array<ArrayBuffer>,
  room: number,
  keep: (block: Float32Array) => Float32Array,
) {
  const core = await openCore();
  input = octets;
  const file = new File([octets], 'a');
  const probed = core.mounted(file, (path) => core.probe([...probeArgs, path]));
  const probe = probeToResult(probed.json, probed.log) as Probe;
  expect(probe).toMatchObject({ path: 'ffmpeg' });
  const blocks: Float32Array[] = [];
  const sender = createSenderDouble(room, (block) => blocks.push(keep(block)));
  let frames = 0;
  let [begun, placed] = [0, 0];
  const counting: Core<Blob> = {
    ...core,
    run(args, ops) {
      if (args.includes('-ss')) placed++;
      else begun++;
      return core.run(args, ops);
    },
  };
  const { signal } = new AbortController();
  const onFrames = (count: number) => void (frames = count);
  await decodeWithFfmpeg(async (use) => use(counting), file, probe, { skip: 0, sender, signal, onFrames });
  return { blocks, begun, placed, frames };
}

/** Compares without `toEqual`, which takes seconds for millions of numbers. */
const isSame = (a: Float32Array, b: Float32Array) =>
  a.length === b.length && a.every((sample, i) => sample === b[i]);

const copied = (block: Float32Array) => block.slice();

/** Returns the sum of the bits, each word weighted by its place, as one number that fits a float. */
function digested(block: Float32Array): Float32Array {
  let sum = 0x811c9dc5;
  for (const word of new Uint32Array(block.buffer, block.byteOffset, block.length))
    sum = Math.imul(sum ^ word, 0x01000193);
  return Float32Array.of(sum & 0xfff, (sum >>> 12) & 0xfff, sum >>> 24, block.length);
}

const voip = ['-ac', '1', '-c:a', 'libopus', '-application', 'voip'];
const seconds = 180;
const room = 50;

describe('ffmpeg in runs', patient, () => {
  const typical: [string, string[]][] = [['speech in Opus', [...voip, '-b:a', '12k', '-f', 'ogg']]];
  const more: [string, string[]][] = [
    ['Opus in ogg', ['-ac', '1', '-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg']],
    ['Opus in webm', ['-ac', '1', '-c:a', 'libopus', '-b:a', '32k', '-f', 'webm']],
    ['Opus in a webm that was never closed', [...voip, '-b:a', '32k', '-live', '1', '-f', 'webm']],
    ['Opus in mp4', [...voip, '-b:a', '24k', '-f', 'mp4']],
    ['Vorbis', ['-ac', '2', '-c:a', 'libvorbis', '-q:a', '3', '-f', 'ogg']],
    ['AAC without noise', ['-ac', '1', '-c:a', 'aac', '-aac_pns', '0', '-f', 'adts']],
    ['Windows Media', ['-ac', '2', '-c:a', 'wmav2', '-b:a', '64k', '-f', 'asf']],
    ['ALAC in mp4', ['-ac', '1', '-c:a', 'alac', '-f', 'mp4']],
    ['mp3 in Matroska', ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'matroska']],
    ['mp3 in avi', ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'avi']],
    ['Opus in a transport stream', [...voip, '-b:a', '24k', '-f', 'mpegts']],
  ];
  const cases = isLong() ? [...typical, ...more] : typical;

  it.each(cases)(
    '%s: each sample is the same as of one run, and each run starts near its place',
    async (_name, args) => {
      const octets = await encode(args, seconds);
      const whole = await decode(octets, Infinity, copied);
      const inRuns = await decode(octets, room, copied);
      expect(inRuns.begun).toBe(1);
      expect(inRuns.placed).toBeGreaterThanOrEqual(2);
      expect(inRuns.frames).toBe(whole.frames);
      expect(isSame(concat(...inRuns.blocks), concat(...whole.blocks))).toBe(true);
    },
  );

  it.each(
    isLong()
      ? [
          ['AAC', ['-ac', '1', '-c:a', 'aac', '-b:a', '64k', '-f', 'adts']],
          ['AC-3', ['-ac', '2', '-c:a', 'ac3', '-b:a', '128k', '-f', 'ac3']],
        ]
      : [],
  )(
    '%s, which fills gaps with noise: as many samples, 25 dB or more above the difference',
    async (_name, args) => {
      const octets = await encode(args as string[], seconds);
      const whole = await decode(octets, Infinity, copied);
      const inRuns = await decode(octets, room, copied);
      expect(inRuns.begun).toBe(1);
      expect(inRuns.placed).toBeGreaterThanOrEqual(2);
      expect(inRuns.frames).toBe(whole.frames);
      expect(signalToNoise(concat(...whole.blocks), concat(...inRuns.blocks))).toBeGreaterThan(25);
    },
  );

  it.runIf(isLong()).each([
    ['a stream that is cut short', (octets: Uint8Array) => [octets.subarray(0, octets.length * 0.9)]],
    ['a stream with a hole', (octets: Uint8Array) => [octets.subarray(0, 300_000), octets.subarray(330_000)]],
    ['a stream without its last octet', (octets: Uint8Array) => [octets.subarray(0, -1)]],
  ])('%s gives the same samples as one run', async (_name, change) => {
    const args = [...voip, '-b:a', '24k', '-f', 'ogg'];
    const octets = await encode(args, seconds);
    const changed = new Uint8Array(await new Blob(change(octets) as Uint8Array<ArrayBuffer>[]).arrayBuffer());
    const whole = await decode(changed, Infinity, copied);
    const inRuns = await decode(changed, room, copied);
    expect(inRuns.placed).toBeGreaterThanOrEqual(2);
    expect(inRuns.frames).toBe(whole.frames);
    expect(isSame(concat(...inRuns.blocks), concat(...whole.blocks))).toBe(true);
  });

  it.runIf(isLong()).each(['ogg', 'webm', 'mpegts'])(
    'two streams one after the other in one %s file give the same samples as one run',
    async (format) => {
      const args = [...voip, '-b:a', '24k', '-f', format];
      const parts = [await encode(args, 120), await encode(args, 150, 2)];
      const octets = new Uint8Array(await new Blob(parts).arrayBuffer());
      const whole = await decode(octets, Infinity, copied);
      const inRuns = await decode(octets, room, copied);
      expect(whole.frames).toBeGreaterThan(48_000 * 120);
      expect(inRuns.frames).toBe(whole.frames);
      expect(isSame(concat(...inRuns.blocks), concat(...whole.blocks))).toBe(true);
    },
  );

  it.runIf(isLong())('half an hour of Opus, in the runs of a page without shared memory', async () => {
    const octets = await encode(['-ac', '1', '-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg'], 2_000);
    const whole = await decode(octets, Infinity, digested);
    const inRuns = await decode(octets, 256, digested);
    expect([inRuns.begun, inRuns.placed]).toEqual([1, 5]);
    expect(inRuns.frames).toBe(whole.frames);
    expect(inRuns.blocks).toEqual(whole.blocks);
  });
});
