import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#web/lib/query-client.ts';
import { createDraftDeviceDouble } from '#web/parts/draft/draft-device-double.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { openDraftDevice } from './draft-device.ts';

createTestApi();
const hostHas = (tags: readonly string[]) =>
  queryClient.setQueryData(['domain', 'config', location.hostname], domainConfigFixture(tags));
afterEach(() => queryClient.clear());

test('A host without drafts has no model for one, and no switch', () => {
  hostHas(['share']);
  const { draftDevice } = createDraftDeviceDouble();
  const device = openDraftDevice(draftDevice);
  expect(device.model()).toBeNull();
  draftDevice.turnOff();
  expect(device.isOff()).toBe(false);
});

test('An answer of the host that comes late is taken over', () => {
  const { draftDevice } = createDraftDeviceDouble();
  const device = openDraftDevice(draftDevice);
  expect(device.model()).toBeNull();
  hostHas(['preview']);
  expect(device.model()).toBe(draftDevice.model());
});

test('A draft goes on to its end where drafts were switched off, and the next one does not begin', () => {
  const { draftDevice } = createDraftDeviceDouble();
  hostHas(['preview']);
  const device = openDraftDevice(draftDevice);
  expect(device.model()).not.toBeNull();
  hostHas([]);
  expect(device.model()).toBe(draftDevice.model());
  expect(openDraftDevice(draftDevice).model()).toBeNull();
});
