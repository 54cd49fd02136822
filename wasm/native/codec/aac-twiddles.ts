import { pointBytes } from '../kernel/four-transforms';

export const long: i32 = 1024;
export const short: i32 = 128;
/** Number of points of the FFTs: four of 128 make a long transform, one of 64 a short one. */
export const longPoints: i32 = long / 8;
export const shortPoints: usize = short / 2;

/** Twiddle factors of `transformFour`, up to 128 points. */
export let fftTwiddles: usize = 0;
/** Alternating vectors of four cosines and four sines. */
export let longTwiddles: usize = 0;
/** Alternating cosines and sines. */
export let shortTwiddles: usize = 0;
/** Angles 2 π k j / 512: vectors of four k, cosines and sines for j = 1, 2, 3. */
export let joinTwiddles: usize = 0;
/** Bit-reversed offsets of points in bytes (16 bit): of 128, then of 64. */
export let reversed: usize = 0;

function layFftTwiddles(): void {
  let at = fftTwiddles;
  for (let q = 4; q <= 32; q <<= 1)
    for (let k = 0; k < q; k++)
      for (let j = 1; j <= 3; j++, at += 8) {
        const angle = (Math.PI * <f64>(k * j)) / <f64>(2 * q);
        store<f32>(at, <f32>Math.cos(angle));
        store<f32>(at, <f32>Math.sin(angle), 4);
      }
}

function layReversed(at: usize, count: i32): void {
  for (let n = 0; n < count; n++) {
    let place = 0;
    for (let bit = 1, other = count >> 1; bit < count; bit <<= 1, other >>= 1) if (n & bit) place |= other;
    store<u16>(at + ((<usize>n) << 1), <u16>(<usize>place * pointBytes));
  }
}

/**
 * Writes the other twiddle factors. The long ones are scaled by √(2 / 2,048 / 32,768), the short ones by √(2 / 256 /
 * 32,768): these are square roots, because each value is multiplied twice.
 */
function layTwiddles(): void {
  for (let n = 0; n < long / 2; n++) {
    const angle = (Math.PI / <f64>long) * (<f64>n + 0.125);
    const at = longTwiddles + ((<usize>(n >> 2)) << 5) + ((<usize>(n & 3)) << 2);
    store<f32>(at, <f32>(Math.cos(angle) * Math.SQRT1_2 * 2 ** -12));
    store<f32>(at, <f32>(Math.sin(angle) * Math.SQRT1_2 * 2 ** -12), 16);
  }
  for (let n = 0; n < short / 2; n++) {
    const angle = (Math.PI / <f64>short) * (<f64>n + 0.125);
    const at = shortTwiddles + ((<usize>n) << 3);
    store<f32>(at, <f32>(Math.cos(angle) * 2 ** -11));
    store<f32>(at, <f32>(Math.sin(angle) * 2 ** -11), 4);
  }
  for (let k = 0; k < longPoints; k++)
    for (let j = 1; j <= 3; j++) {
      const angle = ((2 * Math.PI) / <f64>(long / 2)) * <f64>(k * j);
      const at = joinTwiddles + <usize>(k >> 2) * 96 + ((<usize>(k & 3)) << 2) + ((<usize>(j - 1)) << 5);
      store<f32>(at, <f32>Math.cos(angle));
      store<f32>(at, <f32>Math.sin(angle), 16);
    }
}

export function twiddlesCreate(): void {
  fftTwiddles = heap.alloc(60 * 24);
  longTwiddles = heap.alloc(long * 4);
  shortTwiddles = heap.alloc(short * 4);
  joinTwiddles = heap.alloc((longPoints / 4) * 96);
  reversed = heap.alloc((longPoints + short / 2) * 2);
  layFftTwiddles();
  layReversed(reversed, longPoints);
  layReversed(reversed + longPoints * 2, short / 2);
  layTwiddles();
}
