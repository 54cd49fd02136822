export let low: f32 = 0;
export let high: f32 = 0;

export function setRange(lowest: f32, highest: f32): void {
  low = lowest;
  high = highest;
}

/** Adds `count` samples to the range. NaN samples are ignored; a range of NaN stays NaN. */
export function widen(from: usize, count: i32): void {
  let a = f32x4.splat(low);
  let b = a;
  let c = a;
  let d = a;
  let e = f32x4.splat(high);
  let f = e;
  let g = e;
  let h = e;
  const whole = from + ((<usize>(count & ~15)) << 2);
  const end = from + ((<usize>count) << 2);
  for (; from < whole; from += 64) {
    const x = v128.load(from);
    const y = v128.load(from, 16);
    const z = v128.load(from, 32);
    const w = v128.load(from, 48);
    a = f32x4.pmin(a, x);
    e = f32x4.pmax(e, x);
    b = f32x4.pmin(b, y);
    f = f32x4.pmax(f, y);
    c = f32x4.pmin(c, z);
    g = f32x4.pmax(g, z);
    d = f32x4.pmin(d, w);
    h = f32x4.pmax(h, w);
  }
  a = f32x4.pmin(f32x4.pmin(a, b), f32x4.pmin(c, d));
  e = f32x4.pmax(f32x4.pmax(e, f), f32x4.pmax(g, h));
  for (; from < end; from += 4) {
    const x = v128.load32_splat(from);
    a = f32x4.pmin(a, x);
    e = f32x4.pmax(e, x);
  }
  a = f32x4.pmin(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  e = f32x4.pmax(e, v128.shuffle<f32>(e, e, 2, 3, 0, 1));
  a = f32x4.pmin(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2));
  e = f32x4.pmax(e, v128.shuffle<f32>(e, e, 1, 0, 3, 2));
  low = f32x4.extract_lane(a, 0);
  high = f32x4.extract_lane(e, 0);
}
