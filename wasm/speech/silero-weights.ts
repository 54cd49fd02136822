import { readFields, textOf, type Bytes } from './protobuf.ts';

/** f32 tensors in the shapes of PyTorch; gates in the order input, forget, candidate, output. */
export type SileroWeights = { readonly [name in keyof typeof shapes]: Float32Array };

/** Tensors of the 16 kHz branch. The 8 kHz branch has the same names, but other shapes. */
const shapes = {
  'stft.forward_basis_buffer': [258, 1, 256],
  'encoder.0.reparam_conv.weight': [128, 129, 3],
  'encoder.0.reparam_conv.bias': [128],
  'encoder.1.reparam_conv.weight': [64, 128, 3],
  'encoder.1.reparam_conv.bias': [64],
  'encoder.2.reparam_conv.weight': [64, 64, 3],
  'encoder.2.reparam_conv.bias': [64],
  'encoder.3.reparam_conv.weight': [128, 64, 3],
  'encoder.3.reparam_conv.bias': [128],
  'decoder.rnn.weight_ih': [512, 128],
  'decoder.rnn.weight_hh': [512, 128],
  'decoder.rnn.bias_ih': [512],
  'decoder.rnn.bias_hh': [512],
  'decoder.decoder.2.weight': [1, 128, 1],
  'decoder.decoder.2.bias': [1],
} as const;

// Field numbers of onnx.proto (ONNX, IR version 8).
const modelProto = { graph: 7 };
const graphProto = { node: 1 };
const nodeProto = { attribute: 5 };
const attributeProto = { tensor: 5, graph: 6 };
const tensorProto = { dims: 1, dataType: 2, name: 8, rawData: 9 };
const floatType = 1n;

type FoundTensor = { name: string; dims: number[]; isFloat: boolean; raw: Bytes | null };

function toTensor(bytes: Bytes): FoundTensor {
  const tensor: FoundTensor = { name: '', dims: [], isFloat: false, raw: null };
  for (const { field, value } of readFields(bytes)) {
    if (field === tensorProto.dims && typeof value === 'bigint') tensor.dims.push(Number(value));
    else if (field === tensorProto.dataType) tensor.isFloat = value === floatType;
    else if (field === tensorProto.name && typeof value !== 'bigint') tensor.name = textOf(value);
    else if (field === tensorProto.rawData && typeof value !== 'bigint') tensor.raw = value;
  }
  return tensor;
}

/** Yields the constants of a graph; each branch (a graph in an attribute of a node) separately. */
function* branchesOf(graph: Bytes): Generator<FoundTensor[]> {
  const own: FoundTensor[] = [];
  for (const node of children(graph, graphProto.node)) {
    for (const attribute of children(node, nodeProto.attribute)) {
      for (const tensor of children(attribute, attributeProto.tensor)) own.push(toTensor(tensor));
      for (const inner of children(attribute, attributeProto.graph)) yield* branchesOf(inner);
    }
  }
  yield own;
}

function* children(message: Bytes, wanted: number): Generator<Bytes> {
  for (const { field, value } of readFields(message))
    if (field === wanted && typeof value !== 'bigint') yield value;
}

const isShaped = (tensor: FoundTensor, shape: readonly number[]) =>
  tensor.isFloat &&
  tensor.dims.length === shape.length &&
  shape.every((length, axis) => length === tensor.dims[axis]);

/** Reads the 16 kHz weights from the bytes of `silero_vad_v5.onnx`; throws for another model. */
export function readSileroWeights(model: Uint8Array): SileroWeights {
  const names = Object.keys(shapes) as (keyof SileroWeights)[];
  let missing = 'a graph';
  for (const graph of children(model, modelProto.graph)) {
    for (const tensors of branchesOf(graph)) {
      const found = names.map((name) =>
        tensors.find((tensor) => tensor.name === name && isShaped(tensor, shapes[name])),
      );
      const absent = names.find((_, index) => !found[index]?.raw);
      if (!absent)
        return Object.fromEntries(
          names.map((name, i) => [name, toFloats(name, found[i]!.raw!)]),
        ) as SileroWeights;
      if (found.some(Boolean) || missing === 'a graph') missing = `${absent} [${shapes[absent].join(', ')}]`;
    }
  }
  throw new Error(`Not Silero VAD v5 for 16 kHz: ${missing} is missing.`);
}

function toFloats(name: keyof SileroWeights, raw: Bytes): Float32Array<ArrayBuffer> {
  const length = shapes[name].reduce((product: number, axis) => product * axis, 1);
  if (raw.length !== length * 4)
    throw new Error(`Not Silero VAD v5: ${name} has ${raw.length} bytes, not ${length * 4}.`);
  // Copied, because the file has no alignment; ONNX is little-endian, like all supported machines.
  return new Float32Array(Uint8Array.from(raw).buffer);
}
