import { addMul, expNeg4, expNegTwice4, one4, sum4 } from './math';

export const units: i32 = 128;

/** LSTM cell state c and hidden state h; `next` receives the new h while the old one is still read. */
let cell: usize = 0;
let output: usize = 0;
let next: usize = 0;

export function lstmCreate(): void {
  const bytes = (<usize>units) << 2;
  cell = heap.alloc(bytes);
  output = heap.alloc(bytes);
  next = heap.alloc(bytes);
  memory.fill(cell, 0, bytes);
  memory.fill(output, 0, bytes);
}

/**
 * Computes the new cell state and hidden state of four units. Sigmoid is 1 / (1 + e^-x), tanh is (1 - e^-2x) / (1 +
 * e^-2x): with common denominators two divisions are enough instead of five.
 */
function updateUnits(at: usize, input: v128, forget: v128, candidate: v128, out: v128): void {
  const one = one4();
  const i = f32x4.add(one, expNeg4(input));
  const f = f32x4.add(one, expNeg4(forget));
  const g = expNegTwice4(candidate);
  const taken = f32x4.mul(i, f32x4.add(one, g));
  const state = f32x4.div(
    addMul(f32x4.mul(f32x4.sub(one, g), f), v128.load(cell + at), taken),
    f32x4.mul(taken, f),
  );
  v128.store(cell + at, state);
  const o = f32x4.add(one, expNeg4(out));
  const c = expNegTwice4(state);
  v128.store(next + at, f32x4.div(f32x4.sub(one, c), f32x4.mul(o, f32x4.add(one, c))));
}

/**
 * Does one step of the LSTM. `gates` are the contributions of input and biases; `weights` are the recurrent weights.
 * Both are in blocks of eight units, each with the gates input, forget, candidate and output.
 */
export function lstmStep(gates: usize, weights: usize): void {
  const end = output + ((<usize>units) << 2);
  for (let unit = 0; unit < units; unit += 8) {
    let i0 = v128.load(gates);
    let i1 = v128.load(gates, 16);
    let f0 = v128.load(gates, 32);
    let f1 = v128.load(gates, 48);
    let g0 = v128.load(gates, 64);
    let g1 = v128.load(gates, 80);
    let o0 = v128.load(gates, 96);
    let o1 = v128.load(gates, 112);
    for (let from = output; from < end; from += 4) {
      const h = v128.load32_splat(from);
      i0 = addMul(i0, v128.load(weights), h);
      i1 = addMul(i1, v128.load(weights, 16), h);
      f0 = addMul(f0, v128.load(weights, 32), h);
      f1 = addMul(f1, v128.load(weights, 48), h);
      g0 = addMul(g0, v128.load(weights, 64), h);
      g1 = addMul(g1, v128.load(weights, 80), h);
      o0 = addMul(o0, v128.load(weights, 96), h);
      o1 = addMul(o1, v128.load(weights, 112), h);
      weights += 128;
    }
    const at = (<usize>unit) << 2;
    updateUnits(at, i0, f0, g0, o0);
    updateUnits(at + 16, i1, f1, g1, o1);
    gates += 128;
  }
  const old = output;
  output = next;
  next = old;
}

/** Returns the output layer: the weighted sum of the rectified hidden state, plus `bias`. */
export function lstmOutput(weights: usize, bias: f32): f32 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < (<usize>units) << 2; at += 16)
    sum = addMul(sum, v128.load(weights + at), f32x4.pmax(f32x4.splat(0), v128.load(output + at)));
  return sum4(sum) + bias;
}
