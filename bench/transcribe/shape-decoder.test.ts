import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { decoderFile } from './shape-decoder.ts';
import { headSize, textPositions } from './whisper-shape.ts';

it('writes its script token by token, with the keys that a decoder keeps, whatever it hears', async () => {
  const shape = { width: 2 * headSize, heads: 2, encoderLayers: 1, decoderLayers: 1, melBins: 80 };
  const script = Array.from({ length: textPositions }, (_, position) => (position * 101) % 50_000);
  const session = await InferenceSession.create(Buffer.concat(decoderFile(shape, script)));
  const float = (dims: number[]) =>
    new Tensor('float32', new Float32Array(dims.reduce((a, b) => a * b)).fill(0.1), dims);
  const ids = (...values: number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const nothing = float([1, 2, 0, headSize]);
  const feeds: Record<string, Tensor> = {
    input_ids: ids(1, 2, 3),
    encoder_hidden_states: float([1, 4, shape.width]),
    'past_key_values.0.decoder.key': nothing,
    'past_key_values.0.decoder.value': nothing,
    'past_key_values.0.encoder.key': nothing,
    'past_key_values.0.encoder.value': nothing,
    use_cache_branch: new Tensor('bool', Uint8Array.of(0), [1]),
  };
  const lastOf = ({ logits }: Record<string, Tensor>) => {
    const row = (logits!.data as Float32Array).subarray(-logits!.dims[2]!);
    return row.reduce((best, logit, id) => (logit > row[best]! ? id : best), 0);
  };
  const first = (await session.run(feeds)) as Record<string, Tensor>;
  expect(lastOf(first)).toBe(script[2]);
  expect(first['present.0.encoder.key']!.dims).toEqual([1, 2, 4, headSize]);
  for (const name of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
    feeds[`past_key_values.0.${name}`] = first[`present.0.${name}`]!;
  feeds['use_cache_branch'] = new Tensor('bool', Uint8Array.of(1), [1]);
  feeds['input_ids'] = ids(7);
  const later = (await session.run(feeds)) as Record<string, Tensor>;
  expect(lastOf(later)).toBe(script[3]);
  expect(later['present.0.decoder.key']!.dims).toEqual([1, 2, 4, headSize]);
});
