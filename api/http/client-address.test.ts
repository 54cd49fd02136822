import { expect, it } from 'vitest';
import { addressKey } from './client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  // An IPv4 address on a dual-stack socket.
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0003:0:0:0:1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(1_000), 'x'.repeat(64)],
])('limits count %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
