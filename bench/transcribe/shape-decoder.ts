import { createGraph, modelFile, type Graph, type Port } from './onnx-graph.ts';
import type { Field } from './protobuf.ts';
import { createLayers, createWeightStore, type WeightStore } from './shape-layers.ts';
import { headSize, textPositions, vocabularySize, type Shape } from './whisper-shape.ts';

const sides = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'] as const;
// Number that is added to the logit of the scripted token, so that it always wins. The softmax still depends on the
// other tokens.
const certainty = 14;

/**
 * Returns the file of the merged decoder: an `If` on `use_cache_branch` between the first pass and the later ones. The
 * first pass reads the prompt and computes keys and values of the sound. A later pass reads one token. As in the
 * published exports, the caller must not use what a later pass returns as keys of the sound. `script` holds, for each
 * position, the token whose logit is the highest whatever the sound is, so that a window takes the same steps in every run.
 */
export function decoderFile({ width, heads, decoderLayers }: Shape, script: readonly number[]): Field {
  const graph = createGraph('merged');
  const store = createWeightStore(graph, 'int8');
  const shape = { width, heads, decoderLayers };
  graph.input({ name: 'input_ids', type: 'int64', dims: ['batch', 'length'] });
  graph.input({ name: 'encoder_hidden_states', type: 'float', dims: ['batch', 'sound', width] });
  const cached = Array.from({ length: decoderLayers }, (_, layer) =>
    sides.map((side) => `${layer}.${side}`),
  ).flat();
  const cachePort = (prefix: string, name: string, length: string): Port => ({
    name: `${prefix}.${name}`,
    type: 'float',
    dims: ['batch', heads, length, headSize],
  });
  for (const name of cached) graph.input(cachePort('past_key_values', name, `past ${name}`));
  graph.input({ name: 'use_cache_branch', type: 'bool', dims: [1] });
  const outputs: Port[] = [
    { name: 'logits', type: 'float', dims: ['batch', 'length', vocabularySize] },
    ...cached.map((name) => cachePort('present', name, `present ${name}`)),
  ];
  const branch = (isCached: boolean) => branchOf({ shape, store, script, isCached, outputs });
  graph.node('If', ['use_cache_branch'], {
    outputs: outputs.map(({ name }) => name),
    attributes: { then_branch: branch(true), else_branch: branch(false) },
  });
  for (const output of outputs) graph.output(output);
  return modelFile(graph);
}

type BranchOptions = {
  shape: Pick<Shape, 'width' | 'heads' | 'decoderLayers'>;
  store: WeightStore;
  script: readonly number[];
  isCached: boolean;
  outputs: readonly Port[];
};

function branchOf({ shape, store, script, isCached, outputs }: BranchOptions): Graph {
  const { width, heads, decoderLayers } = shape;
  const prefix = isCached ? 'later' : 'first';
  const graph = createGraph(prefix);
  const { one, norm, multiply, forward, ...layers } = createLayers(graph, store, width, heads);
  const give = (name: string, value: string) =>
    graph.node('Identity', [value], { outputs: [`${prefix}/${name}`] });
  const lengthOf = (value: string, axis: number) =>
    one('Gather', [one('Shape', [value]), store.integers([axis])]);
  const scalar = (value: string) => one('Squeeze', [value, store.integers([0])]);
  const range = (from: string, to: string) =>
    one('Range', [scalar(from), scalar(to), scalar(store.integers([1]))]);

  const past = isCached ? lengthOf('past_key_values.0.decoder.key', 2) : store.integers([0]);
  const positions = range(past, one('Add', [past, lengthOf('input_ids', 1)]));
  const embedding = store.quantised('embed_tokens.weight', [vocabularySize, width]);
  const embedded = one('Gather', [embedding.values, 'input_ids'], { axis: 0 });
  let x = one('Add', [
    one('DequantizeLinear', [embedded, embedding.scale, embedding.zero]),
    one('Gather', [store.floats('embed_positions.weight', [textPositions, width]), positions]),
  ]);
  const later = one('Greater', [
    one('Unsqueeze', [positions, store.integers([0])]),
    one('Unsqueeze', [positions, store.integers([1])]),
  ]);
  const mask = isCached ? undefined : one('Where', [later, store.number(-10_000), store.number(0)]);

  for (let layer = 0; layer < decoderLayers; layer++) {
    const name = `layers.${layer}`;
    const [own, sound] = [`${name}.self_attn`, `${name}.encoder_attn`];
    const y = norm(x, `${name}.self_attn_layer_norm`);
    const grown = (side: 'key' | 'value', value: string) =>
      isCached ? one('Concat', [`past_key_values.${layer}.decoder.${side}`, value], { axis: 2 }) : value;
    const [k, v] = [grown('key', layers.keys(y, own)), grown('value', layers.values(y, own))];
    x = layers.attention(x, own, layers.queries(y, own), k, v, mask);
    const z = norm(x, `${name}.encoder_attn_layer_norm`);
    const ofSound = (side: 'key' | 'value') =>
      isCached
        ? `past_key_values.${layer}.encoder.${side}`
        : layers[side === 'key' ? 'keys' : 'values']('encoder_hidden_states', sound);
    const [soundKeys, soundValues] = [ofSound('key'), ofSound('value')];
    x = layers.attention(x, sound, layers.queries(z, sound), soundKeys, soundValues);
    x = forward(x, name);
    give(`present.${layer}.decoder.key`, k);
    give(`present.${layer}.decoder.value`, v);
    const unused = store.floats('nothing', [1, heads, 1, headSize]);
    give(`present.${layer}.encoder.key`, isCached ? unused : soundKeys);
    give(`present.${layer}.encoder.value`, isCached ? unused : soundValues);
  }

  const transposed = one('Transpose', [embedding.values], { perm: [1, 0] });
  const logits = multiply(norm(x, 'layer_norm'), { ...embedding, values: transposed });
  const following = one('Gather', [store.table('script', script), positions]);
  const boost = graph.weight(`${prefix}/boost`, 'float', [2], Float32Array.of(0, certainty));
  const forced = one('OneHot', [following, store.integers([vocabularySize]), boost]);
  give('logits', one('Add', [logits, forced]));
  for (const output of outputs) graph.output({ ...output, name: `${prefix}/${output.name}` });
  return graph;
}
