import { expect, it } from 'vitest';
import { clientNetwork } from '../../../src/api/rate-limit.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
  ['not an address', 'not an address'],
])('a client at %s without a key is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
