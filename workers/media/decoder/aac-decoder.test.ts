import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { createPcmListener } from '#workers/testing/pcm-listener.ts';
import { loadCodec } from '../../../tools/kernel.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { packetFrames } from '#wasm/mp4/sample-table.ts';
import { aacMp4, packetAt, packetsTo, type Mp4Plan } from '#workers/testing/aac-mp4.ts';
import { blobInPieces } from '#workers/testing/blob-in-pieces.ts';
import { u32 } from '#workers/testing/mp4.ts';
import { decodeAac, readAac } from './aac-decoder.ts';
import { probeDirectly } from '#workers/media/probe-header.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import { probeArgs, probeToResult } from './ffprobe.rules.ts';

const packets = packetsTo(100);
const plan = { packets, chunks: [100], edits: [[2_112, 1_024]] } satisfies Mp4Plan;

/** A fake decoder whose samples count up; throws unless it gets the next packet byte by byte. */
function createCounting(failsAt = Infinity, channels = 1): Pick<Codec, 'createAacDecoder'> {
  const samples = new Float32Array(packetFrames * channels);
  let index = 0;
  const decode = (packet: Uint8Array) => {
    const expected = packetAt(index, packet.length);
    if (index === failsAt || !packet.every((octet, at) => octet === expected[at])) throw new Error('damaged');
    for (let i = 0; i < samples.length; i++) samples[i] = index * samples.length + i;
    index++;
    return samples;
  };
  return { createAacDecoder: () => ({ decode }) };
}

async function decode(file: Blob, codec = createCounting(), { channels = 1, limit = Infinity } = {}) {
  const listener = createPcmListener(limit);
  const error = await decodeAac(file, { sampleRate: 48_000, channels }, codec, listener.to).then(
    () => null,
    (reason: unknown) => String(reason),
  );
  const { heard, counts } = listener;
  const isInOrder = heard.every((sample, i) => sample === heard[0]! + i);
  return { from: heard[0], samples: heard.length, isInOrder, error, counts };
}

const all = { from: 1_024, samples: 99 * 1_024, isInOrder: true, error: null };

describe('the index of an m4a', () => {
  it('tells the probe what ffprobe tells', async () => {
    expect(await probeDirectly(aacMp4(plan))).toEqual({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      codec: 'aac',
      durationS: 2.112,
      statedS: 2.112,
      sampleRate: 48_000,
      channels: 1,
      hasVideo: false,
      path: 'codec',
    });
  });

  it('tells the shorter of the track and of its edit, and how many packets sound', async () => {
    const { edits: _edits, ...unedited } = plan;
    const whole = await readAac(aacMp4({ ...unedited, lastFrames: 24 }));
    expect(whole).toMatchObject({ skip: 0, packets: 100, durationS: (99 * 1_024 + 24) / 48_000 });
    const cut = await readAac(aacMp4({ ...plan, edits: [[1_000, 512]] }));
    expect(cut).toMatchObject({ skip: 512, packets: 48, durationS: 1 });
    const long = await readAac(aacMp4({ ...plan, edits: [[9_000, 512]] }));
    expect(long).toMatchObject({ skip: 512, packets: 100, durationS: 102_400 / 48_000 });
  });

  it('ends its edit by the clock of the packets, which need not be that of the samples', async () => {
    const slow = { stts: () => u32(0, 2, 2, 1_024, 98, 2_048) };
    const cut = await readAac(aacMp4({ ...plan, edits: [[1_000, 512]], change: slow }));
    expect(cut).toMatchObject({ skip: 512, packets: 25, durationS: 1 });
    const primed = await readAac(aacMp4({ ...plan, edits: [[1_000, 2_500]], change: slow }));
    expect(primed).toMatchObject({ skip: 2_500, packets: 26 });
    expect(await readAac(aacMp4({ ...plan, edits: [[1_000, 5_000]], change: slow }))).toBeNull();
  });

  it.each<[string, Partial<Mp4Plan>]>([
    [
      'several edits',
      {
        edits: [
          [500, 1_024],
          [500, 30_000],
        ],
      },
    ],
    [
      'silence before the sound',
      {
        edits: [
          [500, -1],
          [500, 1_024],
        ],
      },
    ],
    ['a cut of its beginning', { edits: [[500, 50_000]] }],
    ['an edit of no length', { edits: [[0, 1_024]] }],
    ['priming of more than all packets', { edits: [[9, 1_024]], packets: packetsTo(1), chunks: [1] }],
  ])('leaves %s to ffmpeg', async (_name, part) => {
    expect(await readAac(aacMp4({ ...plan, ...part }))).toBeNull();
  });

  it('leaves protected files and those of other kinds to ffmpeg', async () => {
    const bytes = await aacMp4(plan).bytes();
    const text = new TextDecoder('latin1').decode(bytes);
    const entryAt = text.lastIndexOf('mp4a');
    bytes.set(new TextEncoder().encode('enca'), entryAt);
    expect(await readAac(new Blob([bytes]))).toBeNull();
    expect(await readAac(new Blob(['RIFF    WAVE']))).toBeNull();
    expect(await readAac(new Blob([]))).toBeNull();
  });

  it('is none where the file ends within it', async () => {
    const file = aacMp4({ ...plan, isIndexFirst: true });
    const soundAt = (await readAac(file))!.table.chunksAt[0]!;
    for (let bytes = 0; bytes < soundAt; bytes += 7)
      expect(await readAac(file.slice(0, bytes)), `${bytes} octets`).toBeNull();
  });
});

describe('the sound of an m4a', () => {
  it.each<[string, Partial<Mp4Plan>]>([
    ['in one chunk, the index at the end', {}],
    ['the index at the beginning', { isIndexFirst: true }],
    ['in chunks of many lengths', { chunks: [1, 7, 7, 7, 30, 1, 1, 46] }],
    ['in chunks between something else', { chunks: [1, 7, 7, 7, 30, 1, 1, 46], gapBytes: 70_001 }],
    ['in chunks far apart', { chunks: [40, 60], gapBytes: 3 << 19 }],
    ['in chunks from back to front', { chunks: [20, 30, 50], isBackwards: true, gapBytes: 5 }],
    ['with places of 64 bits', { chunks: [50, 50], is64: true }],
    ['of QuickTime', { brand: 'qt  ' }],
  ])('is whole and in order: %s', async (_name, part) => {
    expect(await decode(aacMp4({ ...plan, ...part }))).toMatchObject(all);
  });

  it('begins and ends with its edit, and the last packet sounds to its end', async () => {
    const result = await decode(aacMp4({ ...plan, edits: [[1_000, 1_500]] }));
    expect(result).toMatchObject({ from: 1_500, samples: 49 * 1_024 - 1_500, isInOrder: true, error: null });
  });

  it('is whole where it is read as a stream of pieces that end anywhere', async () => {
    const large = packetsTo(300, 6_000);
    const file = aacMp4({ packets: large, chunks: [150, 150], gapBytes: 20, isIndexFirst: true });
    const bytes = await file.bytes();
    const slice = (from: number, to: number) =>
      to - from > 1 << 20
        ? blobInPieces(bytes.slice(from, to), [1, 7_000, 13, 65_536])
        : file.slice(from, to);
    const result = await decode({ size: file.size, slice } as unknown as Blob);
    expect(result).toMatchObject({ from: 0, samples: 300 * 1_024, isInOrder: true, error: null });
    expect(result.counts).toEqual([65_536, 131_072, 196_608, 262_144, 300 * 1_024]);
  });

  it('goes out by frames of all channels', async () => {
    const result = await decode(aacMp4({ ...plan, channels: 2 }), createCounting(Infinity, 2), {
      channels: 2,
    });
    expect(result).toMatchObject({ from: 2_048, samples: 2 * 99 * 1_024, isInOrder: true, error: null });
    expect(result.counts.at(-1)).toBe(99 * 1_024);
  });

  it('was heard up to the packet that is refused', async () => {
    const result = await decode(aacMp4(plan), createCounting(70));
    expect(result).toMatchObject({
      from: 1_024,
      samples: 69 * 1_024,
      isInOrder: true,
      error: 'Error: damaged',
    });
    expect(result.counts.at(-1)).toBe(69 * 1_024);
  });

  it('was heard up to where the file is cut, in its last packet or chunks before', async () => {
    const file = aacMp4({ ...plan, chunks: [30, 30, 30, 10], isIndexFirst: true });
    const last = await decode(file.slice(0, file.size - 1));
    expect(last).toMatchObject({ samples: 98 * 1_024, isInOrder: true });
    expect(last.error).toMatch('1 packets before');
    const early = await decode(file.slice(0, file.size - 4_000));
    expect(early.error).toMatch('packets before');
    expect(early.isInOrder).toBe(true);
    expect(early.samples).toBeGreaterThan(20 * 1_024);
  });

  it('ends with the pass', async () => {
    const result = await decode(aacMp4(plan), createCounting(), { limit: 1 });
    expect(result.error).toMatch('AbortError');
    expect(result.samples).toBe(slotFloats);
  });

  it('is not decoded where the file is another than was probed', async () => {
    expect((await decode(aacMp4({ ...plan, channels: 2 }))).error).toMatch('not the file that was probed');
  });
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const audioDir = process.env['AUDIO_DIR'] ?? '';
const ours: string[] = [];
if (hasFfmpeg && audioDir)
  for (const name of readdirSync(audioDir, { recursive: true }).map(String))
    if (/\.(m4a|m4b|mp4|mov)$/.test(name) && (await readAac(new Blob([readFileSync(join(audioDir, name))]))))
      ours.push(name);

describe.skipIf(ours.length === 0)('the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(ours))('%s: sample for sample as ffmpeg has it, within 1e-5', async (name) => {
    const path = join(audioDir, name);
    const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-c:a', 'pcm_f32le', '-f', 'f32le', '-'];
    const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
    const expected = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
    );
    const file = new File([readFileSync(path)], name);
    const listener = createPcmListener();
    await decodeAac(file, (await readAac(file))!, loadCodec(), listener.to);
    const { heard } = listener;
    expect(heard.length).toBe(expected.length);
    expect(
      heard.reduce((most, sample, i) => Math.max(most, Math.abs(sample - expected[i]!)), 0),
    ).toBeLessThan(1e-5);
  });

  it.each(oneOfEach(ours))('%s: the probe tells what ffprobe tells', async (name) => {
    const path = join(audioDir, name);
    const args = [...probeArgs, '-of', 'json', path];
    const { stdout } = spawnSync('ffprobe', args, { encoding: 'utf8' });
    const { durationS, statedS, ...expected } = probeToResult(JSON.parse(stdout), []) as Probe;
    const probe = await probeDirectly(new File([readFileSync(path)], name));
    expect(probe).toMatchObject({ ...expected, path: 'codec' });
    expect(probe?.durationS).toBeCloseTo(durationS!, 5);
    // The length in ffprobe may include the encoder's padding.
    expect(Math.abs((probe?.statedS ?? 0) - statedS!)).toBeLessThan(0.1);
  });
});
