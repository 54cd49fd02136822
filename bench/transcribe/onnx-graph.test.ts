import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { createGraph, modelFile } from './onnx-graph.ts';
import { int } from './protobuf.ts';

const fileOf = (graph: ReturnType<typeof createGraph>) => Buffer.concat(modelFile(graph));

it('writes numbers as the format says (protobuf.dev, Encoding)', () => {
  expect(Buffer.concat(int(1, 150)).toString('hex')).toBe('089601');
  expect(Buffer.concat(int(2, -1)).toString('hex')).toBe('10ffffffffffffffffff01');
});

it('makes graphs that the runtime computes, branches and weights of the graph around them included', async () => {
  const graph = createGraph('whole');
  graph.input({ name: 'x', type: 'float', dims: ['length'] });
  graph.input({ name: 'isDoubled', type: 'bool', dims: [1] });
  graph.weight('two', 'float', [], Float32Array.of(2));
  const branch = (name: string, type: string) => {
    const inner = createGraph(name);
    inner.node(type, ['x', 'two'], { outputs: [`${name}/y`] });
    inner.output({ name: `${name}/y`, type: 'float', dims: ['length'] });
    return inner;
  };
  const attributes = { then_branch: branch('then', 'Mul'), else_branch: branch('else', 'Add') };
  graph.node('If', ['isDoubled'], { outputs: ['y'], attributes });
  graph.output({ name: 'y', type: 'float', dims: ['length'] });
  const session = await InferenceSession.create(fileOf(graph));
  const run = async (isDoubled: number) => {
    const feeds = {
      x: new Tensor('float32', Float32Array.of(1, 5), [2]),
      isDoubled: new Tensor('bool', Uint8Array.of(isDoubled), [1]),
    };
    return Array.from((await session.run(feeds))['y']!.data as Float32Array);
  };
  expect(await run(1)).toEqual([2, 10]);
  expect(await run(0)).toEqual([3, 7]);
});
