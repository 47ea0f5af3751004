import { describe, expect, it } from 'vitest';
import { addressMatcher, clientAddress } from '../../../../src/kernel/http/client-address.js';

const isTrusted = addressMatcher(['10.0.0.0/8', '2001:db8:1::/48']);

describe('the address of a client', () => {
  it.each([
    ['without the header: the peer', '192.0.2.7', '', '192.0.2.7'],
    ['of somebody who is no proxy of ours: the peer, whatever it writes', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['behind one proxy: what that proxy appended', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['behind several proxies: the first that is none', '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.2.3.4', '203.0.113.9'],
    ['of a proxy itself', '10.0.0.1', '', '10.0.0.1'],
    ['when every hop is ours: the first', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['behind a proxy in an IPv6 network', '2001:db8:1::2', '2001:db8:9::1', '2001:db8:9::1'],
    ['behind a proxy whose socket is IPv6 and address IPv4', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['up to what is no address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['of an IPv6 network is not that of an IPv4 one', '::a00:1', '203.0.113.9', '::a00:1'],
  ])('%s', (_, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, isTrusted)).toBe(expected);
  });

  it('is the peer when no proxy is trusted', () => {
    expect(clientAddress('10.0.0.1', '203.0.113.9', addressMatcher([]))).toBe('10.0.0.1');
  });
});
