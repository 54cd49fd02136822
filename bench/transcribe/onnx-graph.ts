import { bytes, float, int, message, text, type Field } from './protobuf.ts';

/** Element types of tensors (onnx.proto, TensorProto.DataType). */
const elementTypes = { float: 1, uint8: 2, int8: 3, int64: 7, bool: 9 } as const;
export type ElementType = keyof typeof elementTypes;

/** Dimensions of a tensor. A number is a fixed length, a name a dynamic one. */
export type Dims = readonly (number | string)[];
export type Port = { name: string; type: ElementType; dims: Dims };
type Attribute = number | { float: number } | readonly number[] | Graph;

/**
 * A graph with its weights, and its nodes in the order of execution. The branches of an `If` can use the values of the
 * outer graph.
 */
export type Graph = {
  /** Adds a node and returns the names of its outputs. They are generated unless `outputs` is given. */
  node(
    type: string,
    inputs: readonly string[],
    options?: { outputs?: readonly string[]; count?: number; attributes?: Record<string, Attribute> },
  ): string[];
  weight(
    name: string,
    type: ElementType,
    dims: readonly number[],
    data: ArrayBufferView<ArrayBuffer>,
  ): string;
  input(port: Port): string;
  output(port: Port): void;
  write(): Field[];
};

// Types of attributes (onnx.proto, AttributeProto.AttributeType).
const attributeTypes = { float: 1, int: 2, graph: 5, ints: 7 } as const;

function attribute(name: string, value: Attribute): Field {
  const typed = (type: keyof typeof attributeTypes, field: Field) =>
    message(5, [text(1, name), field, int(20, attributeTypes[type])]);
  if (typeof value === 'number') return typed('int', int(3, value));
  if ('float' in value) return typed('float', float(2, value.float));
  if ('write' in value) return typed('graph', message(6, value.write()));
  return typed(
    'ints',
    value.flatMap((one) => int(8, one)),
  );
}

const portField = (field: number, { name, type, dims }: Port): Field => {
  const shape = dims.map((dim) => message(1, [typeof dim === 'number' ? int(1, dim) : text(2, dim)]));
  const tensor = message(1, [int(1, elementTypes[type]), message(2, shape)]);
  return message(field, [text(1, name), message(2, [tensor])]);
};

/** Creates a graph. `name` is the prefix of its value names and must be unique in the model. */
export function createGraph(name: string): Graph {
  const nodes: Field[] = [];
  const weights: Field[] = [];
  const ports: Field[] = [];
  let made = 0;
  return {
    node(type, inputs, { outputs, count = 1, attributes = {} } = {}) {
      const names = outputs ?? Array.from({ length: count }, () => `${name}/${type}_${made++}`);
      nodes.push(
        message(1, [
          ...inputs.map((input) => text(1, input)),
          ...names.map((output) => text(2, output)),
          text(3, `${name}/node_${nodes.length}`),
          text(4, type),
          ...Object.entries(attributes).map(([key, value]) => attribute(key, value)),
        ]),
      );
      return [...names];
    },
    weight(weightName, type, dims, data) {
      const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const shape = dims.map((dim) => int(1, dim));
      weights.push(message(5, [...shape, int(2, elementTypes[type]), text(8, weightName), bytes(9, raw)]));
      return weightName;
    },
    input(port) {
      ports.push(portField(11, port));
      return port.name;
    },
    output: (port) => void ports.push(portField(12, port)),
    write: () => [...nodes, text(2, name), ...weights, ...ports],
  };
}

// The published exports are older. From opset 17 on LayerNormalization is one operation; the runtime fuses their
// operations into it.
const opset = 17;
const irVersion = 8;

/** Returns the model file (ModelProto) as parts in order. */
export const modelFile = (graph: Graph): Field =>
  [
    int(1, irVersion),
    text(2, 'wortlaut-bench'),
    message(7, graph.write()),
    message(8, [text(1, ''), int(2, opset)]),
  ].flat();
