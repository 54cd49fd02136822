import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOrReload } from './reload.ts';

const kept = vi.hoisted(() => new Map<string, string>());
vi.mock('#web/lib/browser-storage.ts', () => ({
  sessionStore: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  },
}));
vi.mock('#web/parts/page/toasts.ts', () => ({ toasts: {} }));
vi.mock('#web/lib/log.ts', () => ({ log: { warn() {} } }));

// Test files share a process. Modules that were loaded with these doubles must not stay for other files.
afterAll(() => void vi.resetModules());

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
  kept.clear();
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = { load: () => new Promise<void>(() => {}) };

test('A router that is not ready within 3 s reloads the page, once in half a minute', async () => {
  void loadOrReload(never);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
  void loadOrReload(never);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('A router that is ready in time reloads nothing', async () => {
  await loadOrReload({ load: async () => {} });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
});
