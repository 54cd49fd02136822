import { transformInput } from './winograd';
import { fourPowers, fourSpectra, fourSpectraCreate } from './four-spectra';
import { zipHigh, zipLow } from './transpose';

/** Number of samples of a frame with its context, and how many of them are reflected at its end. */
const frameSamples: usize = 576;
const reflected: usize = 64;
/** Distance between two transforms of 256 samples, bytes. */
const hopBytes: usize = 128 * 4;
const bits: i32 = 7;
const usedBins: i32 = 129;
/** Number of magnitudes in a row, including zeros after `usedBins`. */
export const bins: i32 = 132;

let padded: usize = 0;

export function spectrumCreate(twiddles: usize): void {
  fourSpectraCreate(twiddles);
  padded = heap.alloc((frameSamples + reflected) << 2);
}

/** Doubles the power of a bin, because `fourSpectra` gives the first and the last bin half the power of the others. */
function doubleEnd(at: usize): void {
  const power = v128.load(at);
  v128.store(at, f32x4.add(power, power));
}

/**
 * Computes the magnitudes of the four transforms of 576 samples whose end is reflected by 64. Writes them to `out` as
 * input of the Winograd convolution: `bins` values at each of its points, `stride` bytes apart. `window` (halved) and
 * `halves` are as for `fourSpectra`.
 */
export function spectrum(samples: usize, window: usize, halves: usize, out: usize, stride: usize): void {
  memory.copy(padded, samples, frameSamples << 2);
  const end = padded + (frameSamples << 2);
  for (let i: usize = 0; i < reflected; i++) store<f32>(end + (i << 2), load<f32>(end - ((i + 2) << 2)));
  fourSpectra(padded, hopBytes, window, halves, bits, usedBins);
  const powers = fourPowers();
  doubleEnd(powers);
  doubleEnd(powers + ((<usize>(usedBins - 1)) << 4));
  for (let k = 0; k < bins; k += 4) {
    const at = powers + ((<usize>k) << 4);
    const a = f32x4.sqrt(v128.load(at));
    const b = f32x4.sqrt(v128.load(at, 16));
    const c = f32x4.sqrt(v128.load(at, 32));
    const d = f32x4.sqrt(v128.load(at, 48));
    const ac = zipLow(a, c);
    const bd = zipLow(b, d);
    const acHigh = zipHigh(a, c);
    const bdHigh = zipHigh(b, d);
    const to = out + ((<usize>k) << 2);
    transformInput(
      zipLow(ac, bd),
      zipHigh(ac, bd),
      zipLow(acHigh, bdHigh),
      zipHigh(acHigh, bdHigh),
      to,
      stride,
    );
  }
}
