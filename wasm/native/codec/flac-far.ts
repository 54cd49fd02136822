import { hasBits, isPastEnd, signed } from './flac-bits';
import { readResidual } from './flac-residual';
import {
  orderOf,
  readSamples,
  readType,
  readWeights,
  sampleBits,
  setFixedWeights,
  wastedBits,
  weightAt,
  weightShift,
} from './flac-subframe';

// The difference of two 32-bit channels has 33 bits. Only this file keeps samples in 64 bits.
let far: usize = 0;

export function farCreate(maxFrames: i32): void {
  far = heap.alloc((<usize>maxFrames) << 3);
}

function setFar(frame: i32, sample: i64): void {
  store<i64>(far + ((<usize>frame) << 3), sample);
}

function farAt(frame: i32): i64 {
  return load<i64>(far + ((<usize>frame) << 3));
}

function readPredicted(plane: usize, frames: i32, type: i32): bool {
  const order = orderOf(type);
  if (order > frames) return false;
  for (let frame = 0; frame < order; frame++) setFar(frame, signed(sampleBits));
  if (type < 32) setFixedWeights(order);
  else if (!readWeights(order)) return false;
  if (!readResidual(plane, frames, order)) return false;
  for (let frame = order; frame < frames; frame++) {
    let sum: i64 = 0;
    for (let tap = 0; tap < order; tap++) sum += <i64>weightAt(tap) * farAt(frame - 1 - tap);
    setFar(frame, (sum >> <i64>weightShift()) + <i64>load<i32>(plane + ((<usize>frame) << 2)));
  }
  return true;
}

export function readFar(plane: usize, frames: i32): bool {
  const type = readType(33);
  if (type < 0) return false;
  if (sampleBits < 33) {
    if (!readSamples(plane, frames, type)) return false;
    for (let frame = 0; frame < frames; frame++)
      setFar(frame, (<i64>load<i32>(plane + ((<usize>frame) << 2))) << (<i64>wastedBits));
    return true;
  }
  if (type > 1) return readPredicted(plane, frames, type) && !isPastEnd();
  if (!hasBits(type === 0 ? 33 : <i64>frames * 33)) return false;
  const first = signed(33);
  setFar(0, first);
  for (let frame = 1; frame < frames; frame++) setFar(frame, type === 0 ? first : signed(33));
  return true;
}

/** Reconstructs left and right (RFC 9639, section 4.2); one of them contains the other subframe. */
export function joinFar(left: usize, right: usize, code: i32, frames: i32): void {
  for (let frame = 0; frame < frames; frame++) {
    const offset = (<usize>frame) << 2;
    const side = farAt(frame);
    if (code === 8) store<i32>(right + offset, <i32>(<i64>load<i32>(left + offset) - side));
    else if (code === 9) store<i32>(left + offset, <i32>(<i64>load<i32>(right + offset) + side));
    else {
      const other = <i64>load<i32>(left + offset) - (side >> 1);
      store<i32>(right + offset, <i32>other);
      store<i32>(left + offset, <i32>(other + side));
    }
  }
}
