import { zipHigh, zipLow } from '../kernel/transpose';

// Converts planes of integers to interleaved floats from -1 up to 1, and decodes stereo (RFC 9639, section 4.2).

export const leftSide: i32 = 8;
export const sideRight: i32 = 9;
export const midSide: i32 = 10;

function scaled(samples: v128, scale: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(samples), scale);
}

function storePair(out: usize, left: v128, right: v128, scale: v128): void {
  const a = scaled(left, scale);
  const b = scaled(right, scale);
  v128.store(out, zipLow(a, b));
  v128.store(out, zipHigh(a, b), 16);
}

/** Writes up to 3 frames beyond the end. */
function writeStereo(out: usize, first: usize, second: usize, frames: i32, code: i32, scale: v128): void {
  const end = first + ((<usize>frames) << 2);
  for (; first < end; first += 16, second += 16, out += 32) {
    const a = v128.load(first);
    const b = v128.load(second);
    if (code === midSide) {
      const right = i32x4.sub(a, i32x4.shr_s(b, 1));
      storePair(out, i32x4.add(right, b), right, scale);
    } else if (code === leftSide) storePair(out, a, i32x4.sub(a, b), scale);
    else if (code === sideRight) storePair(out, i32x4.add(a, b), b, scale);
    else storePair(out, a, b, scale);
  }
}

export function writeFrames(
  out: usize,
  planes: usize,
  planeBytes: usize,
  channels: i32,
  frames: i32,
  code: i32,
  sampleBits: i32,
): void {
  const factor = <f32>(1.0 / <f64>((<i64>1) << (<i64>(sampleBits - 1))));
  const scale = f32x4.splat(factor);
  if (channels === 2) {
    writeStereo(out, planes, planes + planeBytes, frames, code, scale);
    return;
  }
  if (channels === 1) {
    const end = planes + ((<usize>frames) << 2);
    for (; planes < end; planes += 16, out += 16) v128.store(out, scaled(v128.load(planes), scale));
    return;
  }
  for (let channel = 0; channel < channels; channel++, planes += planeBytes) {
    let to = out + ((<usize>channel) << 2);
    const end = planes + ((<usize>frames) << 2);
    for (let at = planes; at < end; at += 4, to += (<usize>channels) << 2)
      store<f32>(to, <f32>load<i32>(at) * factor);
  }
}
