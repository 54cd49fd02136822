import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { concat, interleave, mix, noise, silence, sine } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { cutFrames, type Mp3Cut } from './cut.ts';
import { createFrameReader } from './frames.ts';
import { samplesPerFrame } from './header.ts';
import { readMp3Length } from './info-tag.ts';
import { cutTag } from './cut-tag.ts';

const hasFfmpeg = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].some(existsSync);

/** Samples affected by the overlap at a seam: one granule, and the filter's memory. */
const overlapSamples = 576 + 480;

/** Alternates loud and soft, voiced and noisy sound, so that an encoder fills and empties its bit reservoir. */
function lively(durationS: number, sampleRate: number, seed: number): Float32Array {
  const parts: Float32Array[] = [];
  for (let i = 0; i < durationS / 0.5; i++) {
    const tone = (frequency: number, dbfs: number) =>
      sine({ frequency: Math.min(frequency, sampleRate / 2.5), dbfs, durationS: 0.3, sampleRate });
    parts.push(
      mix(mix(tone(220 + 37 * i, -12), tone(1_730 + 101 * i, -24)), tone(3_310 + 53 * i, -30)),
      noise(-20 - (i % 4) * 8, 0.15, sampleRate, seed + i),
      silence(0.05, sampleRate),
    );
  }
  return concat(...parts);
}

const folder = hasFfmpeg ? mkdtempSync(join(tmpdir(), 'cut-')) : '';
afterAll(() => folder && rmSync(folder, { recursive: true }));

/** Uses files, because ffmpeg writes a complete tag only if it can seek. */
function ffmpeg(args: string[], input: Uint8Array): Uint8Array {
  const from = join(folder, 'from');
  const to = join(folder, 'to');
  writeFileSync(from, input);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...args, to], { stdio: 'ignore' });
  return readFileSync(to);
}

function decoded(mp3: Uint8Array): Float32Array {
  const bytes = ffmpeg(['-f', 'f32le', '-c:a', 'pcm_f32le'], mp3);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

async function cutOf(file: Uint8Array, kept: TimeSpan[] | null): Promise<Mp3Cut | null> {
  const reader = createFrameReader();
  reader.push(file);
  const index = reader.finish();
  const read = (start: number, end: number) => Promise.resolve(file.slice(start, end));
  return index && (await cutFrames({ index, kept, read }));
}

function resultOf(file: Uint8Array, cut: Mp3Cut): Uint8Array {
  const parts = cut.parts.map((part) =>
    part instanceof Uint8Array ? part : file.subarray(part.start, part.end),
  );
  return Buffer.concat([cutTag(cut, 0), ...parts]);
}

/** Variable bit rates, and one size of frame at each version of MPEG audio: the others repeat their claim. */
const typical = new Set([
  '128 kbit/s, 44.1 kHz, stereo',
  'variable, 44.1 kHz, stereo',
  '32 kbit/s, 24 kHz, mono',
]);

/** `isFull`: some frames are so large that no larger one has room for a frame and its reservoir. */
type Source = { name: string; sampleRate: number; channels: number; args: string[]; isFull?: true };

const sources: Source[] = [
  { name: '128 kbit/s, 44.1 kHz, stereo', sampleRate: 44_100, channels: 2, args: ['-b:a', '128k'] },
  { name: '32 kbit/s, 44.1 kHz, mono', sampleRate: 44_100, channels: 1, args: ['-b:a', '32k'] },
  { name: 'variable, 44.1 kHz, stereo', sampleRate: 44_100, channels: 2, args: ['-q:a', '4'], isFull: true },
  {
    name: 'the best variable, 48 kHz, stereo',
    sampleRate: 48_000,
    channels: 2,
    args: ['-q:a', '0'],
    isFull: true,
  },
  {
    name: '320 kbit/s, 44.1 kHz, stereo',
    sampleRate: 44_100,
    channels: 2,
    args: ['-b:a', '320k'],
    isFull: true,
  },
  {
    name: '256 kbit/s, 32 kHz, stereo',
    sampleRate: 32_000,
    channels: 2,
    args: ['-b:a', '256k'],
    isFull: true,
  },
  { name: '32 kbit/s, 24 kHz, mono', sampleRate: 24_000, channels: 1, args: ['-b:a', '32k'] },
  {
    name: '160 kbit/s, 22.05 kHz, stereo',
    sampleRate: 22_050,
    channels: 2,
    args: ['-b:a', '160k'],
    isFull: true,
  },
  { name: 'variable, 16 kHz, mono', sampleRate: 16_000, channels: 1, args: ['-q:a', '5'] },
  { name: '16 kbit/s, 8 kHz, mono', sampleRate: 8_000, channels: 1, args: ['-b:a', '16k'] },
  {
    name: 'without a tag, 44.1 kHz, stereo',
    sampleRate: 44_100,
    channels: 2,
    args: ['-b:a', '96k', '-write_xing', '0'],
  },
  {
    name: 'without a tag, 24 kHz, mono',
    sampleRate: 24_000,
    channels: 1,
    args: ['-b:a', '48k', '-write_xing', '0'],
  },
];

const durationS = 12;

function encoded({ sampleRate, channels, args }: Source): Uint8Array {
  const left = lively(durationS, sampleRate, 1);
  const sound = channels === 1 ? left : interleave(left, lively(durationS, sampleRate, 77));
  return ffmpeg(['-c:a', 'libmp3lame', ...args, '-f', 'mp3'], toWav(sound, sampleRate, channels));
}

function equalFrom(a: Float32Array, b: Float32Array): number {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return i + 1;
  return 0;
}

/** Ascending spans of random lengths, some of them shorter than a frame. */
const cutLists = fc
  .array(fc.integer({ min: 0, max: 1_000 * durationS }), { minLength: 2, maxLength: 14 })
  .map((times) => {
    const sorted = times.map((ms) => ms / 1_000).toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i): TimeSpan => [
      sorted[2 * i]!,
      sorted[2 * i + 1]!,
    ]);
  })
  .filter((spans) => spans.some(([from, to]) => to - from > 0.01));

/** Compares every run of a result with its place in the original. */
function expectSameSound(cut: Mp3Cut, result: Float32Array, original: Float32Array, format: SoundFormat) {
  const { sampleRate, channels, seamSamples } = format;
  expect(result.length).toBe(cut.samples * channels);
  for (const [i, [at, was]] of cut.timemap.entries()) {
    const from = Math.round(at * sampleRate);
    const to = Math.round((cut.timemap[i + 1]?.[0] ?? cut.samples / sampleRate) * sampleRate);
    const wasFrom = Math.round(was * sampleRate);
    const differing = equalFrom(
      result.subarray(from * channels, to * channels),
      original.subarray(wasFrom * channels, (wasFrom + to - from) * channels),
    );
    expect(differing / channels).toBeLessThanOrEqual(i === 0 ? 0 : seamSamples);
  }
}

type SoundFormat = { sampleRate: number; channels: number; seamSamples: number };

describe.skipIf(!hasFfmpeg).each(sources.filter(({ name }) => isLong || typical.has(name)))(
  'an mp3 of $name',
  (source) => {
    const { sampleRate, channels } = source;
    const frame = samplesPerFrame({ version: sampleRate >= 32_000 ? 3 : 2 });
    let file: Uint8Array;
    let original: Float32Array;
    beforeAll(() => {
      file = encoded(source);
      original = decoded(file);
    });

    it('decodes to the same samples after any cut, but for the overlap behind a seam', async () => {
      const check = async (kept: TimeSpan[]) => {
        const cut = (await cutOf(file, kept))!;
        const mp3 = resultOf(file, cut);
        expect(readMp3Length(mp3)).toEqual({ sampleRate, samples: cut.samples });
        // If no frame is large enough, a silent one precedes the first one.
        const seamSamples = overlapSamples + (source.isFull ? frame : 0);
        expectSameSound(cut, decoded(mp3), original, { sampleRate, channels, seamSamples });
        const spans = kept.filter(([from, to]) => to > from);
        const keptS = spans.reduce((sum, [from, to]) => sum + to - from, 0);
        expect(Math.abs(cut.samples / sampleRate - keptS)).toBeLessThan(
          ((spans.length + 1) * frame * 2) / sampleRate,
        );
        expect(cut.timemap[0]![1]).toBeCloseTo(spans[0]![0], 4);
      };
      await fc.assert(fc.asyncProperty(cutLists, check), { numRuns: 5, seed: 7, endOnFailure: true });
    });

    it('stays the same to the sample where nothing is cut', async () => {
      const cut = (await cutOf(file, null))!;
      expect(cut.parts.filter((part) => part instanceof Uint8Array).length).toBeLessThanOrEqual(1);
      expect(cut.timemap).toEqual([[0, 0]]);
      expect(equalFrom(decoded(resultOf(file, cut)), original)).toBe(0);
      expect(cut.samples * channels).toBe(original.length);
    });
  },
);

describe.skipIf(!hasFfmpeg)('an mp3 that somebody cut out of another', () => {
  it('is silent where its data is missing, and as it was from there on', async () => {
    const whole = encoded(sources[0]!);
    const reader = createFrameReader();
    reader.push(whole);
    const file = whole.subarray(reader.finish()!.starts[101]);
    const cut = (await cutOf(file, null))!;
    const [result, original] = [decoded(resultOf(file, cut)), decoded(file)];
    expect(result.length).toBe(original.length);
    // A frame has 381 bytes of data and can refer to 511 more: two frames at most, and their overlap.
    expect(equalFrom(result, original) / 2).toBeLessThanOrEqual(2 * 1_152 + overlapSamples);
    expect(Math.max(...result.subarray(0, 2 * 529))).toBeLessThan(1e-3);
  });
});

const audioDir = process.env['AUDIO_DIR'] ?? '';
const recordings = audioDir
  ? readdirSync(audioDir, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.mp3') && !/^broken|^derived/.test(name))
  : [];

describe.skipIf(!hasFfmpeg || recordings.length === 0)('the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('%s: cut twice, the same samples but for two seams', async (name) => {
    const file = readFileSync(join(audioDir, name));
    const original = decoded(file);
    const reader = createFrameReader();
    reader.push(file);
    const { sampleRate, channels } = reader.finish()!.first;
    const lengthS = original.length / channels / sampleRate;
    const at = (share: number) => share * lengthS;
    const kept: TimeSpan[] = [
      [at(0.1), at(0.3)],
      [at(0.45), at(0.6)],
      [at(0.7), at(0.95)],
    ];
    const cut = (await cutOf(file, kept))!;
    expect(cut.timemap.length).toBe(3);
    const seamSamples = overlapSamples;
    expectSameSound(cut, decoded(resultOf(file, cut)), original, { sampleRate, channels, seamSamples });
  });
});

describe('a cut', () => {
  /** Silent frames of 24 kHz mono, 192 bytes each, that refer to no other frame. */
  const frame = (fourth = 0xc0) => {
    const bytes = new Uint8Array(192);
    bytes.set([0xff, 0xf3, 0x84, fourth]);
    return bytes;
  };
  const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame()));
  const tagged = (count: number, writer: string) => {
    const tag = frame();
    const text = (value: string, at: number) => tag.set(new TextEncoder().encode(value), at);
    text('Info', 13);
    tag[20] = 1;
    new DataView(tag.buffer).setUint32(21, count);
    text(writer, 25);
    tag.set([0x24, 0x02, 0x40], 25 + 21);
    return tag;
  };

  it('is not made where players would differ about the original', async () => {
    expect(await cutOf(frames(20), [[0.1, 0.2]])).not.toBeNull();
    expect(await cutOf(Buffer.concat([frames(9), Buffer.alloc(50), frames(9)]), null)).toBeNull();
    expect(await cutOf(Buffer.concat([frames(9), frame(0x40), frames(9)]), null)).toBeNull();
    expect(await cutOf(Buffer.concat([tagged(19, 'LAME3.100'), frames(20)]), null)).toBeNull();
    expect(await cutOf(Buffer.concat([tagged(0, 'Lavf58'), frames(20)]), null)).toBeNull();
    expect(await cutOf(frames(20), [])).toBeNull();
    expect(await cutOf(frames(20), [[9, 10]])).toBeNull();
  });

  it('goes by the delay and padding of those writers that ffmpeg believes', async () => {
    const cut = await cutOf(Buffer.concat([tagged(20, 'LAME3.100'), frames(20)]), null);
    expect(cut).toMatchObject({ samples: 20 * 576 - 2 * 576, delay: 576, padding: 576 });
    const other = await cutOf(Buffer.concat([tagged(20, 'Gogo'), frames(20)]), null);
    expect(other!.samples).toBe(20 * 576);
  });

  it('puts spans together between which no whole frame is left out', async () => {
    const kept: TimeSpan[] = [
      [0.05, 0.1],
      [0.101, 0.2],
      [0.3, 0.301],
    ];
    const cut = (await cutOf(frames(20), kept))!;
    expect(cut.timemap.map(([, was]) => was)).toEqual([0.05, expect.closeTo(0.288, 9)]);
  });
});
