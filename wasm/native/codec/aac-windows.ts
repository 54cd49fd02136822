// Rising halves of windows (ISO/IEC 14496-3 4.6.11.3.2). The first n / 2 values of a window are in order and the last n / 2 are
// reversed, because overlap-add runs from the outer end to the middle.

const long: i32 = 1024;
const short: i32 = 128;
export const shortHalf: i32 = short / 2;
/** Number of constant values (0 or 1) on either side of a frame's window with a short slope. */
export const flat: i32 = (long - short) / 2;
/** Offset from the first to the last values of a frame's window, bytes. */
export const longMirrored: usize = (long / 2) * 4;

const windowBytes: usize = long * 4;

/** Long and short slope of the sine window, then of the Kaiser-Bessel derived window. */
let windows: usize = 0;

/** Returns the address of a frame's window of 1,024. `shape`: 0 sine, 1 Kaiser-Bessel derived. */
export function frameWindow(shape: i32, isShort: bool): usize {
  return windows + <usize>(shape * 2 + i32(isShort)) * windowBytes;
}

/**
 * Returns the address of a short block's window of 128. Its last values are `longMirrored` bytes further, as for a
 * frame.
 */
export function shortWindow(shape: i32): usize {
  return frameWindow(shape, true) + ((<usize>flat) << 2);
}

function put(window: usize, skipped: i32, n: i32, size: i32, value: f64): void {
  const isFirst = n < size / 2;
  const at = window + ((<usize>(skipped + (isFirst ? n : size - 1 - n))) << 2);
  store<f32>(isFirst ? at : at + longMirrored, <f32>value);
}

function laySine(window: usize, skipped: i32, size: i32): void {
  const step = Math.PI / 2 / <f64>size;
  for (let n = 0; n < size; n++) put(window, skipped, n, size, Math.sin(step * (<f64>n + 0.5)));
}

/** Returns the modified Bessel function of the first kind, order 0, of 2 √`square`. */
function bessel(square: f64): f64 {
  let term: f64 = 1;
  let sum: f64 = 1;
  for (let k: f64 = 1; term > sum * 1e-17; k++) {
    term *= square / (k * k);
    sum += term;
  }
  return sum;
}

function kaiser(n: i32, size: i32, alpha: f64): f64 {
  const x = (<f64>n * 2) / <f64>size - 1;
  const half = (Math.PI * alpha) / 2;
  return bessel(half * half * (1 - x * x));
}

function layKaiserBessel(window: usize, skipped: i32, size: i32, alpha: f64): void {
  let whole: f64 = 0;
  for (let n = 0; n <= size; n++) whole += kaiser(n, size, alpha);
  let sum: f64 = 0;
  for (let n = 0; n < size; n++) {
    sum += kaiser(n, size, alpha);
    put(window, skipped, n, size, Math.sqrt(sum / whole));
  }
}

function layFlat(window: usize): void {
  memory.fill(window, 0, (<usize>flat) << 2);
  for (let n = 0; n < flat; n++) store<f32>(window + longMirrored + ((<usize>n) << 2), 1);
}

export function windowsCreate(): void {
  windows = heap.alloc(4 * windowBytes);
  laySine(frameWindow(0, false), 0, long);
  layKaiserBessel(frameWindow(1, false), 0, long, 4);
  layFlat(frameWindow(0, true));
  laySine(frameWindow(0, true), flat, short);
  layFlat(frameWindow(1, true));
  layKaiserBessel(frameWindow(1, true), flat, short, 6);
}
