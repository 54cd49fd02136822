import { describe, expect, it } from 'vitest';
import { loadCodec, type Variant } from '../../tools/kernel.ts';
import { readHeader, type FrameHeader } from '#wasm/mp3/header.ts';
import { concat, noise } from '#wasm/testing/signals.ts';
import { glide, mp3Delay, signalToNoise, toMp3, type Mp3Kind } from '#wasm/testing/mp3-streams.ts';
import { seeded } from '#wasm/testing/random.ts';
import { layHuffman } from './mp3-huffman.ts';
import { DamagedFrame } from './mp3.ts';

type Decoded = { channels: Float32Array[]; samples: Float32Array; strayBytes: number };

function decode(mp3: Uint8Array, variant: Variant = 'relaxed', pieceBytes = mp3.length): Decoded {
  const format = readHeader(mp3)!;
  const decoder = loadCodec(variant).createMp3Decoder(format);
  const parts: Float32Array[] = [];
  for (let at = 0; at < mp3.length; at += pieceBytes)
    decoder.push(mp3.subarray(at, at + pieceBytes), (samples) => parts.push(samples.slice()));
  const samples = concat(...parts);
  const count = format.channels;
  const channels = Array.from({ length: count }, (_, channel) =>
    samples.filter((_sample, i) => i % count === channel),
  );
  return { channels, samples, strayBytes: decoder.strayBytes() };
}

function attempt(mp3: Uint8Array): Decoded | DamagedFrame {
  try {
    return decode(mp3);
  } catch (error) {
    if (error instanceof DamagedFrame) return error;
    throw error;
  }
}

const expectClose = (a: Float32Array, b: Float32Array, tolerance: number) => {
  expect(a.length).toBe(b.length);
  expect(a.reduce((most, sample, i) => Math.max(most, Math.abs(sample - b[i]!)), 0)).toBeLessThan(tolerance);
};

const headersOf = (mp3: Uint8Array) => {
  const frames: { at: number; header: FrameHeader }[] = [];
  for (let at = 0, header = readHeader(mp3); header; header = readHeader(mp3, at)) {
    frames.push({ at, header });
    at += header.bytes;
  }
  return frames;
};

const kinds: [number, Mp3Kind, dB: number][] = [
  [2, { sampleRate: 48_000, bitrate: 320 }, 25],
  [2, { sampleRate: 48_000, bitrate: 128 }, 15],
  [1, { sampleRate: 44_100, bitrate: 128 }, 15],
  [2, { sampleRate: 44_100, bitrate: 128 }, 15],
  [1, { sampleRate: 32_000, bitrate: 64 }, 15],
  [1, { sampleRate: 24_000, bitrate: 64 }, 15],
  [2, { sampleRate: 22_050, bitrate: 64 }, 15],
  [1, { sampleRate: 16_000, bitrate: 32 }, 15],
  [2, { sampleRate: 12_000, bitrate: 32 }, 10],
  [1, { sampleRate: 11_025, bitrate: 24 }, 10],
  [1, { sampleRate: 8_000, bitrate: 16 }, 10],
];

describe('an mp3 that LAME wrote', () => {
  it.each(kinds)(
    '(%d channels, %o) is the sound it was made of, %d dB above the rest',
    async (count, kind, db) => {
      const sound = Array.from({ length: count }, (_, i) => glide(1.5, kind.sampleRate, 150 + 40 * i));
      const mp3 = await toMp3(sound, kind);
      const { channels, samples, strayBytes } = decode(mp3);
      expect(strayBytes).toBe(0);
      for (const [i, channel] of channels.entries())
        expect(signalToNoise(sound[i]!, channel.subarray(mp3Delay))).toBeGreaterThan(db);
      expectClose(samples, decode(mp3, 'plain').samples, 1e-5);
    },
  );

  it('comes out the same in pieces of any size', async () => {
    const mp3 = await toMp3([glide(1, 24_000), glide(1, 24_000, 210)], { sampleRate: 24_000, bitrate: 64 });
    const { samples } = decode(mp3);
    for (const pieceBytes of [1, 97, 4_096])
      expect(decode(mp3, 'relaxed', pieceBytes).samples).toEqual(samples);
  });

  it('has equal channels as long as they were, and its own sound in each of them before and after', async () => {
    const kind: Mp3Kind = { sampleRate: 48_000, bitrate: 128 };
    const [a, b] = [glide(1, 48_000), glide(1, 48_000, 260)];
    const sound = [concat(a, a, a), concat(a, b, a)];
    const { channels } = decode(await toMp3(sound, kind));
    const [left, right] = channels.map((channel) => channel.subarray(mp3Delay)) as [
      Float32Array,
      Float32Array,
    ];
    expect(right.slice(0, 40_000)).toEqual(left.slice(0, 40_000));
    expect(right.slice(56_000, 90_000)).not.toEqual(left.slice(56_000, 90_000));
    for (const second of [0, 1, 2]) {
      const [from, to] = [48_000 * second, 48_000 * (second + 1)];
      for (const [i, channel] of [left, right].entries())
        expect(signalToNoise(sound[i]!.subarray(from, to), channel.subarray(from, to))).toBeGreaterThan(12);
    }
  });

  it('is silent at a cut as long as the data of frames before it is missing, then as if uncut', async () => {
    const mp3 = await toMp3([concat(noise(-40, 1, 32_000), glide(1, 32_000))], {
      sampleRate: 32_000,
      bitrate: 64,
    });
    const whole = decode(mp3).samples;
    const frames = headersOf(mp3);
    let silent = 0;
    for (const cut of [20, 25, 30, 35]) {
      const rest = decode(mp3.subarray(frames[cut]!.at)).samples;
      expect(rest.length).toBe(whole.length - 1_152 * cut);
      if (rest.subarray(0, 576).every((sample) => sample === 0)) silent++;
      expect(rest.slice(6 * 1_152)).toEqual(whole.slice((cut + 6) * 1_152));
    }
    expect(silent).toBeGreaterThan(0);
  });
});

describe('bytes that are no frames', () => {
  it('are passed over: what follows the sound, a last frame cut short, a stream of another kind', async () => {
    const kind: Mp3Kind = { sampleRate: 16_000, bitrate: 32 };
    const mp3 = await toMp3([glide(0.5, 16_000)], kind);
    const { samples } = decode(mp3);
    const tagged = decode(new Uint8Array(Buffer.concat([mp3, Buffer.from('TAG'.padEnd(128))])));
    expect(tagged).toMatchObject({ samples, strayBytes: 128 });
    const short = decode(mp3.subarray(0, mp3.length - 5));
    expect(short).toMatchObject({ samples: samples.slice(0, -576), strayBytes: 0 });
    const other = await toMp3([glide(0.5, 24_000)], { sampleRate: 24_000, bitrate: 32 });
    const joined = decode(new Uint8Array(Buffer.concat([mp3, other])), 'relaxed', 1_000);
    expect(joined).toMatchObject({ samples, strayBytes: other.length });
  });

  it('among them end in an error or in finite sound, never in anything else', async () => {
    const sound = [glide(0.4, 44_100), glide(0.4, 44_100, 190)];
    const mp3 = await toMp3(sound, { sampleRate: 44_100, bitrate: 128 });
    const random = seeded(7_000);
    const below = (end: number) => Math.floor(random() * end);
    let [damaged, heard] = [0, 0];
    for (let round = 0; round < 80; round++) {
      const bytes = mp3.slice();
      for (let i = 0; i < 1 + (round % 12); i++) bytes[4 + below(bytes.length - 4)]! ^= 1 << below(8);
      const outcome = attempt(bytes);
      expect(outcome instanceof DamagedFrame || outcome.samples.every(Number.isFinite)).toBe(true);
      if (outcome instanceof DamagedFrame) damaged++;
      else heard++;
    }
    expect(damaged).toBeGreaterThan(5);
    expect(heard).toBeGreaterThan(5);
  });
});

describe('a frame whose damage is louder than sound can be', () => {
  it.each([1, 2])('is silent, and leaves nothing to those after it (%d channels)', async (count) => {
    const sound = Array.from({ length: count }, (_, i) => glide(1, 48_000, 150 + 40 * i));
    const mp3 = await toMp3(sound, { sampleRate: 48_000, bitrate: 128 });
    const whole = decode(mp3).samples;
    const damaged = mp3.slice();
    const frames = headersOf(mp3);
    const at = 15;
    // Gain of the first granule (ISO/IEC 11172-3 2.4.1.7), after 9 bits of pointer, 5 or 3 private ones, 4 per channel, 12 of
    // length and 9 of pairs.
    const bit = 32 + 9 + (count === 1 ? 5 : 3) + 4 * count + 12 + 9;
    for (let i = bit; i < bit + 8; i++) damaged[frames[at]!.at + (i >> 3)]! |= 0x80 >> (i & 7);
    const { samples } = decode(damaged);
    expectClose(samples, decode(damaged, 'plain').samples, 1e-5);
    const size = 1_152 * count;
    expect(samples.slice(0, at * size)).toEqual(whole.slice(0, at * size));
    expect(samples.subarray(at * size, (at + 1) * size).every((sample) => sample === 0)).toBe(true);
    expect(samples.every((sample) => Math.abs(sample) < 2)).toBe(true);
    // The next frame lacks the overlap; the one after it is intact.
    expect(samples.slice((at + 2) * size)).toEqual(whole.slice((at + 2) * size));
  });
});

describe('the Huffman tables', () => {
  it('give every sequence of bits a code', () => {
    const { lookups, index } = layHuffman();
    expect(lookups.every((entry) => (entry & 31) > 0)).toBe(true);
    expect([...index].filter((_, i) => i % 2).filter((linbits) => linbits < 0)).toHaveLength(3);
  });
});
