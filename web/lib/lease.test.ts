import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeases } from './lease.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createDouble() {
  const double = { ends: 0, [Symbol.dispose]: () => void double.ends++ };
  return double;
}
const createTestLeases = () => createLeases<ReturnType<typeof createDouble>>(300_000);

it('A value stays alive for a while after its last lease, and is found again', async () => {
  const leases = createTestLeases();
  const [first, other] = [createDouble(), createDouble()];
  leases.lease('petra s1', () => first)[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(60_000);
  const again = leases.lease('petra s1', () => other);
  expect(again.value).toBe(first);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(first.ends).toBe(0);
  again[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(first.ends).toBe(1);
});

it('A value without a lease is disposed of when another key is leased, or by closeUnseen', () => {
  const leases = createTestLeases();
  const [one, two] = [createDouble(), createDouble()];
  leases.lease('petra s1', () => one)[Symbol.dispose]();
  const lease = leases.lease('petra s2', () => two);
  expect([one.ends, two.ends]).toEqual([1, 0]);
  leases.closeUnseen();
  expect(two.ends).toBe(0);
  lease[Symbol.dispose]();
  leases.closeUnseen();
  expect(two.ends).toBe(1);
});

it('Two keys that are leased at once have a value each', () => {
  const leases = createTestLeases();
  const [one, two] = [createDouble(), createDouble()];
  const first = leases.lease('petra s1', () => one);
  const second = leases.lease('petra s2', () => two);
  expect([first.value, second.value]).toEqual([one, two]);
  second[Symbol.dispose]();
  expect([one.ends, two.ends]).toEqual([0, 1]);
  first[Symbol.dispose]();
});
