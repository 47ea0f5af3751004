import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RdapClient } from '../../../../../src/facts/email/sources/rdap-client.js';
import { SmtpProbe } from '../../../../../src/facts/email/sources/smtp-probe.js';
import { createGuardedHttp } from '../../../../../src/kernel/net/guarded-http/index.js';
import { startOddPeer } from '../../../../support/mail-peers.js';
import { inspect, type MailboxBench, noteOf, NOW, openMailboxBench } from '../../../../support/email-module.js';
import { startRdapPeer } from '../../../../support/rdap-peer.js';
import { refusedUrls } from '../../../../support/refused-urls.js';

const INSIDE = {
  A: [
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
  ],
  AAAA: [
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00::1',
    '2001:db8::1',
    'fec0::1',
  ],
} as const;

describe('what a stranger’s records and links cannot reach', () => {
  let bench: MailboxBench;
  let inside: Awaited<ReturnType<typeof startOddPeer>>;

  beforeAll(async () => {
    inside = await startOddPeer(() => undefined);
    bench = await openMailboxBench({});
  });
  afterAll(async () => {
    await inside.close();
    await bench.close();
  });

  it.each([...INSIDE.A.map((address) => ['A', address] as const), ...INSIDE.AAAA.map((address) => ['AAAA', address] as const)])(
    'a mail exchanger at %s %s',
    async (type, address) => {
      bench.dns.set({
        com: { NS: ['ns.nic.com'] },
        'example.com': { MX: [{ preference: 1, exchange: 'mx.example.com' }] },
        'mx.example.com': { [type]: [address] },
      });
      const finding = await inspect(
        bench.inspector({ allowedNetworks: [], smtpProbe: { from: '', port: inside.port } }),
        'ada@example.com',
      );
      expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'refused', codes: ['exchanger_blocked_address'] });
      expect(finding.facts).toMatchObject({ deliverable: null, acceptAll: null });
      expect(inside.connections()).toBe(0);
    },
  );

  it('one address inside spoils a name, whichever comes first', async () => {
    bench.dns.set({ com: { NS: ['ns.nic.com'] }, 'example.com': { A: ['8.8.8.8', '127.0.0.1'] } });
    const finding = await inspect(bench.inspector({ allowedNetworks: [], smtpProbe: { from: '', port: inside.port } }), 'ada@example.com');
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ codes: ['exchanger_blocked_address'] });
    expect(inside.connections()).toBe(0);
  });

  it('mail exchangers in every odd spelling', async () => {
    const guarded = createGuardedHttp({ resolver: () => Promise.resolve([]) });
    const hosts = refusedUrls(inside.port)
      .filter(({ url }) => url.endsWith('/hook'))
      .map(({ url }) => url.slice('https://'.length, url.lastIndexOf(':')));
    expect(hosts.length).toBeGreaterThan(100);
    for (const host of hosts) {
      const route = { kind: 'exchangers' as const, implicit: false, exchangers: [{ host, preference: 1, hasAddress: null }] };
      const probe = new SmtpProbe({ guarded, from: '', port: inside.port });
      const actual = await probe.verdict({ local: 'ada', domain: 'example.com' }, route, {
        signal: new AbortController().signal,
        budgetMs: 1_000,
      });
      expect([host, actual.value]).toEqual([host, null]);
    }
    expect(inside.connections()).toBe(0);
  });

  it('registries in every odd spelling', async () => {
    const guarded = createGuardedHttp({ resolver: () => Promise.resolve(['127.0.0.1']) });
    for (const { url } of refusedUrls(inside.port)) {
      const client = new RdapClient({ guarded, bootstrap: { bases: () => Promise.resolve([url]) }, now: () => NOW, allowHttp: true });
      expect([url, (await client.registration('example.com')).value]).toEqual([url, null]);
    }
    expect(inside.connections()).toBe(0);
  });

  it('redirects of a registry', async () => {
    const registry = await startRdapPeer({ topLevels: ['com'] });
    const targets = refusedUrls(inside.port)
      .map(({ url }) => url)
      .filter((url) => /^[\x21-\x7e]+$/.test(url) && !/^https:\/\/(?:localhost|127\.0\.0\.1):/.test(url));
    expect(targets.length).toBeGreaterThan(100);
    const inspector = bench.inspector({ allowedNetworks: ['127.0.0.1/32'], rdapBootstrapUrl: registry.bootstrapUrl });
    for (const [index, location] of targets.entries()) {
      const domain = `odd-${index}-example.com`;
      registry.set(domain, (response) => response.writeHead(302, { location }).end());
      expect([location, noteOf(await inspect(inspector, `ada@${domain}`), 'rdap').decidedFields]).toEqual([location, []]);
    }
    expect(inside.connections()).toBe(0);
    await registry.close();
  });
});
