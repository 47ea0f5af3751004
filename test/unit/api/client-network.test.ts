import { expect, it } from 'vitest';
import { clientNetwork, isLoopback } from '../../../src/api/client-network.js';

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

it.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.7', false],
  ['::ffff:192.0.2.7', false],
  ['10.0.0.1', false],
  ['fe80::1%eth0', false],
  ['', false],
])('%s is of this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
