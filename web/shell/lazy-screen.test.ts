import { beforeEach, expect, test, vi } from 'vitest';
import { setTimings } from '#web/lib/time.ts';
import { lazyRouteComponent } from './lazy-screen.ts';

const recording = vi.hoisted(() => ({ isUnsafe: false }));
vi.mock('#web/features/recording/index.ts', () => ({ isRecordingUnsafe: () => recording.isUnsafe }));

let tries: number;
/** A screen that cannot be loaded the first two times. */
const load = async () => {
  tries++;
  if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
  return { Screen: () => null };
};

beforeEach(() => {
  tries = 0;
  return setTimings({ networkCheckMs: 1 });
});

test('A screen that does not load is tried again during a recording; otherwise the router is told', async () => {
  recording.isUnsafe = false;
  await lazyRouteComponent(load, 'Screen').preload?.();
  expect(tries).toBe(1);
  tries = 0;
  recording.isUnsafe = true;
  await lazyRouteComponent(load, 'Screen').preload?.();
  expect(tries).toBe(3);
});
