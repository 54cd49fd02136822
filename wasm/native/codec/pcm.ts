let input: usize = 0;
let output: usize = 0;

export function pcmCreate(maxBytes: i32, maxSamples: i32): void {
  // Vectors may exceed the last sample.
  input = heap.alloc(<usize>maxBytes + 64);
  output = heap.alloc(((<usize>maxSamples) << 2) + 64);
}

export function pcmIn(): usize {
  return input;
}

/** Returns the address of the samples, from −1 up to 1. */
export function pcmOut(): usize {
  return output;
}

function put(to: usize, integers: v128, scale: v128): void {
  v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(integers), scale));
}

/** Converts unsigned samples, whose zero is 128. */
export function pcmFromU8(count: i32): void {
  const scale = f32x4.splat(1.0 / 128);
  const zero = i16x8.splat(128);
  let from = input;
  const end = input + <usize>count;
  let to = output;
  while (from < end) {
    const eight = i16x8.sub(v128.load8x8_u(from), zero);
    put(to, i32x4.extend_low_i16x8_s(eight), scale);
    put(to + 16, i32x4.extend_high_i16x8_s(eight), scale);
    from += 8;
    to += 32;
  }
}

export function pcmFromS16(count: i32): void {
  const scale = f32x4.splat(1.0 / 32768);
  let from = input;
  const end = input + ((<usize>count) << 1);
  let to = output;
  while (from < end) {
    put(to, v128.load16x4_s(from), scale);
    put(to + 16, v128.load16x4_s(from, 8), scale);
    from += 16;
    to += 32;
  }
}

export function pcmFromS24(count: i32): void {
  // Three bytes become the upper ones of four, which keeps the sign.
  const scale = f32x4.splat(1.0 / 2147483648.0);
  const zero = i32x4.splat(0);
  let from = input;
  const end = input + <usize>count * 3;
  let to = output;
  while (from < end) {
    const four = v128.load(from);
    put(to, v128.shuffle<u8>(four, zero, 16, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11), scale);
    from += 12;
    to += 16;
  }
}

export function pcmFromS32(count: i32): void {
  const scale = f32x4.splat(1.0 / 2147483648.0);
  let from = input;
  const end = input + ((<usize>count) << 2);
  let to = output;
  while (from < end) {
    put(to, v128.load(from), scale);
    from += 16;
    to += 16;
  }
}

export function pcmFromF32(count: i32): void {
  memory.copy(output, input, (<usize>count) << 2);
}

export function pcmFromF64(count: i32): void {
  let from = input;
  const end = input + ((<usize>count) << 3);
  let to = output;
  while (from < end) {
    const low = f32x4.demote_f64x2_zero(v128.load(from));
    const high = f32x4.demote_f64x2_zero(v128.load(from, 16));
    v128.store(to, v128.shuffle<f32>(low, high, 0, 1, 4, 5));
    from += 32;
    to += 16;
  }
}
