/** Four natural exponentials; relative error below 3e-7 (a Taylor polynomial of degree 6 about the nearest power of two). */
export function exp4(x: v128): v128 {
  // In this order of operands what is not a number becomes one: a broken sample must not stay in the cell for ever.
  x = f32x4.pmax(f32x4.splat(-87), f32x4.pmin(f32x4.splat(87), x));
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.4426950408889634)));
  // ln 2 in two parts, so that the remainder keeps its digits.
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.0 / 720);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 120));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 24));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 6));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.5));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, exponent);
}

export function sigmoid4(x: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), exp4(f32x4.neg(x))));
}

export function tanh4(x: v128): v128 {
  return f32x4.sub(f32x4.mul(f32x4.splat(2), sigmoid4(f32x4.add(x, x))), f32x4.splat(1));
}

export function sum4(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) +
    f32x4.extract_lane(x, 1) +
    (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
  );
}

/** `out + weight * x`, four at a time: fused (rounded once) in the module for browsers with relaxed SIMD. */
export function addMul(out: v128, weight: v128, x: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(weight, x, out);
  return f32x4.add(out, f32x4.mul(weight, x));
}
