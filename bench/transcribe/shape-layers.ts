import { createRandom } from '../quality/degrade.ts';
import type { Graph } from './onnx-graph.ts';
import { headSize } from './whisper-shape.ts';

/** Building blocks of the graph. A value that several nodes read is quantised only once. */
export type Layers = ReturnType<typeof createLayers>;

/**
 * Creates the layers of Whisper after dynamic quantisation: weights of 8 bits, activations that are quantised for
 * matrix multiplications (DynamicQuantizeLinear, MatMulInteger), attention in floating point. `store` adds random
 * weights that are small enough to avoid overflow.
 */
export function createLayers(graph: Graph, store: WeightStore, width: number, heads: number) {
  const quantised = new Map<string, string[]>();
  const one = (type: string, inputs: readonly string[], attributes = {}) =>
    graph.node(type, inputs, { attributes })[0]!;

  const quantise = (x: string): string[] => {
    const known = quantised.get(x) ?? graph.node('DynamicQuantizeLinear', [x], { count: 3 });
    quantised.set(x, known);
    return known;
  };
  /** Returns floating-point values: sum × scale of the activation × scale of the weight. */
  const rescale = (sums: string, scale: string, weightScale: string): string =>
    one('Mul', [one('Cast', [sums], { to: 1 }), one('Mul', [scale, weightScale])]);

  const multiply = (x: string, weight: Quantised): string => {
    const [values, scale, zero] = quantise(x) as [string, string, string];
    return rescale(one('MatMulInteger', [values, weight.values, zero, weight.zero]), scale, weight.scale);
  };
  const linear = (x: string, name: string, from: number, to: number, hasBias = true): string => {
    const product = multiply(x, store.quantised(`${name}.weight`, [from, to]));
    return hasBias ? one('Add', [store.floats(`${name}.bias`, [to]), product]) : product;
  };
  const norm = (x: string, name: string): string =>
    one(
      'LayerNormalization',
      [x, store.ones(`${name}.weight`, width), store.floats(`${name}.bias`, [width])],
      {
        axis: -1,
        epsilon: { float: 1e-5 },
      },
    );
  const gelu = (x: string): string => {
    const error = one('Erf', [one('Div', [x, store.number(Math.SQRT2)])]);
    return one('Mul', [one('Mul', [x, one('Add', [error, store.number(1)])]), store.number(0.5)]);
  };
  const split = (x: string): string =>
    one('Transpose', [one('Reshape', [x, store.integers([0, -1, heads, headSize])])], { perm: [0, 2, 1, 3] });

  const attend = (queries: string, keys: string, values: string, mask?: string): string => {
    const scores = one('MatMul', [queries, one('Transpose', [keys], { perm: [0, 1, 3, 2] })]);
    const weights = one('Softmax', [mask ? one('Add', [scores, mask]) : scores], { axis: -1 });
    const heard = one('Transpose', [one('MatMul', [weights, values])], { perm: [0, 2, 1, 3] });
    return one('Reshape', [heard, store.integers([0, -1, width])]);
  };

  return {
    one,
    quantise,
    rescale,
    multiply,
    linear,
    norm,
    gelu,
    queries: (x: string, name: string) =>
      split(one('Mul', [linear(x, `${name}.q_proj`, width, width), store.number(headSize ** -0.5)])),
    keys: (x: string, name: string) => split(linear(x, `${name}.k_proj`, width, width, false)),
    values: (x: string, name: string) => split(linear(x, `${name}.v_proj`, width, width)),
    /** Attention with output projection and residual connection. */
    attention: (x: string, name: string, q: string, k: string, v: string, mask?: string) =>
      one('Add', [x, linear(attend(q, k, v, mask), `${name}.out_proj`, width, width)]),
    forward: (x: string, name: string) => {
      const inner = gelu(linear(norm(x, `${name}.final_layer_norm`), `${name}.fc1`, width, 4 * width));
      return one('Add', [x, linear(inner, `${name}.fc2`, 4 * width, width)]);
    },
  };
}

export type Quantised = { values: string; scale: string; zero: string };
export type WeightStore = ReturnType<typeof createWeightStore>;

// Uniform 8-bit values with this scale have a standard deviation of 0.02, like the published weights.
const weightScale = 0.02 / 73.6;

/** Stores random weights of a graph. Equal names share a weight, also between the branches of a decoder. */
export function createWeightStore(graph: Graph, type: 'uint8' | 'int8') {
  const random = createRandom(5);
  const known = new Set<string>();
  const once = (name: string, make: () => void): string => {
    if (!known.has(name)) make();
    known.add(name);
    return name;
  };
  const zeroOf = type === 'uint8' ? Uint8Array.of(128) : Int8Array.of(0);
  const randomBytes = (length: number) => {
    const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => random() * 2 ** 32);
    return new Uint8Array(words.buffer, 0, length);
  };
  const constant = (name: string, dims: number[], data: Float32Array<ArrayBuffer>) =>
    once(name, () => graph.weight(name, 'float', dims, data));
  return {
    quantised(name: string, dims: readonly number[]): Quantised {
      const length = dims.reduce((product, dim) => product * dim, 1);
      return {
        values: once(`${name}_quantized`, () =>
          graph.weight(`${name}_quantized`, type, dims, randomBytes(length)),
        ),
        scale: once(`${name}_scale`, () =>
          graph.weight(`${name}_scale`, 'float', [], Float32Array.of(weightScale)),
        ),
        zero: once(`${name}_zero_point`, () => graph.weight(`${name}_zero_point`, type, [], zeroOf)),
      };
    },
    floats(name: string, dims: number[]): string {
      const length = dims.reduce((product, dim) => product * dim, 1);
      return constant(
        name,
        dims,
        Float32Array.from({ length }, () => 0.04 * (random() - 0.5)),
      );
    },
    ones: (name: string, length: number) => constant(name, [length], new Float32Array(length).fill(1)),
    number: (value: number) => constant(`number_${value}`, [], Float32Array.of(value)),
    integers(values: readonly number[]): string {
      const name = `integers_${values.join('_')}`;
      const data = BigInt64Array.from(values, BigInt);
      return once(name, () => graph.weight(name, 'int64', [values.length], data));
    },
    table: (name: string, values: readonly number[]) =>
      once(name, () => graph.weight(name, 'int64', [values.length], BigInt64Array.from(values, BigInt))),
  };
}
