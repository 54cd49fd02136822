/** Adds the halves of a vector of four samples, in double precision. */
export function wide(x: v128): v128 {
  return f64x2.add(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(v128.shuffle<i64>(x, x, 1, 0)));
}

function bothLanes(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

export function sumOf(from: usize, count: i32): f64 {
  let a = f64x2.splat(0);
  let b = a;
  const end = from + ((<usize>count) << 2);
  for (; from + 32 <= end; from += 32) {
    a = f64x2.add(a, wide(v128.load(from)));
    b = f64x2.add(b, wide(v128.load(from, 16)));
  }
  let sum = bothLanes(f64x2.add(a, b));
  for (; from < end; from += 4) sum += load<f32>(from);
  return sum;
}
