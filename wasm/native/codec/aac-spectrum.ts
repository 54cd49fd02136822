import { bitsAhead, bitsAt, bitsTo } from './layer3-bits';
import { bookOf, damaged, fine, groupLength, noiseBook, scaleOf, zeroBook, Channel } from './aac-channel';
import { makeNoise } from './aac-noise';
import { bandsOf, entryOf, lookupOf, powers, signMasks, symbolsOf, tables } from './aac-tables';

const escapeBook: i32 = 11;
const longestEscape: i32 = 8;

let hasFailed: bool = false;

function maskOf(entry: u32, ahead: u64): usize {
  const bits = <usize>((ahead << (<u64>entry & 31)) >> 60);
  return tables + signMasks + ((((<usize>entry >> 6) & 0xf0) | bits) << 4);
}

function readQuads(out: usize, end: usize, lookup: usize, symbols: usize, gain: f32, at: i32): i32 {
  const gains = f32x4.splat(gain);
  for (; out < end; out += 16) {
    const ahead = bitsAhead(at);
    const entry = entryOf(lookup, ahead);
    const values = v128.load(symbols + (((<usize>entry >> 14) & 511) << 4));
    v128.store(out, v128.xor(f32x4.mul(values, gains), v128.load(maskOf(entry, ahead))));
    at += <i32>((entry >> 5) & 31);
  }
  return at;
}

/** Reads two pairs at a time: band widths are multiples of four. */
function readPairs(out: usize, end: usize, lookup: usize, symbols: usize, gain: f32, at: i32): i32 {
  const gains = f32x4.splat(gain);
  for (; out < end; out += 16) {
    let ahead = bitsAhead(at);
    const first = entryOf(lookup, ahead);
    const firstMask = maskOf(first, ahead);
    const firstBits = (first >> 5) & 31;
    ahead <<= <u64>firstBits;
    const second = entryOf(lookup, ahead);
    const mask = v128.load64_lane(maskOf(second, ahead), v128.load64_zero(firstMask), 1);
    const low = v128.load64_zero(symbols + (((<usize>first >> 14) & 511) << 3));
    const values = v128.load64_lane(symbols + (((<usize>second >> 14) & 511) << 3), low, 1);
    v128.store(out, v128.xor(f32x4.mul(values, gains), mask));
    at += <i32>(firstBits + ((second >> 5) & 31));
  }
  return at;
}

/** Reads the escape value of a pair; returns its length in bits. */
function readEscape(out: usize, gain: f32, ahead: u64): i32 {
  const ones = <i32>clz<u64>(~ahead);
  if (ones > longestEscape) {
    hasFailed = true;
    return 0;
  }
  const size = ones + 4;
  const value = (1 << size) + <i32>((ahead << (<u64>ones + 1)) >> <u64>(64 - size));
  const scaled = load<f32>(tables + powers + ((<usize>value) << 2)) * gain;
  store<f32>(out, copysign<f32>(scaled, load<f32>(out)));
  return ones + 1 + size;
}

function readLongPairs(out: usize, end: usize, lookup: usize, symbols: usize, gain: f32, at: i32): i32 {
  const gains = f32x4.splat(gain);
  for (; out < end; out += 8) {
    const ahead = bitsAhead(at);
    const entry = entryOf(lookup, ahead);
    const values = f32x4.mul(v128.load64_zero(symbols + (((<usize>entry >> 14) & 511) << 3)), gains);
    v128.store64_lane(out, v128.xor(values, v128.load64_zero(maskOf(entry, ahead))), 0);
    const size = <i32>((entry >> 5) & 31);
    at += size;
    if (entry >> 23 !== 0) {
      let rest = ahead << (<u64>size);
      if (((entry >> 23) & 1) !== 0) {
        const used = readEscape(out, gain, rest);
        rest <<= <u64>used;
        at += used;
      }
      if (entry >> 24 !== 0) at += readEscape(out + 4, gain, rest);
    }
  }
  return at;
}

function readBand(book: i32, out: usize, end: usize, gain: f32, at: i32): i32 {
  const lookup = lookupOf(book);
  const symbols = symbolsOf(book);
  if (book < 5) return readQuads(out, end, lookup, symbols, gain, at);
  if (book < escapeBook) return readPairs(out, end, lookup, symbols, gain, at);
  return readLongPairs(out, end, lookup, symbols, gain, at);
}

/** Adds pulses to the quantised values, away from zero; a zero becomes negative. */
function addPulses(channel: Channel): void {
  const bands = bandsOf(false);
  let band = 0;
  for (let i = 0; i < channel.pulses; i++) {
    const at = load<i32>(channel.pulseAt + ((<usize>i) << 3));
    const amount = load<i32>(channel.pulseAt + ((<usize>i) << 3), 4);
    while (<i32>load<u16>(bands + ((<usize>band + 1) << 1)) <= at) band++;
    const book = band < channel.maxBand ? bookOf(channel, band) : zeroBook;
    if (book === zeroBook || book > escapeBook) continue;
    const scale = scaleOf(channel, band);
    const place = channel.spectrum + ((<usize>at) << 2);
    const value = load<f32>(place);
    const size = <i32>Math.round(Math.pow(<f64>(abs<f32>(value) / scale), 0.75)) + amount;
    const scaled = load<f32>(tables + powers + ((<usize>min(size, 8191)) << 2)) * scale;
    store<f32>(place, value > 0 ? scaled : -scaled);
  }
}

export function readSpectrum(channel: Channel, end: i32): i32 {
  memory.fill(channel.spectrum, 0, 1024 * 4);
  hasFailed = false;
  const bands = bandsOf(channel.isShort);
  let at = bitsAt();
  let window = channel.spectrum;
  let band = 0;
  for (let group = 0; group < channel.groups; group++) {
    const windows = groupLength(channel, group);
    for (let i = 0; i < channel.maxBand; i++) {
      const book = bookOf(channel, band);
      const gain = scaleOf(channel, band++);
      if (book === zeroBook || book > noiseBook) continue;
      const low = (<usize>load<u16>(bands + ((<usize>i) << 1))) << 2;
      const high = (<usize>load<u16>(bands + ((<usize>i) << 1), 2)) << 2;
      for (let j: usize = 0; j < <usize>windows; j++) {
        const from = window + j * 512;
        if (book === noiseBook) makeNoise(from + low, from + high, gain);
        else at = readBand(book, from + low, from + high, gain, at);
      }
      if (hasFailed || at > end) return damaged;
    }
    window += <usize>windows * 512;
  }
  bitsTo(at);
  if (channel.pulses > 0) addPulses(channel);
  return fine;
}
