import { afterEach, describe, expect, it, vi } from 'vitest';
import { saidRoom } from './said-room.ts';
import { heldLocks, holdLock, underLock } from './web-locks.ts';

afterEach(() => vi.unstubAllGlobals());

describe('without Web Locks', () => {
  it('each other tab counts as closed', async () => {
    vi.stubGlobal('navigator', {});
    using first = await holdLock('recording');
    using second = await holdLock('recording');
    expect([first, second]).not.toContain(null);
    expect(await heldLocks()).toEqual(new Set());
    expect(await underLock('probe', async () => 'done')).toBe('done');
  });
});

describe('the room that a browser states', () => {
  it('is what is left of its quota, and never less than none', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 10, usage: 4 }) } });
    expect(await saidRoom()).toBe(6);
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 0, usage: 4 }) } });
    expect(await saidRoom()).toBe(0);
  });

  it.each([
    ['rejects', { storage: { estimate: () => Promise.reject(new DOMException('broken', 'UnknownError')) } }],
    ['has no quota', { storage: { estimate: async () => ({}) } }],
    ['has no storage', {}],
  ])('is unknown where it %s', async (_what, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(await saidRoom()).toBeNull();
  });
});
