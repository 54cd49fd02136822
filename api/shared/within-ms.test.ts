import { expect, it } from 'vitest';
import { withinMs } from './within-ms.ts';

it('settles as work that ends in time does', async () => {
  expect(await withinMs(60_000, Promise.resolve('done'))).toBe('done');
  await expect(withinMs(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('resolves with null if the work takes longer', async () => {
  expect(await withinMs(1, new Promise(() => {}))).toBeNull();
});
