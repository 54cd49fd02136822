import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatchdog } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

describe('a watchdog', () => {
  it('lets work through that ends in time, whichever way', async () => {
    using dog = createWatchdog(1_000, () => new Error('stuck'));
    expect(await dog.guard(Promise.resolve(7))).toBe(7);
    await expect(dog.guard(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('ends a wait in which nothing happens', async () => {
    using dog = createWatchdog(1_000, () => new Error('stuck'));
    const outcome = dog.guard(never()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual(new Error('stuck'));
  });

  it('waits on as long as it is fed', async () => {
    using dog = createWatchdog(1_000, () => new Error('stuck'));
    const { promise, resolve } = Promise.withResolvers<string>();
    const guarded = dog.guard(promise);
    for (let i = 0; i < 10; i++) {
      await vi.advanceTimersByTimeAsync(900);
      dog.feed();
    }
    resolve('done');
    expect(await guarded).toBe('done');
  });

  it('leaves no timer behind', () => {
    createWatchdog(1_000, () => new Error('stuck'))[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});
