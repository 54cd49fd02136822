import { addMul } from './math';

// Four complex FFTs in SIMD lanes: lane t of every vector belongs to the t-th. Decimation in time, radix 4, with a first stage of
// radix 8 for odd powers of two.
/** One complex vector: four real parts, then four imaginary parts. */
export const pointBytes: usize = 32;
const twiddleBytes: usize = 24;

/**
 * Does the radix-4 butterfly of points 0, 2, 1 and 3 modulo 4, whose factors are applied already. The results are
 * `offset` bytes apart.
 */
function storeFour(
  at: usize,
  offset: usize,
  aRe: v128,
  aIm: v128,
  bRe: v128,
  bIm: v128,
  cRe: v128,
  cIm: v128,
  dRe: v128,
  dIm: v128,
): void {
  const sumRe = f32x4.add(aRe, bRe);
  const sumIm = f32x4.add(aIm, bIm);
  const difRe = f32x4.sub(aRe, bRe);
  const difIm = f32x4.sub(aIm, bIm);
  const sum2Re = f32x4.add(cRe, dRe);
  const sum2Im = f32x4.add(cIm, dIm);
  const dif2Re = f32x4.sub(cRe, dRe);
  const dif2Im = f32x4.sub(cIm, dIm);
  v128.store(at, f32x4.add(sumRe, sum2Re));
  v128.store(at, f32x4.add(sumIm, sum2Im), 16);
  at += offset;
  v128.store(at, f32x4.add(difRe, dif2Im));
  v128.store(at, f32x4.sub(difIm, dif2Re), 16);
  at += offset;
  v128.store(at, f32x4.sub(sumRe, sum2Re));
  v128.store(at, f32x4.sub(sumIm, sum2Im), 16);
  at += offset;
  v128.store(at, f32x4.sub(difRe, dif2Im));
  v128.store(at, f32x4.add(difIm, dif2Re), 16);
}

/** Does a first stage of radix 4: all factors are 1. */
function beginWithFours(points: usize, half: i32): void {
  const end = points + <usize>half * pointBytes;
  for (let at = points; at < end; at += pointBytes * 4)
    storeFour(
      at,
      pointBytes,
      v128.load(at),
      v128.load(at, 16),
      v128.load(at, 32),
      v128.load(at, 48),
      v128.load(at, 64),
      v128.load(at, 80),
      v128.load(at, 96),
      v128.load(at, 112),
    );
}

/** Does a first stage of radix 8: four pairs, then a radix-4 butterfly. */
function beginWithEights(points: usize, half: i32): void {
  const end = points + <usize>half * pointBytes;
  const root = f32x4.splat(0.7071067811865476);
  for (let at = points; at < end; at += pointBytes * 8) {
    let re = v128.load(at);
    let im = v128.load(at, 16);
    let re2 = v128.load(at, 32);
    let im2 = v128.load(at, 48);
    const aRe = f32x4.add(re, re2);
    const aIm = f32x4.add(im, im2);
    const a2Re = f32x4.sub(re, re2);
    const a2Im = f32x4.sub(im, im2);
    re = v128.load(at, 64);
    im = v128.load(at, 80);
    re2 = v128.load(at, 96);
    im2 = v128.load(at, 112);
    const bRe = f32x4.add(re, re2);
    const bIm = f32x4.add(im, im2);
    const b2Re = f32x4.sub(re, re2);
    const b2Im = f32x4.sub(im, im2);
    re = v128.load(at, 128);
    im = v128.load(at, 144);
    re2 = v128.load(at, 160);
    im2 = v128.load(at, 176);
    const cRe = f32x4.add(re, re2);
    const cIm = f32x4.add(im, im2);
    const c2Re = f32x4.mul(root, f32x4.sub(re, re2));
    const c2Im = f32x4.mul(root, f32x4.sub(im, im2));
    re = v128.load(at, 192);
    im = v128.load(at, 208);
    re2 = v128.load(at, 224);
    im2 = v128.load(at, 240);
    const dRe = f32x4.add(re, re2);
    const dIm = f32x4.add(im, im2);
    const d2Re = f32x4.mul(root, f32x4.sub(re, re2));
    const d2Im = f32x4.mul(root, f32x4.sub(im, im2));
    storeFour(at, pointBytes * 2, aRe, aIm, bRe, bIm, cRe, cIm, dRe, dIm);
    // The second of each pair, rotated by a quarter, an eighth, three eighths.
    storeFour(
      at + pointBytes,
      pointBytes * 2,
      a2Re,
      a2Im,
      b2Im,
      f32x4.neg(b2Re),
      f32x4.add(c2Re, c2Im),
      f32x4.sub(c2Im, c2Re),
      f32x4.sub(d2Im, d2Re),
      f32x4.neg(f32x4.add(d2Re, d2Im)),
    );
  }
}

/**
 * Does a radix-4 stage over all `half` points: combines four spectra of `q` points (of points 0, 2, 1 and 3 modulo 4,
 * in bit-reversed order) to one of `4 q`.
 */
function join(points: usize, twiddles: usize, q: i32, half: i32): void {
  const offset = <usize>q * pointBytes;
  const end = points + <usize>half * pointBytes;
  let twiddle = twiddles + <usize>(q - 4) * twiddleBytes;
  for (let k = 0; k < q; k++, twiddle += twiddleBytes) {
    const cos1 = v128.load32_splat(twiddle);
    const sin1 = v128.load32_splat(twiddle, 4);
    const cos2 = v128.load32_splat(twiddle, 8);
    const sin2 = v128.load32_splat(twiddle, 12);
    const cos3 = v128.load32_splat(twiddle, 16);
    const sin3 = v128.load32_splat(twiddle, 20);
    for (let a = points + <usize>k * pointBytes; a < end; a += offset * 4) {
      const b = a + offset;
      const c = b + offset;
      const d = c + offset;
      let re = v128.load(b);
      let im = v128.load(b, 16);
      const bRe = addMul(f32x4.mul(re, cos2), im, sin2);
      const bIm = f32x4.sub(f32x4.mul(im, cos2), f32x4.mul(re, sin2));
      re = v128.load(c);
      im = v128.load(c, 16);
      const cRe = addMul(f32x4.mul(re, cos1), im, sin1);
      const cIm = f32x4.sub(f32x4.mul(im, cos1), f32x4.mul(re, sin1));
      re = v128.load(d);
      im = v128.load(d, 16);
      const dRe = addMul(f32x4.mul(re, cos3), im, sin3);
      const dIm = f32x4.sub(f32x4.mul(im, cos3), f32x4.mul(re, sin3));
      storeFour(a, offset, v128.load(a), v128.load(a, 16), bRe, bIm, cRe, cIm, dRe, dIm);
    }
  }
}

/**
 * Transforms `half` points (a power of two, at least 64) in place; they lie in bit-reversed order. `twiddles`: for q = 4, 8, 16 …
 * and k below q the cosine and sine of 2 π k j / (4 q), for j = 1, 2, 3.
 */
export function transformFour(points: usize, twiddles: usize, half: i32): void {
  const isOdd = ctz(half) & 1;
  if (isOdd) beginWithEights(points, half);
  else beginWithFours(points, half);
  for (let q = isOdd ? 8 : 4; q < half; q <<= 2) join(points, twiddles, q, half);
}
