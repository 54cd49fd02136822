// These functions replace the residual at `at` … `end` by predicted samples, in place. The warm-up samples lie before
// it.

/**
 * Undoes fixed prediction (RFC 9639, section 9.2.5): sums up differences of order 0 to 4. Overflow of 32 bits on the
 * way cancels out.
 */
export function restoreFixed(at: usize, end: usize, order: i32): void {
  if (order === 0) return;
  let a = load<i32>(at - 4);
  const before = order > 1 ? load<i32>(at - 8) : 0;
  const third = order > 2 ? load<i32>(at - 12) : 0;
  const fourth = order > 3 ? load<i32>(at - 16) : 0;
  let b = a - before;
  let c = b - (before - third);
  let d = c - (before - third - (third - fourth));
  if (order === 1)
    for (; at < end; at += 4) {
      a += load<i32>(at);
      store<i32>(at, a);
    }
  else if (order === 2)
    for (; at < end; at += 4) {
      b += load<i32>(at);
      a += b;
      store<i32>(at, a);
    }
  else if (order === 3)
    for (; at < end; at += 4) {
      c += load<i32>(at);
      b += c;
      a += b;
      store<i32>(at, a);
    }
  else
    for (; at < end; at += 4) {
      d += load<i32>(at);
      c += d;
      b += c;
      a += b;
      store<i32>(at, a);
    }
}

/** Shifts the sums of the next 4 outputs by one and appends `next`. */
function moved(sums: v128, next: v128): v128 {
  return v128.shuffle<i32>(sums, next, 1, 2, 3, 4);
}

function everywhere(sample: v128): v128 {
  return v128.shuffle<i32>(sample, sample, 0, 0, 0, 0);
}

function added(sums: v128, weights: v128, sample: v128): v128 {
  return i32x4.add(sums, i32x4.mul(weights, sample));
}

// Each sample is added, weighted, to the sums of the next outputs, all in registers. The step from one sample to the next takes a
// shift, two additions and one multiplication for every order. `warm` is the first warm-up sample: these outputs are known.

function restore4(warm: usize, at: usize, end: usize, weights: usize, shift: i32): void {
  const w0 = v128.load(weights);
  const none = i32x4.splat(0);
  let s0 = none;
  for (; warm < at; warm += 4) s0 = added(moved(s0, none), w0, v128.load32_splat(warm));
  for (; at < end; at += 4) {
    const out = i32x4.add(i32x4.shr_s(s0, shift), v128.load32_zero(at));
    v128.store_lane<i32>(at, out, 0);
    s0 = added(moved(s0, none), w0, everywhere(out));
  }
}

function restore8(warm: usize, at: usize, end: usize, weights: usize, shift: i32): void {
  const w0 = v128.load(weights);
  const w1 = v128.load(weights, 16);
  const none = i32x4.splat(0);
  let s0 = none;
  let s1 = none;
  for (; warm < at; warm += 4) {
    const sample = v128.load32_splat(warm);
    s0 = added(moved(s0, s1), w0, sample);
    s1 = added(moved(s1, none), w1, sample);
  }
  for (; at < end; at += 4) {
    const out = i32x4.add(i32x4.shr_s(s0, shift), v128.load32_zero(at));
    v128.store_lane<i32>(at, out, 0);
    const sample = everywhere(out);
    s0 = added(moved(s0, s1), w0, sample);
    s1 = added(moved(s1, none), w1, sample);
  }
}

function restore12(warm: usize, at: usize, end: usize, weights: usize, shift: i32): void {
  const w0 = v128.load(weights);
  const w1 = v128.load(weights, 16);
  const w2 = v128.load(weights, 32);
  const none = i32x4.splat(0);
  let s0 = none;
  let s1 = none;
  let s2 = none;
  for (; warm < at; warm += 4) {
    const sample = v128.load32_splat(warm);
    s0 = added(moved(s0, s1), w0, sample);
    s1 = added(moved(s1, s2), w1, sample);
    s2 = added(moved(s2, none), w2, sample);
  }
  for (; at < end; at += 4) {
    const out = i32x4.add(i32x4.shr_s(s0, shift), v128.load32_zero(at));
    v128.store_lane<i32>(at, out, 0);
    const sample = everywhere(out);
    s0 = added(moved(s0, s1), w0, sample);
    s1 = added(moved(s1, s2), w1, sample);
    s2 = added(moved(s2, none), w2, sample);
  }
}

function restore32(warm: usize, at: usize, end: usize, weights: usize, shift: i32): void {
  const none = i32x4.splat(0);
  let s0 = none;
  let s1 = none;
  let s2 = none;
  let s3 = none;
  let s4 = none;
  let s5 = none;
  let s6 = none;
  let s7 = none;
  for (; warm < end; warm += 4) {
    let sample: v128;
    if (warm < at) sample = v128.load32_splat(warm);
    else {
      const out = i32x4.add(i32x4.shr_s(s0, shift), v128.load32_zero(warm));
      v128.store_lane<i32>(warm, out, 0);
      sample = everywhere(out);
    }
    s0 = added(moved(s0, s1), v128.load(weights), sample);
    s1 = added(moved(s1, s2), v128.load(weights, 16), sample);
    s2 = added(moved(s2, s3), v128.load(weights, 32), sample);
    s3 = added(moved(s3, s4), v128.load(weights, 48), sample);
    s4 = added(moved(s4, s5), v128.load(weights, 64), sample);
    s5 = added(moved(s5, s6), v128.load(weights, 80), sample);
    s6 = added(moved(s6, s7), v128.load(weights, 96), sample);
    s7 = added(moved(s7, none), v128.load(weights, 112), sample);
  }
}

/**
 * Undoes linear prediction whose sums fit 32 bits (RFC 9639, section 9.2.6). `weights`: 32 of i32, zeros after `order`.
 */
export function restoreLinear(at: usize, end: usize, weights: usize, order: i32, shift: i32): void {
  const warm = at - ((<usize>order) << 2);
  if (order <= 4) restore4(warm, at, end, weights, shift);
  else if (order <= 8) restore8(warm, at, end, weights, shift);
  else if (order <= 12) restore12(warm, at, end, weights, shift);
  else restore32(warm, at, end, weights, shift);
}

/** Undoes linear prediction with sums of 64 bits, for high bit depths. */
export function restoreWide(at: usize, end: usize, weights: usize, order: i32, shift: i32): void {
  const last = (<usize>order) << 2;
  for (; at < end; at += 4) {
    let sum: i64 = 0;
    for (let tap: usize = 0; tap < last; tap += 4)
      sum += <i64>load<i32>(weights + tap) * <i64>load<i32>(at - tap - 4);
    store<i32>(at, load<i32>(at) + <i32>(sum >> <i64>shift));
  }
}
