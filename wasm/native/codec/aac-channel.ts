import { bits } from './layer3-bits';
import { bandCount } from './aac-tables';

export const fine: i32 = 0;
export const damaged: i32 = 1;
export const foreign: i32 = 2;

export const zeroBook: i32 = 0;
export const noiseBook: i32 = 13;
export const outOfPhaseBook: i32 = 14;
export const inPhaseBook: i32 = 15;

const shortSequence: i32 = 2;
/** Room for the bands of a channel: eight windows of at most 15 bands, rounded up. */
const maxBands: usize = 128;

/** One channel of a frame. Band indices continue from group to group, `maxBand` each. */
@unmanaged
export class Channel {
  windowSequence: i32;
  windowShape: i32;
  isShort: bool;
  maxBand: i32;
  groups: i32;
  /** Number of windows of each group, 8 bits each. */
  lengths: usize;
  globalGain: i32;
  /** By band: the book (8 bits), and the scale (f32); for noise its level, for intensity the ratio. */
  books: usize;
  scales: usize;
  spectrum: usize;
  pulses: i32;
  /** Positions and amplitudes of pulses, 32 bits each. */
  pulseAt: usize;
}

let all: usize = 0;

export function channelsCreate(): void {
  const size = offsetof<Channel>();
  all = heap.alloc(2 * size);
  for (let i: usize = 0; i < 2; i++) {
    const channel = changetype<Channel>(all + i * size);
    channel.lengths = heap.alloc(16);
    channel.books = heap.alloc(maxBands);
    channel.scales = heap.alloc(maxBands * 4);
    channel.spectrum = heap.alloc(1024 * 4);
    channel.pulseAt = heap.alloc(4 * 8);
  }
}

export function channelOf(index: i32): Channel {
  return changetype<Channel>(all + <usize>index * offsetof<Channel>());
}

export function groupLength(channel: Channel, group: i32): i32 {
  return <i32>load<u8>(channel.lengths + <usize>group);
}

export function bookOf(channel: Channel, band: i32): i32 {
  return <i32>load<u8>(channel.books + <usize>band);
}

export function scaleOf(channel: Channel, band: i32): f32 {
  return load<f32>(channel.scales + ((<usize>band) << 2));
}

/** Reads `ics_info` (ISO/IEC 14496-3 4.4.2.1). */
export function readInfo(channel: Channel): i32 {
  if (bits(1) !== 0) return foreign;
  channel.windowSequence = bits(2);
  channel.windowShape = bits(1);
  channel.isShort = channel.windowSequence === shortSequence;
  channel.groups = 1;
  store<u8>(channel.lengths, 1);
  if (channel.isShort) {
    channel.maxBand = bits(4);
    const grouping = bits(7);
    for (let bit = 6; bit >= 0; bit--) {
      if (((grouping >> bit) & 1) === 0) {
        store<u8>(channel.lengths + <usize>channel.groups, 1);
        channel.groups++;
      } else {
        const last = channel.lengths + <usize>(channel.groups - 1);
        store<u8>(last, load<u8>(last) + 1);
      }
    }
  } else {
    channel.maxBand = bits(6);
    if (bits(1) !== 0) return foreign;
  }
  return channel.maxBand > bandCount(channel.isShort) ? damaged : fine;
}

export function copyInfo(from: Channel, to: Channel): void {
  to.windowSequence = from.windowSequence;
  to.windowShape = from.windowShape;
  to.isShort = from.isShort;
  to.maxBand = from.maxBand;
  to.groups = from.groups;
  memory.copy(to.lengths, from.lengths, 8);
}
