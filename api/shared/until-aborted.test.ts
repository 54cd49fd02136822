import { expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<never>(() => {});

it('gives what the work gives, while nobody aborts it', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(3), signal)).toBe(3);
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

it('rejects with the reason of an abort, before and during the work', async () => {
  const stop = new AbortController();
  const waiting = untilAborted(never, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(untilAborted(never, stop.signal)).rejects.toThrow('enough');
});

it('leaves no listener on a signal that lives on', async () => {
  const { signal } = new AbortController();
  const added = new Set<unknown>();
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (...parts: Parameters<typeof add>) => (
    added.add(parts[1]),
    add.apply(signal, parts)
  );
  signal.removeEventListener = (...parts: Parameters<typeof remove>) => (
    added.delete(parts[1]),
    remove.apply(signal, parts)
  );
  await untilAborted(Promise.resolve(), signal);
  expect(added.size).toBe(0);
});
