import { bits, bitsAhead, bitsAt, bitsTo } from './layer3-bits';
import {
  bookOf,
  damaged,
  fine,
  inPhaseBook,
  noiseBook,
  outOfPhaseBook,
  zeroBook,
  Channel,
} from './aac-channel';
import { bandsOf, entryOf, gainOf, lookupOf } from './aac-tables';

const reservedBook: i32 = 12;
/** Index of 2 to the power of 0 in the gains. */
const unity: i32 = 100;
const middleStep: i32 = 60;
const noiseOffset: i32 = 90;

export function readSections(channel: Channel, end: i32): i32 {
  const lengthBits = channel.isShort ? 3 : 5;
  const escape = (1 << lengthBits) - 1;
  for (let group = 0; group < channel.groups; group++) {
    let band = 0;
    while (band < channel.maxBand) {
      const book = bits(4);
      if (book === reservedBook) return damaged;
      let length = 0;
      let part = escape;
      while (part === escape) {
        part = bits(lengthBits);
        length += part;
        if (bitsAt() > end || band + length > channel.maxBand) return damaged;
      }
      const from = channel.books + <usize>(group * channel.maxBand + band);
      memory.fill(from, <u8>book, <usize>length);
      band += length;
    }
  }
  return fine;
}

function readStep(lookup: usize): i32 {
  const entry = entryOf(lookup, bitsAhead(bitsAt()));
  bitsTo(bitsAt() + <i32>(entry & 31));
  return <i32>((entry >> 14) & 511) - middleStep;
}

/** Reads the scales of the bands: each is relative to the last one of its kind (ISO/IEC 14496-3 4.6.2, 4.6.8.2, 4.6.13). */
export function readScales(channel: Channel): i32 {
  const lookup = lookupOf(0);
  let level = channel.globalGain;
  let noise = channel.globalGain - noiseOffset;
  let position = 0;
  let isFirstNoise = true;
  const count = channel.groups * channel.maxBand;
  for (let band = 0; band < count; band++) {
    const book = bookOf(channel, band);
    let scale: f32 = 0;
    if (book === noiseBook) {
      if (isFirstNoise) noise += bits(9) - 256;
      else noise += readStep(lookup);
      isFirstNoise = false;
      scale = gainOf(unity + max(-unity, min(255 - unity, noise)));
    } else if (book === inPhaseBook || book === outOfPhaseBook) {
      position += readStep(lookup);
      scale = gainOf(unity - max(unity - 255, min(unity, position)));
    } else if (book !== zeroBook) {
      level += readStep(lookup);
      if (level < 0 || level > 255) return damaged;
      scale = gainOf(level);
    }
    store<f32>(channel.scales + ((<usize>band) << 2), scale);
  }
  return fine;
}

/** Reads pulses on single values of a long window (ISO/IEC 14496-3 4.6.3.3). */
export function readPulses(channel: Channel, bandCount: i32): i32 {
  channel.pulses = 0;
  if (bits(1) === 0) return fine;
  const count = bits(2) + 1;
  const band = bits(6);
  if (channel.isShort || band >= bandCount) return damaged;
  let at = <i32>load<u16>(bandsOf(false) + ((<usize>band) << 1));
  for (let i = 0; i < count; i++) {
    at += bits(5);
    if (at > 1023) return damaged;
    store<i32>(channel.pulseAt + ((<usize>i) << 3), at);
    store<i32>(channel.pulseAt + ((<usize>i) << 3), bits(4), 4);
  }
  channel.pulses = count;
  return fine;
}
