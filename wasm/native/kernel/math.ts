/** Returns `out + weight * x` for four numbers: fused (rounded once) in the module for browsers with relaxed SIMD. */
export function addMul(out: v128, weight: v128, x: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(weight, x, out);
  return f32x4.add(out, f32x4.mul(weight, x));
}

export function sum4(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) +
    f32x4.extract_lane(x, 1) +
    (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
  );
}

/** Adding and subtracting it rounds a number below 2^22 to an integer, whose bits are the lowest ones of the sum. */
const rounding: f32 = 12582912;

// In memory, because a loop loads a constant faster than it builds a vector.
const numbers: usize = memory.data<f32>([
  // 2^x for x from -0.5 to 0.5, relative error 7.5e-8: by Remez' exchange, highest power first.
  0.0013276471979478776,
  0.00967554133421605,
  0.05550713273542586,
  0.24022119723848476,
  0.6931469670647331,
  1.0000000716546822,
  // Limits of the exponent: products of three powers stay finite, and a sigmoid is 1 well before.
  40,
  -40,
  rounding,
  // -log2 e, twice that, and one.
  -1.4426950408889634,
  -2.8853900817779268,
  1,
]);

/** Returns 2^x of four numbers; x is limited to -40 to 40. */
function power4(x: v128): v128 {
  // This order of operands replaces NaN by a number, because NaN would stay in the LSTM cell forever.
  x = f32x4.pmax(v128.load32_splat(numbers, 28), f32x4.pmin(v128.load32_splat(numbers, 24), x));
  const shift = v128.load32_splat(numbers, 32);
  const shifted = f32x4.add(x, shift);
  const rest = f32x4.sub(x, f32x4.sub(shifted, shift));
  let power = addMul(v128.load32_splat(numbers, 4), v128.load32_splat(numbers), rest);
  power = addMul(v128.load32_splat(numbers, 8), power, rest);
  power = addMul(v128.load32_splat(numbers, 12), power, rest);
  power = addMul(v128.load32_splat(numbers, 16), power, rest);
  power = addMul(v128.load32_splat(numbers, 20), power, rest);
  return i32x4.add(power, i32x4.shl(shifted, 23));
}

export function expNeg4(x: v128): v128 {
  return power4(f32x4.mul(x, v128.load32_splat(numbers, 36)));
}

export function expNegTwice4(x: v128): v128 {
  return power4(f32x4.mul(x, v128.load32_splat(numbers, 40)));
}

export function one4(): v128 {
  return v128.load32_splat(numbers, 44);
}

export function sigmoid4(x: v128): v128 {
  return f32x4.div(one4(), f32x4.add(one4(), expNeg4(x)));
}
