import { bitAt, bits, hasBits, isPastEnd, peek, seek, signed, unary, wordsFrom } from './flac-bits';

/** Bits that are set in any folded residual of the last subframe. Folding turns 0, -1, 1, -2, … into 0, 1, 2, 3, … */
export let residualBits: u32 = 0;

/**
 * Reads a partition of Rice codes: zeros, a one, `low` bits. `cache` holds the `left` unread bits from the highest
 * down, followed by zeros. Returns false if the input ends.
 */
function readRice(at: usize, end: usize, low: i32): bool {
  let next = wordsFrom(bitAt) + 8;
  let cache = peek(bitAt);
  let left = 64 - (bitAt & 31);
  const one = low + 1;
  const toLow = <u64>(63 - low);
  let any: u32 = 0;
  for (; at < end; at += 4) {
    if (left < 32) {
      cache |= (<u64>load<u32>(next)) << (<u64>(32 - left));
      next += 4;
      left += 32;
    }
    const zeros = <i32>clz<u64>(cache);
    const length = zeros + one;
    let folded: u32;
    if (length <= left) {
      cache <<= <u64>zeros;
      // The terminating one is still above the low bits, where it counts as the missing zero.
      folded = ((<u32>(zeros - 1)) << low) + <u32>(cache >> toLow);
      cache <<= <u64>one;
      left -= length;
    } else {
      seek(((<i32>(next - wordsFrom(0))) << 3) - left);
      const many = unary();
      if (many < 0) return false;
      folded = ((<u32>many) << low) | bits(low);
      next = wordsFrom(bitAt) + 8;
      cache = peek(bitAt);
      left = 64 - (bitAt & 31);
    }
    any |= folded;
    store<u32>(at, (folded >> 1) ^ (0 - (folded & 1)));
  }
  residualBits |= any;
  seek(((<i32>(next - wordsFrom(0))) << 3) - left);
  return true;
}

/** Reads a partition of unencoded residuals of `size` bits. Returns false if the input ends. */
function readPlain(at: usize, end: usize, size: i32): bool {
  if (!hasBits(<i64>((end - at) >> 2) * <i64>size)) return false;
  for (; at < end; at += 4) {
    const residual = <i32>signed(size);
    residualBits |= ((<u32>residual) << 1) ^ <u32>(residual >> 31);
    store<i32>(at, residual);
  }
  return true;
}

/**
 * Reads the coded residual of a subframe (RFC 9639, section 9.2.7) after `order` warm-up samples at `plane`. Returns
 * false if it is invalid or the input ends.
 */
export function readResidual(plane: usize, frames: i32, order: i32): bool {
  residualBits = 0;
  const method = bits(2);
  if (method > 1) return false;
  const parameterBits = 4 + <i32>method;
  const escape = (1 << parameterBits) - 1;
  const partitions = 1 << bits(4);
  const perPartition = frames / partitions;
  if (perPartition * partitions !== frames || perPartition < order || isPastEnd()) return false;
  let at = plane + ((<usize>order) << 2);
  let end = plane;
  for (let partition = 0; partition < partitions; partition++) {
    end += (<usize>perPartition) << 2;
    const parameter = <i32>bits(parameterBits);
    const isRead = parameter === escape ? readPlain(at, end, <i32>bits(5)) : readRice(at, end, parameter);
    if (!isRead || isPastEnd()) return false;
    at = end;
  }
  return true;
}
