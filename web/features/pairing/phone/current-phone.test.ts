import { afterEach, expect, it, vi } from 'vitest';
import { lockNames } from '#web/lib/tab-outbox.ts';
import { createTestDevice } from '#web/testing/test-device.ts';
import { holdPhonePairing, leavePhonePairing } from './current-phone.ts';
import type { PhonePairing } from './phone-pairing.state.ts';

vi.mock('#web/features/recording/index.ts', () => ({ isUnsafe: () => false }));

afterEach(() => leavePhonePairing());

function createPhone() {
  const dispose = vi.fn<() => void>();
  const phone = { recording: () => null, [Symbol.dispose]: dispose } as unknown as PhonePairing;
  return { phone, open: vi.fn<() => PhonePairing>(() => phone), dispose };
}
const device = () => createTestDevice(lockNames('edits'));
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('A pairing is opened once, and released when its screen is left', async () => {
  const locks = device().createLocks();
  const { phone, open, dispose } = createPhone();
  const held = holdPhonePairing('p1', open, locks);
  await settled();
  expect(held.isElsewhere).toBe(false);
  expect(held.phone).toBe(phone);
  expect(holdPhonePairing('p1', open, locks)).toBe(held);
  expect(open).toHaveBeenCalledTimes(1);
  leavePhonePairing();
  expect(dispose).toHaveBeenCalledTimes(1);
  expect(await locks.hold('pairing-p1', { isPatient: false })).not.toBeNull();
});

it('While another tab has the pairing, it is not opened; when that is gone, it is', async () => {
  const { createLocks } = device();
  const other = await createLocks().hold('pairing-p1', { isPatient: false });
  const { phone, open } = createPhone();
  const held = holdPhonePairing('p1', open, createLocks());
  await settled();
  expect(held).toEqual({ isElsewhere: true, phone: null });
  expect(open).not.toHaveBeenCalled();
  other?.[Symbol.dispose]();
  await settled();
  expect(held.isElsewhere).toBe(false);
  expect(held.phone).toBe(phone);
});

it('A screen that was left while it waited keeps no lock', async () => {
  const { createLocks } = device();
  const other = await createLocks().hold('pairing-p1', { isPatient: false });
  const { open } = createPhone();
  holdPhonePairing('p1', open, createLocks());
  await settled();
  leavePhonePairing();
  other?.[Symbol.dispose]();
  await settled();
  expect(open).not.toHaveBeenCalled();
  expect(await createLocks().hold('pairing-p1', { isPatient: false })).not.toBeNull();
});
