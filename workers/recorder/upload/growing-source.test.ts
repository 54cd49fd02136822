import { expect, it } from 'vitest';
import { createGrowingSource } from './growing-source.ts';

function growing() {
  const file = { bytes: 0, read: async () => new Uint8Array(0) };
  const source = createGrowingSource(file);
  return {
    source,
    grow(bytes: number) {
      file.bytes = bytes;
      source.grew();
    },
  };
}

const isSettled = async (promise: Promise<void>) => {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => {},
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

const never = new AbortController().signal;

it('who waits for more is woken by the next byte, not before', async () => {
  const { source, grow } = growing();
  const more = source.more(100, never);
  grow(100);
  expect(await isSettled(more)).toBe(false);
  grow(101);
  expect(await isSettled(more)).toBe(true);
  expect(await isSettled(source.more(100, never))).toBe(true);
});

it('the end wakes all who wait', async () => {
  const { source } = growing();
  const waits = [source.more(0, never), source.more(1_000, never)];
  source.finalise();
  await Promise.all(waits);
  expect(source.isFinal()).toBe(true);
});

it('a wait ends with its signal', async () => {
  const { source } = growing();
  const controller = new AbortController();
  const more = source.more(0, controller.signal);
  controller.abort(new Error('enough'));
  await expect(more).rejects.toThrow('enough');
  await expect(source.more(0, controller.signal)).rejects.toThrow('enough');
});
