import { bits, hasBits, isPastEnd, signed, unary } from './flac-bits';
import { readResidual, residualBits } from './flac-residual';
import { restoreFixed, restoreLinear, restoreWide } from './flac-predict';

const verbatim: i32 = 1;
const fixed: i32 = 8;
const maxFixedOrder: i32 = 4;
const linear: i32 = 32;

/** 32 coefficients (i32), that of the last sample first, padded with zeros. */
const weights: usize = memory.data(32 * 4, 16);
let shift: i32 = 0;

/** Bits and wasted bits of the samples of the last subframe whose header was read. */
export let sampleBits: i32 = 0;
export let wastedBits: i32 = 0;

/** Reads the subframe type for samples of `size` bits (RFC 9639, sections 9.2.1 and 9.2.2); -1 if invalid. */
export function readType(size: i32): i32 {
  const type = <i32>bits(7);
  wastedBits = 0;
  if (bits(1)) {
    wastedBits = unary() + 1;
    if (wastedBits === 0) return -1;
  }
  sampleBits = size - wastedBits;
  const isKnown = type <= verbatim || (type >= fixed && type <= fixed + maxFixedOrder) || type >= linear;
  return isKnown && type < 64 && sampleBits > 0 ? type : -1;
}

export function orderOf(type: i32): i32 {
  if (type <= verbatim) return 0;
  return type >= linear ? type - linear + 1 : type - fixed;
}

export function readWeights(order: i32): bool {
  const precision = <i32>bits(4) + 1;
  shift = <i32>signed(5);
  if (precision === 16 || shift < 0) return false;
  memory.fill(weights, 0, 128);
  for (let i = 0; i < order; i++) store<i32>(weights + ((<usize>i) << 2), <i32>signed(precision));
  return true;
}

/** Sets the weights of fixed prediction as those of a linear prediction: binomial coefficients of alternating sign. */
export function setFixedWeights(order: i32): void {
  shift = 0;
  let weight = order;
  for (let i = 0; i < order; i++) {
    store<i32>(weights + ((<usize>i) << 2), i & 1 ? -weight : weight);
    weight = (weight * (order - 1 - i)) / (i + 2);
  }
}

export function weightAt(tap: i32): i32 {
  return load<i32>(weights + ((<usize>tap) << 2));
}

export function weightShift(): i32 {
  return shift;
}

function fill(plane: usize, end: usize, sample: i32): void {
  const all = i32x4.splat(sample);
  for (; plane < end; plane += 16) v128.store(plane, all);
}

function readPlain(plane: usize, end: usize): bool {
  if (!hasBits(<i64>((end - plane) >> 2) * <i64>sampleBits)) return false;
  for (; plane < end; plane += 4) store<i32>(plane, <i32>signed(sampleBits));
  return true;
}

/** True if all sums of linear prediction fit 32 bits. A sum is sample minus residual, with `shift` fractional bits. */
function areSumsShort(): bool {
  const largestResidual = (<i64>residualBits >> 1) + 1;
  return largestResidual + ((<i64>1) << (<i64>(sampleBits - 1))) < (<i64>1) << (<i64>(31 - shift));
}

function readPredicted(plane: usize, end: usize, type: i32): bool {
  const order = orderOf(type);
  const frames = <i32>((end - plane) >> 2);
  if (order > frames) return false;
  const at = plane + ((<usize>order) << 2);
  for (let warm = plane; warm < at; warm += 4) store<i32>(warm, <i32>signed(sampleBits));
  if (type >= linear && !readWeights(order)) return false;
  if (!readResidual(plane, frames, order)) return false;
  if (type < linear) restoreFixed(at, end, order);
  else if (areSumsShort()) restoreLinear(at, end, weights, order, shift);
  else restoreWide(at, end, weights, order, shift);
  return true;
}

/**
 * Reads samples of at most 32 bits, with known `type` and `sampleBits`. Returns false if they are invalid or the input
 * ends.
 */
export function readSamples(plane: usize, frames: i32, type: i32): bool {
  const end = plane + ((<usize>frames) << 2);
  if (type === 0) fill(plane, end, <i32>signed(sampleBits));
  else if (type === verbatim) {
    if (!readPlain(plane, end)) return false;
  } else if (!readPredicted(plane, end, type)) return false;
  return !isPastEnd();
}

export function addWasted(plane: usize, frames: i32): void {
  if (wastedBits === 0) return;
  const end = plane + ((<usize>frames) << 2);
  for (; plane < end; plane += 16) v128.store(plane, i32x4.shl(v128.load(plane), wastedBits));
}
