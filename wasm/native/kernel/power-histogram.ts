// Histograms of powers in steps of 0.5 dB, as wasm/dsp/histogram.ts: sums (f64), then counts (u32), by step.
const positions: i32 = 280;
const countsAt: usize = <usize>positions * 8;
export const histogramBytes: usize = <usize>positions * 12;
/**
 * Number of cells. A power's cell is its exponent and the first four bits of its mantissa. It covers 0.14 to 0.26 dB,
 * so that at most one edge lies within.
 */
const cells: i32 = 4096;

let edges: usize = 0;
/** Step of each cell's least power (u16). */
let begins: usize = 0;

/** Takes `edgeTable`, the lower edges of the 280 steps, then NaN, which no power reaches; f32. */
export function histogramsCreate(edgeTable: usize): void {
  edges = edgeTable;
  begins = heap.alloc(<usize>cells * 2);
  let position = 0;
  for (let cell = 0; cell < cells; cell++) {
    const power = reinterpret<f32>(cell << 19);
    if (power >= 0)
      while (position < positions - 1 && load<f32>(edges + ((<usize>(position + 1)) << 2)) <= power)
        position++;
    // NaN counts as nothing.
    store<u16>(begins + ((<usize>cell) << 1), power >= 0 ? position : 0);
  }
}

export function histogramsAlloc(count: i32): usize {
  const bytes = histogramBytes * <usize>count;
  const at = heap.alloc(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

export function histogramsAdd(histograms: usize, powers: usize, stride: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const power = load<f32>(powers);
    const begin = <usize>load<u16>(begins + ((<usize>((reinterpret<u32>(power) << 1) >> 20)) << 1));
    const position = begin + <usize>(power >= load<f32>(edges + (begin << 2), 4));
    const sum = histograms + (position << 3);
    store<f64>(sum, load<f64>(sum) + <f64>power);
    const tally = histograms + (position << 2);
    store<u32>(tally, load<u32>(tally, countsAt) + 1, countsAt);
    histograms += histogramBytes;
    powers += stride;
  }
}
