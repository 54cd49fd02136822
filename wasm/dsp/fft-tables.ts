import { hannOf } from './fft.ts';

/**
 * Returns the Hann window for the kernel's `fourSpectra`. It includes the factors of all bins but the first and last:
 * half for even and odd parts of the spectrum, twice the power for negative frequencies, and the scale of `createFft`.
 */
export function kernelWindow(size: number): Float32Array<ArrayBuffer> {
  const { window, scale } = hannOf(size);
  return Float32Array.from(window, (value) => value * 0.5 * Math.sqrt(2 * scale));
}

/**
 * Returns cosine and sine of 2 π k / size up to a quarter of the size. With them the spectrum of real samples is
 * separated from that of the complex points into which they are packed.
 */
export const kernelHalves = (size: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: size / 2 + 2 }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / size;
    return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  });

/**
 * Returns the factors of the kernel's transforms: for q = 4, 8, 16 … 128 and k below q, cosine and sine of 2 π k j / (4
 * q) for j = 1, 2, 3.
 */
export function kernelTwiddles(): Float32Array<ArrayBuffer> {
  const twiddles: number[] = [];
  for (let q = 4; q <= 128; q *= 2)
    for (let k = 0; k < q; k++)
      for (const j of [1, 2, 3]) {
        const angle = (2 * Math.PI * k * j) / (4 * q);
        twiddles.push(Math.cos(angle), Math.sin(angle));
      }
  return Float32Array.from(twiddles);
}
