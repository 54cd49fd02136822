import { afterEach, expect, test, vi } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import {
  beginRoles,
  clearRoles,
  endRoleSelection,
  openRoleDialog,
  roleState,
  skipRoleSelection,
} from './role.state.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStore.clear();
  clearRoles();
});

test('On a full device the dialog closes all the same, whether the choice was made or skipped', () => {
  localStore.setItem('skippedRoleSelection', '["p1","p2"]');
  const full = vi.spyOn(Object.getPrototypeOf(localStore), 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  beginRoles('p3');
  skipRoleSelection('p3');
  expect(roleState.isDismissed).toBe(true);
  beginRoles('p1');
  openRoleDialog();
  endRoleSelection('p1');
  expect(roleState.isAsked).toBe(false);
  expect(full).toHaveBeenCalledTimes(2);
});
