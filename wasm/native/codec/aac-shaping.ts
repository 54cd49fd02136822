import { bits } from './layer3-bits';
import { damaged, fine, Channel } from './aac-channel';
import { bandCount, bandsOf, reflections, shapedBands, tables } from './aac-tables';

const maxOrder: i32 = 12;
const maxShortOrder: i32 = 7;
/** Limit of filtered values: below it the transforms stay finite. */
const largest: f32 = 1e30;

/** A filter of temporal noise shaping over part of a window. */
@unmanaged
class Filter {
  /** First value (for a downward filter the last one), number of values, and bytes from one to the next. */
  from: usize;
  count: i32;
  step: isize;
  order: i32;
  weights: usize;
}

const weightBytes: usize = 64;
/** Largest number of filters of a channel: one in each of eight windows, or three in one. */
const maxFilters: usize = 8;
const filters: usize = memory.data(2 * 4 + 8);
let all: usize = 0;
const before: usize = memory.data(16 * 4);

export function shapingCreate(): void {
  all = heap.alloc(2 * maxFilters * offsetof<Filter>());
  for (let i: usize = 0; i < 2 * maxFilters; i++)
    changetype<Filter>(all + i * offsetof<Filter>()).weights = heap.alloc(weightBytes);
  store<u64>(filters, 0);
}

function filterOf(index: i32, number: i32): Filter {
  return changetype<Filter>(all + (<usize>index * maxFilters + <usize>number) * offsetof<Filter>());
}

/** Reads reflection coefficients and converts them to prediction coefficients. */
function readWeights(weights: usize, order: i32, resolution: i32): void {
  const isCompressed = bits(1);
  const row = tables + reflections + ((<usize>(resolution * 2 + isCompressed)) << 6);
  for (let m = 0; m < order; m++) {
    const reflection = load<f32>(row + ((<usize>bits(3 + resolution - isCompressed)) << 2));
    memory.copy(before, weights, (<usize>m) << 2);
    for (let i = 0; i < m; i++) {
      const mirrored = load<f32>(before + ((<usize>(m - 1 - i)) << 2));
      const place = weights + ((<usize>i) << 2);
      store<f32>(place, load<f32>(place) + reflection * mirrored);
    }
    store<f32>(weights + ((<usize>m) << 2), reflection);
  }
}

/** Reads the filters of a channel (ISO/IEC 14496-3 4.6.9), which are ordered from the top of the spectrum downwards. */
export function readShaping(channel: Channel, index: i32): i32 {
  let number = 0;
  store<i32>(filters + ((<usize>index) << 2), 0);
  if (bits(1) === 0) return fine;
  const isShort = channel.isShort;
  const bands = bandsOf(isShort);
  const reach = min(shapedBands(isShort), channel.maxBand);
  const windows: usize = isShort ? 8 : 1;
  for (let window: usize = 0; window < windows; window++) {
    const count = bits(isShort ? 1 : 2);
    if (count === 0) continue;
    const resolution = bits(1);
    let bottom = bandCount(isShort);
    for (let i = 0; i < count; i++) {
      const top = bottom;
      bottom = max(0, top - bits(isShort ? 4 : 6));
      const order = bits(isShort ? 3 : 5);
      if (order > (isShort ? maxShortOrder : maxOrder)) return damaged;
      if (order === 0) continue;
      const filter = filterOf(index, number);
      const isDownward = bits(1) !== 0;
      readWeights(filter.weights, order, resolution);
      const low = <i32>load<u16>(bands + ((<usize>min(bottom, reach)) << 1));
      const high = <i32>load<u16>(bands + ((<usize>min(top, reach)) << 1));
      if (high <= low) continue;
      filter.from = channel.spectrum + window * 512 + ((<usize>(isDownward ? high - 1 : low)) << 2);
      filter.step = isDownward ? -4 : 4;
      filter.count = high - low;
      filter.order = order;
      number++;
    }
  }
  store<i32>(filters + ((<usize>index) << 2), number);
  return fine;
}

function shape(filter: Filter): bool {
  const step = filter.step;
  let isBounded = true;
  let place = filter.from;
  for (let m = 0; m < filter.count; m++) {
    let value = load<f32>(place);
    let past = place - step;
    const known = min(m, filter.order);
    for (let i = 0; i < known; i++) {
      value -= load<f32>(past) * load<f32>(filter.weights + ((<usize>i) << 2));
      past -= step;
    }
    if (!(abs<f32>(value) < largest)) isBounded = false;
    store<f32>(place, value);
    place += step;
  }
  return isBounded;
}

export function shapeSpectrum(index: i32): i32 {
  const count = load<i32>(filters + ((<usize>index) << 2));
  for (let i = 0; i < count; i++) if (!shape(filterOf(index, i))) return damaged;
  return fine;
}
