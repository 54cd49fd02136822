import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../tools/kernel.ts';
import { bookShapes, toAacPacket, toAacPair, type AacChannel } from '#wasm/testing/aac-packets.ts';
import { concat } from '#wasm/testing/signals.ts';
import { seeded } from '#wasm/testing/random.ts';
import { aacBands, aacRates } from './aac-bands.ts';
import { layAacBooks } from './aac-tables.ts';
import { ForeignFrame } from './aac.ts';
import { DamagedFrame } from './mp3.ts';

const at48 = aacRates.indexOf(48_000);
const zeros = () => Array.from({ length: 1_024 }, () => 0);
const power = (x: number) => Math.sign(x) * Math.abs(x) ** (4 / 3);

const decoderOf = (channels: number, sampleRate = 48_000) =>
  loadCodec('relaxed').createAacDecoder({ sampleRate, channels });

function decodeFirst(packet: Uint8Array, channels = 1, sampleRate = 48_000): Float32Array[] {
  const samples = decoderOf(channels, sampleRate).decode(packet);
  return Array.from({ length: channels }, (_, channel) =>
    samples.filter((_sample, i) => i % channels === channel),
  );
}

/** Inverse transform of one window with a sine slope, by the definition (ISO/IEC 14496-3 4.6.11); 1.0 is full scale. */
function windowSound(spectrum: number[]): Float64Array {
  const size = 2 * spectrum.length;
  const cosines = Float64Array.from({ length: 4 * size }, (_, i) => Math.cos((Math.PI / 2 / size) * i));
  const lines = [...spectrum.entries()].filter(([, value]) => value !== 0);
  return Float64Array.from({ length: size }, (_, n) => {
    let sum = 0;
    // The phase is a multiple of a quarter step: (2 n + 1 + size / 2) (2 k + 1).
    for (const [k, value] of lines)
      sum += value * cosines[((2 * n + 1 + size / 2) * (2 * k + 1)) % (4 * size)]!;
    return (Math.sin((Math.PI / size) * (n + 0.5)) * 2 * sum) / size / 32_768;
  });
}

const longSound = (spectrum: number[]) => windowSound(spectrum).subarray(0, 1_024);

function shortSound(spectrum: number[]): Float64Array {
  const sound = new Float64Array(1_024 + 576);
  for (let window = 0; window < 8; window++)
    for (const [n, sample] of windowSound(spectrum.slice(128 * window, 128 * window + 128)).entries())
      sound[448 + 128 * window + n]! += sample;
  return sound.subarray(0, 1_024);
}

const tolerance = 2e-6;

/** Largest difference, 1.0 is full scale; Infinity for a wrong length, or if inaudible samples are expected. */
function errorOf(samples: Float32Array, expected: Float64Array): number {
  if (samples.length !== expected.length || expected.every((sample) => Math.abs(sample) < 1e-3))
    return Infinity;
  return samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - expected[i]!)), 0);
}

/** Output of ffmpeg's noise generator for bands of these sizes and energies. */
function noiseOf(bands: { size: number; level: number }[]): number[] {
  let state = 0x1f2e3d4c;
  return bands.flatMap(({ size, level }) => {
    const drawn = Array.from(
      { length: size },
      () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0),
    );
    const norm = Math.hypot(...drawn);
    return drawn.map((value) => (value * level) / norm);
  });
}

describe('a packet of AAC', () => {
  it.each(Object.entries(bookShapes))(
    'coded with book %s is the sound of its spectrum',
    (name, { largest }) => {
      const random = seeded(Number(name));
      const values = zeros().map(() => Math.round((2 * random() - 1) * largest));
      const channel: AacChannel = { values, globalGain: 156, book: Number(name) };
      const [sound] = decodeFirst(toAacPacket(at48, channel));
      expect(errorOf(sound!, longSound(values.map((value) => power(value) * 2 ** 14)))).toBeLessThan(
        tolerance,
      );
    },
  );

  it('has values of up to 8,191 by escapes', () => {
    const values = zeros();
    for (const [i, value] of [16, -17, 31, 32, -100, 1_023, -4_096, 8_191].entries()) values[90 * i] = value;
    const [sound] = decodeFirst(toAacPacket(at48, { values, globalGain: 116, book: 11 }));
    expect(errorOf(sound!, longSound(values.map((value) => power(value) * 16)))).toBeLessThan(tolerance);
  });

  it.each([...aacRates.entries()])(
    '(rate %d, %d Hz) scales each band by the steps up to it',
    (rate, sampleRate) => {
      const starts = aacBands(rate).long;
      const random = seeded(rate + 1);
      const values = zeros().map(() => Math.round(4 * random() - 2));
      const steps = starts.map(() => Math.round(2 * random() - 1));
      const packet = toAacPacket(rate, { values, globalGain: 156, book: 4, step: (band) => steps[band]! });
      let level = 56;
      const spectrum = starts.slice(1).flatMap((end, band) => {
        level += steps[band]!;
        return values.slice(starts[band], end).map((value) => power(value) * 2 ** (level / 4));
      });
      expect(errorOf(decodeFirst(packet, 1, sampleRate)[0]!, longSound(spectrum))).toBeLessThan(tolerance);
    },
  );

  it('sorts short windows that are grouped, and scales each group by itself', () => {
    const random = seeded(9);
    const values = zeros().map(() => Math.round(8 * random() - 4));
    const groups = [3, 1, 4];
    const step = (band: number) => (band % 14 === 0 ? 5 : 0);
    const [sound] = decodeFirst(
      toAacPacket(at48, { values, globalGain: 140, book: (band) => (band < 14 ? 6 : 8), groups, step }),
    );
    const levelOf = (window: number) => 40 + 5 * (window < 3 ? 1 : window < 4 ? 2 : 3);
    expect(
      errorOf(sound!, shortSound(values.map((value, i) => power(value) * 2 ** (levelOf(i >> 7) / 4)))),
    ).toBeLessThan(tolerance);
  });

  it('adds pulses away from zero, and below zero where there is nothing', () => {
    const values = zeros();
    values[20] = 3;
    values[24] = -2;
    const pulses = { band: 4, at: [20, 24, 29, 40], amounts: [5, 15, 7, 1] };
    const [sound] = decodeFirst(toAacPacket(at48, { values, globalGain: 172, book: 7, pulses }));
    const pulsed = zeros();
    Object.assign(pulsed, { 20: 8, 24: -17, 29: -7, 40: -1 });
    expect(errorOf(sound!, longSound(pulsed.map((value) => power(value) * 2 ** 18)))).toBeLessThan(tolerance);
  });

  it('shapes noise by filters upwards and downwards, from the top of the spectrum on', () => {
    const values = zeros();
    values[400] = 1;
    values[300] = 2;
    // Two filters of 4 bits over 20 and 29 bands (of 49, 40 of which can be shaped): upwards of order 1, then downwards of order 2.
    const shaping = `10${'1'}${'010100'}${'00001'}${'0'}${'0'}${'0011'}${'011101'}${'00010'}${'1'}${'0'}${'01011110'}`;
    const [sound] = decodeFirst(toAacPacket(at48, { values, globalGain: 180, book: 4, shaping }));
    const starts = aacBands(at48).long;
    const reflection = (code: number) => Math.sin(((code / (code > 0 ? 7.5 : 8.5)) * Math.PI) / 2);
    const shaped = values.map((value) => power(value) * 2 ** 20);
    const [up, one, two] = [reflection(3), reflection(5), reflection(-2)];
    for (let i = starts[29]! + 1; i < starts[40]!; i++) shaped[i]! -= up * shaped[i - 1]!;
    const top = starts[29]! - 1;
    for (let i = top - 1; i >= 0; i--)
      shaped[i]! -= one * (1 + two) * shaped[i + 1]! + (i + 2 > top ? 0 : two * shaped[i + 2]!);
    expect(errorOf(sound!, longSound(shaped))).toBeLessThan(tolerance);
  });

  it('has the noise that ffmpeg makes, at the energy that is coded', () => {
    const starts = aacBands(at48).long;
    const packet = toAacPacket(at48, {
      values: zeros(),
      globalGain: 150,
      book: (band) => (band > 9 && band < 30 ? 13 : 0),
      step: (band) => (band === 10 ? 4 : 1),
    });
    const bands = Array.from({ length: 20 }, (_, i) => ({
      size: starts[i + 11]! - starts[i + 10]!,
      level: 2 ** ((150 - 90 + 4 + i) / 4),
    }));
    const noise = [...zeros().slice(0, starts[10]), ...noiseOf(bands)];
    expect(errorOf(decodeFirst(packet)[0]!, longSound([...noise, ...zeros()].slice(0, 1_024)))).toBeLessThan(
      tolerance,
    );
  });

  it('holds middle and side, or a share of the left channel, band by band', () => {
    const starts = aacBands(at48).long;
    const random = seeded(77);
    const [a, b] = [0, 1].map(() => zeros().map(() => Math.round(4 * random() - 2))) as [number[], number[]];
    const isSumCoded = (band: number) => band % 2 === 0;
    const bookOf = (band: number) => (band < 20 ? 3 : band < 30 ? 15 : 14);
    const packet = toAacPair(
      at48,
      { values: a, globalGain: 164, book: 3 },
      { values: b, globalGain: 164, book: bookOf, step: (band) => (band === 20 ? 6 : 0) },
      isSumCoded,
    );
    const left = a.map((value) => power(value) * 2 ** 16);
    const right = b.map((value) => power(value) * 2 ** 16);
    for (let band = 0; band < 49; band++)
      for (let i = starts[band]!; i < starts[band + 1]!; i++) {
        const [l, r] = [left[i]!, right[i]!];
        const sign = (bookOf(band) === 14 ? -1 : 1) * (isSumCoded(band) ? -1 : 1);
        if (band >= 20) right[i] = sign * 2 ** -1.5 * l;
        else if (isSumCoded(band)) [left[i], right[i]] = [l + r, l - r];
      }
    const [leftSound, rightSound] = decodeFirst(packet, 2);
    expect(errorOf(leftSound!, longSound(left))).toBeLessThan(tolerance);
    expect(errorOf(rightSound!, longSound(right))).toBeLessThan(tolerance);
  });

  it('is silent where it is empty, on whatever data stands before its sound', () => {
    const silent: AacChannel = { values: zeros(), globalGain: 100, book: 0 };
    const data = `100${'0000'}${'0'}${'00000010'}${'10101010'.repeat(2)}`;
    const fill = `110${'0010'}${'00000000'.repeat(2)}`;
    const [sound] = decodeFirst(toAacPacket(at48, silent, data + fill));
    expect(sound!.length).toBe(1_024);
    expect(sound!.every((sample) => sample === 0)).toBe(true);
  });
});

describe('a packet that is not ours', () => {
  const silent: AacChannel = { values: zeros(), globalGain: 100, book: 0 };

  it('is told from a damaged one', () => {
    const replicated = `110${'0010'}${'1101'}${'0000'.repeat(3)}`;
    expect(() => decodeFirst(toAacPacket(at48, silent, replicated))).toThrow(ForeignFrame);
    const name = [...'libfaac 1.30']
      .map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0'))
      .join('');
    const named = `1101111${'00000011'}${'0'.repeat(17)}${name.padEnd(17 * 8 - 17, '0')}`;
    expect(() => decodeFirst(toAacPacket(at48, silent, named))).toThrow(ForeignFrame);
    const otherwise = named.replace(name, name.replaceAll('01101100', '01101101'));
    expect(decodeFirst(toAacPacket(at48, silent, otherwise))).toHaveLength(1);
    expect(() => decodeFirst(toAacPacket(at48, silent), 2)).toThrow(ForeignFrame);
    expect(() => decodeFirst(toAacPair(at48, silent, silent), 1)).toThrow(ForeignFrame);
    expect(() => decodeFirst(toAacPacket(at48, silent), 1, 7_350)).toThrow(ForeignFrame);
    // An unstable filter of order 12.
    const values = zeros().map((_, i) => (i < 600 ? 8_191 : 0));
    const shaping = `01${'1'}${'110001'}${'01100'}${'0'}${'0'}${'1000'.repeat(12)}`;
    const loud = toAacPacket(at48, { values, globalGain: 255, book: 11, shaping });
    expect(attempt(() => decodeFirst(loud))).toBeInstanceOf(DamagedFrame);
    const [unshaped] = decodeFirst(toAacPacket(at48, { values, globalGain: 255, book: 11 }));
    expect(unshaped!.every(Number.isFinite)).toBe(true);
    const short = attempt(() => decodeFirst(toAacPacket(at48, silent).subarray(0, 20)));
    expect(short).toBeInstanceOf(DamagedFrame);
    expect(short).not.toBeInstanceOf(ForeignFrame);
  });

  it('is silent where its damage is louder than sound can be, and leaves nothing to those after it', () => {
    const values = zeros().map((_, i) => (i < 200 ? 10 : 0));
    const packet = toAacPacket(at48, { values, globalGain: 120, book: 11 });
    const damaged = toAacPacket(at48, { values, globalGain: 255, book: 11 });
    const decoder = decoderOf(1);
    const heard = [packet, packet, damaged, packet, packet].map((each) => decoder.decode(each).slice());
    expect(heard[2]!.every((sample) => sample === 0)).toBe(true);
    expect(heard.flatMap((samples) => [...samples]).every((sample) => Math.abs(sample) < 2)).toBe(true);
    expect(heard[3]).toEqual(heard[0]);
    expect(heard[4]).toEqual(heard[1]);
  });

  it('among flipped and cut bytes ends in an error or in finite sound', () => {
    const random = seeded(7_100);
    const below = (limit: number) => Math.floor(random() * limit);
    const values = zeros().map(() => Math.round(((2 * random() - 1) * 20) / (1 + 20 * random())));
    const channel: AacChannel = { values, globalGain: 120, book: 11, shaping: '01001010000100011010101111' };
    const short: AacChannel = { ...channel, groups: [2, 6], shaping: undefined! };
    const packets = [toAacPair(at48, channel, channel, () => true), toAacPair(at48, short, short)];
    const decoder = decoderOf(2);
    let [damaged, heard] = [0, 0];
    for (let round = 0; round < 1_500; round++) {
      const bytes = packets[round % 2]!.slice();
      const reach = round % 3 === 0 ? 40 : bytes.length;
      for (let i = 0; i < 1 + (round % 7); i++) bytes[below(reach)]! ^= 1 << below(8);
      const cut = round % 5 === 0 ? below(bytes.length) : bytes.length;
      const outcome = attempt(() => decoder.decode(bytes.subarray(0, cut)));
      if (outcome instanceof DamagedFrame) damaged++;
      else if (outcome.every(Number.isFinite)) heard++;
    }
    expect(damaged).toBeGreaterThan(100);
    expect(heard).toBeGreaterThan(20);
    expect(damaged + heard).toBe(1_500);
  });
});

function attempt<Result>(action: () => Result): Result | DamagedFrame {
  try {
    return action();
  } catch (error) {
    if (error instanceof DamagedFrame) return error;
    throw error;
  }
}

it('the books give every sequence of bits a code', () => {
  expect(layAacBooks().lookups.every((entry) => (entry & 31) > 0)).toBe(true);
});

const recording = join(process.env['AUDIO_DIR'] ?? '', 'derived/de.aac');

describe.skipIf(!existsSync(recording))('the AAC stream among the recordings of AUDIO_DIR', () => {
  /** Samples at multiples of a seventeenth of the recording, as ffmpeg 5.1 decodes them. */
  const known = [
    0.001423, 0.000172, 0.000696, -0.014672, -5.7e-5, -0.117837, -0.006489, -0.00049, -0.046919, -0.222217,
    -0.031931, -0.016209, 0.002402, 0.000212, 0.000804, 0.002108,
  ];

  it('sounds as ffmpeg has it, to the sample', () => {
    const bytes = readFileSync(recording);
    const decoder = decoderOf(1);
    const parts: Float32Array[] = [];
    for (let at = 0; at < bytes.length;) {
      const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
      const header = bytes[at + 1]! & 1 ? 7 : 9;
      parts.push(decoder.decode(bytes.subarray(at + header, at + length)).slice());
      at += length;
    }
    const sound = concat(...parts);
    expect(sound.length).toBe(537_600);
    for (const [i, sample] of known.entries())
      expect(sound[Math.floor((sound.length * (i + 1)) / 17)]).toBeCloseTo(sample, 5);
  });
});
