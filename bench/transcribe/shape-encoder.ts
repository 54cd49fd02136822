import { createGraph, modelFile } from './onnx-graph.ts';
import type { Field } from './protobuf.ts';
import { createLayers, createWeightStore } from './shape-layers.ts';
import { soundPositions, type Shape } from './whisper-shape.ts';

/** Returns the file of the encoder: `input_features` [1, mel bins, 3000] → `last_hidden_state` [1, 1500, width]. */
export function encoderFile({ width, heads, encoderLayers, melBins }: Shape): Field {
  const graph = createGraph('encoder');
  const store = createWeightStore(graph, 'uint8');
  const { one, quantise, rescale, norm, gelu, forward, ...layers } = createLayers(graph, store, width, heads);
  graph.input({ name: 'input_features', type: 'float', dims: ['batch', melBins, 2 * soundPositions] });
  const convolve = (x: string, name: string, from: number, stride: number): string => {
    const weight = store.quantised(`${name}.weight`, [width, from, 3]);
    const [values, scale, zero] = quantise(x) as [string, string, string];
    const options = { kernel_shape: [3], pads: [1, 1], strides: [stride] };
    const sums = one('ConvInteger', [values, weight.values, zero, weight.zero], options);
    return gelu(
      one('Add', [rescale(sums, scale, weight.scale), store.floats(`${name}.bias`, [1, width, 1])]),
    );
  };
  const convolved = convolve(convolve('input_features', 'conv1', melBins, 1), 'conv2', width, 2);
  const positions = store.floats('embed_positions.weight', [soundPositions, width]);
  let x = one('Add', [one('Transpose', [convolved], { perm: [0, 2, 1] }), positions]);
  for (let layer = 0; layer < encoderLayers; layer++) {
    const name = `layers.${layer}`;
    const own = `${name}.self_attn`;
    const y = norm(x, `${name}.self_attn_layer_norm`);
    x = layers.attention(x, own, layers.queries(y, own), layers.keys(y, own), layers.values(y, own));
    x = forward(x, name);
  }
  graph.node('Identity', [norm(x, 'layer_norm')], { outputs: ['last_hidden_state'] });
  graph.output({ name: 'last_hidden_state', type: 'float', dims: ['batch', soundPositions, width] });
  return modelFile(graph);
}
