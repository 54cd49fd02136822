import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { loadCodec } from '../../tools/kernel.ts';
import { decodeFlac, formatOf, framesOf, toFloats, wave } from '#wasm/testing/flac-samples.ts';
import { flacFrame, flacHead, type FramePlan } from '#wasm/testing/flac-writer.ts';
import { seeded } from '#wasm/testing/random.ts';
import { concat } from '#wasm/testing/signals.ts';
import { readStreamInfo } from './flac-info.ts';

const codec = loadCodec();

/** A stream of frames of every kind, where each of them begins, and its samples. */
function stream() {
  const plans: FramePlan[] = [
    { subframes: [{ kind: 'fixed', order: 2, rice: 9 }], stereo: 10, rateCode: 10, sizeCode: 4 },
    { subframes: [{ kind: 'verbatim' }, { kind: 'fixed', order: 1, rice: 10, partitionOrder: 2 }] },
    { subframes: [{ kind: 'linear', weights: [9_000, -3_000, 500], precision: 15, shift: 13, rice: 9 }] },
    { subframes: [{ kind: 'fixed', order: 3, rice: 'plain' }], stereo: 8 },
    { subframes: [{ kind: 'fixed', order: 4, rice: 11 }], stereo: 9 },
  ];
  const lengths = [192, 16, 333, 1, 64, 257];
  const octets: number[] = [];
  const starts: number[] = [];
  const samples: Float32Array[] = [];
  let number = 0;
  for (const [i, length] of lengths.entries()) {
    const channels = [wave(length, 16, 0.1, i + 1), wave(length, 16, 0.1, i + 20)];
    const plan = length < 16 ? { subframes: [{ kind: 'verbatim' as const }] } : plans[i % plans.length]!;
    starts.push(octets.length);
    octets.push(...flacFrame(channels, 16, plan, number));
    samples.push(toFloats(channels, 16));
    number += length * 2_000;
  }
  return { octets, starts, samples };
}

describe('a stream', () => {
  const { octets, starts, samples } = stream();
  const format = formatOf(2, 16);

  /** Number of frames returned before an error or the end; NaN if they differ from the stream's. */
  function outcome(bytes: Uint8Array) {
    const decoder = codec.createFlacDecoder(format);
    let given = 0;
    try {
      decoder.push(bytes);
      for (const frame of framesOf(decoder)) {
        const expected = samples[given];
        given = expected && Buffer.from(frame.buffer).equals(Buffer.from(expected.buffer)) ? given + 1 : NaN;
      }
      decoder.finish();
    } catch {
      return { given, isWhole: false };
    }
    return { given, isWhole: true };
  }
  const wholeBefore = (at: number) =>
    starts.filter((start, i) => start < at && (starts[i + 1] ?? octets.length) <= at).length;

  it.each([1, 7, 100, 1_000])('in pieces of %i octets gives the same', (pieceBytes) => {
    expect(decodeFlac(codec, octets, format, pieceBytes)).toEqual(concat(...samples));
  });

  it('with frames of the greatest length is read', () => {
    const long = wave(65_535, 16);
    const plan: FramePlan = { subframes: [{ kind: 'fixed', order: 2, rice: 9 }] };
    const bytes = flacFrame([long], 16, plan, 0);
    expect(decodeFlac(codec, bytes, formatOf(1, 16, 65_535), 50_000)).toEqual(toFloats([long], 16));
    expect(() => decodeFlac(codec, bytes, formatOf(1, 16, 65_534))).toThrow('damaged');
  });

  it('cut anywhere gives the frames that are whole', () => {
    const odd: number[] = [];
    const step = isLong ? 11 : 97;
    for (let length = 1; length < octets.length; length += step) {
      const cut = outcome(Uint8Array.from(octets.slice(0, length)));
      if (cut.given !== wholeBefore(length) || !cut.isWhole) odd.push(length);
    }
    expect(odd).toEqual([]);
  });

  it('never gives a frame whose octets were changed, and all before it', () => {
    const random = seeded(20_261_122);
    const odd: number[] = [];
    for (let run = 0; run < (isLong ? 500 : 60); run++) {
      const bytes = Uint8Array.from(octets);
      const at = Math.floor(random() * (bytes.length - 1));
      // A burst of at most 16 bits, which the checksum always detects.
      bytes[at]! ^= 1 + Math.floor(random() * 255);
      bytes[at + 1]! ^= Math.floor(random() * 256);
      const whole = wholeBefore(at);
      const { given, isWhole } = outcome(bytes);
      // Damage in the last frame may look like a truncated file; earlier damage must be reported.
      if (given !== whole || (isWhole && whole < samples.length - 1)) odd.push(at);
    }
    expect(odd).toEqual([]);
  });

  it('of random octets behind a true header comes to an end', () => {
    const random = seeded(5);
    for (let run = 0; run < (isLong ? 300 : 60); run++) {
      const bytes = Uint8Array.from({ length: 3_000 }, () => Math.floor(random() * 256));
      bytes.set(octets.slice(0, 8 + (run % 5)));
      // Long runs of zeros are a risk for unary numbers.
      if (run % 3 === 0) bytes.fill(0, 20 + (run % 50));
      if (run % 3 === 1) bytes.fill(255, 20 + (run % 50), 2_000);
      expect(outcome(bytes).given).toBe(0);
    }
  });

  it('that goes on in another format gives what came before', () => {
    const mono = flacFrame([wave(100, 16)], 16, { subframes: [{ kind: 'verbatim' }] }, 0);
    const slower = flacFrame(
      [wave(100, 16), wave(100, 16)],
      16,
      { subframes: [{ kind: 'verbatim' }], rateCode: 9 },
      0,
    );
    for (const other of [mono, slower]) {
      const { given, isWhole } = outcome(Uint8Array.from([...octets, ...other]));
      expect(given).toBe(samples.length);
      expect(isWhole).toBe(false);
    }
  });

  it('with anything between its frames is said to have none there', () => {
    const decoder = codec.createFlacDecoder(format);
    decoder.push(Uint8Array.from([...octets, ...Array.from({ length: 128 }, () => 0x54)]));
    expect(() => [...framesOf(decoder)]).toThrow('no frame');
    expect(decoder.undecodedBytes()).toBe(128);
  });
});

describe('STREAMINFO', () => {
  const info = { sampleRate: 44_100, channels: 6, bits: 24, maxFrames: 4_608, totalFrames: 2 ** 33 + 5 };
  const block = (of: typeof info) => new DataView(Uint8Array.from(flacHead(of)).buffer, 8);

  it('tells the format and the length', () => {
    expect(readStreamInfo(block(info))).toEqual(info);
    expect(readStreamInfo(block({ ...info, totalFrames: 0 }))?.totalFrames).toBeNull();
  });

  it('that contradicts the format is refused', () => {
    expect(readStreamInfo(block({ ...info, sampleRate: 0 }))).toBeNull();
    expect(readStreamInfo(block({ ...info, maxFrames: 15 }))).toBeNull();
    expect(readStreamInfo(block({ ...info, bits: 3 }))).toBeNull();
    expect(readStreamInfo(new DataView(new ArrayBuffer(33)))).toBeNull();
  });
});

const audioDir = process.env['AUDIO_DIR'] ?? '';
const recordings = [
  'containers/media3-bear.flac',
  'containers/media3-bear_uncommon_sample_rate.flac',
  'en/jfk.flac',
  'en/librispeech-2412-153948-0000.flac',
  'en/mfa_whisper.flac',
].filter((name) => audioDir && existsSync(join(audioDir, name)));

describe.skipIf(recordings.length === 0)('the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('%s has the digest that its encoder wrote into it', (name) => {
    const bytes = readFileSync(join(audioDir, name));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const info = readStreamInfo(new DataView(bytes.buffer, bytes.byteOffset + 8))!;
    let at = 4;
    for (let isLast = false; !isLast; at += 4 + (view.getUint32(at) & 0xffffff))
      isLast = view.getUint8(at) >= 0x80;
    const samples = decodeFlac(codec, bytes.subarray(at), info);
    expect(samples).toHaveLength(info.totalFrames! * info.channels);
    // RFC 9639, section 8.2: MD5 of the samples as whole bytes, lowest first.
    const octets = Math.ceil(info.bits / 8);
    const raw = Buffer.alloc(samples.length * octets);
    for (const [i, sample] of samples.entries())
      raw.writeIntLE(sample * 2 ** (info.bits - 1), i * octets, octets);
    const digest = createHash('md5').update(raw).digest('hex');
    expect(digest).toBe(bytes.subarray(26, 42).toString('hex'));
  });
});
