import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailDns } from '../../../../../src/facts/email/sources/mail-dns.js';
import { DnsClient } from '../../../../../src/kernel/net/dns-client.js';
import { type DnsRecords, type DnsServer, type DnsTable, startDnsServer } from '../../../../support/dns-server.js';
import { TOP_LEVELS } from '../../../../support/email-module.js';

const MX = (...hosts: readonly string[]): DnsRecords => ({
  MX: hosts.map((exchange, index) => ({ preference: 10 * (index + 1), exchange })),
});
const HOSTS: DnsTable = {
  'mx1.example.net': { A: ['127.0.0.1'] },
  'mx2.example.net': { AAAA: ['::1'] },
  'empty.example.net': {},
  'inside.example.net': { A: ['10.0.0.1'] },
  'broken.example.net': 'SERVFAIL',
  'half.example.net': { A: 'SERVFAIL', AAAA: [] },
};
const there = (host: string, hasAddress: boolean | null, preference = 10) => ({ host, preference, hasAddress });

describe('where mail for a domain goes', () => {
  let server: DnsServer;
  const permits = (address: string) => address === '127.0.0.1' || address === '::1';
  /** An answer is waited for as long as a busy machine takes, and asked for once; `withinMs` is for answers that never come. */
  const fresh = (withinMs = 30_000, addressesTimeoutMs = 30_000) =>
    new MailDns({
      nameServer: new DnsClient({ servers: [server.address], timeoutMs: withinMs, repeatAfterMs: 30_000 }),
      permits,
      addressesTimeoutMs,
    });

  beforeAll(async () => {
    server = await startDnsServer({});
  });
  afterAll(() => server.close());

  it.each<[string, DnsTable, object]>([
    [
      'its exchangers, best first',
      { 'example.com': MX('mx1.example.net', 'mx2.example.net') },
      { value: { kind: 'exchangers', implicit: false, exchangers: [there('mx1.example.net', true), there('mx2.example.net', true, 20)] } },
    ],
    [
      'by preference, whatever the order of the records',
      {
        'example.com': {
          MX: [
            { preference: 20, exchange: 'mx2.example.net' },
            { preference: 5, exchange: 'MX1.example.net' },
          ],
        },
      },
      { value: { exchangers: [there('mx1.example.net', true, 5), there('mx2.example.net', true, 20)] } },
    ],
    [
      'to itself when it has no MX records',
      { 'example.com': { A: ['127.0.0.1'] } },
      { value: { kind: 'exchangers', implicit: true, exchangers: [there('example.com', true, 0)] } },
    ],
    ['to itself over IPv6 alone', { 'example.com': { AAAA: ['::1'] } }, { value: { kind: 'exchangers', implicit: true } }],
    [
      'nowhere: the null MX',
      { 'example.com': { MX: [{ preference: 0, exchange: '.' }], A: ['127.0.0.1'] } },
      { value: { kind: 'null_mx' } },
    ],
    ['nowhere: no such domain', {}, { value: { kind: 'no_such_domain' } }],
    ['nowhere: neither mail exchanger nor address', { 'example.com': { TXT: ['v=spf1 -all'] } }, { value: { kind: 'no_mail_host' } }],
    [
      'to an exchanger without an address',
      { 'example.com': MX('gone.example.net', 'empty.example.net') },
      { value: { exchangers: [there('gone.example.net', false), there('empty.example.net', false, 20)] } },
    ],
    [
      'to an exchanger of which nobody knows',
      { 'example.com': MX('broken.example.net') },
      { value: { exchangers: [there('broken.example.net', null)] } },
    ],
    [
      'to an exchanger that one family only denies',
      { 'example.com': MX('half.example.net') },
      { value: { exchangers: [there('half.example.net', null)] } },
    ],
    [
      'to a private address: no place for mail, no proof either',
      { 'example.com': MX('inside.example.net') },
      { value: { exchangers: [there('inside.example.net', null)] } },
    ],
    ['to what is no host name', { 'example.com': MX('192.0.2.1') }, { value: { exchangers: [there('192.0.2.1', null)] } }],
    ['nobody knows: the server fails', { 'example.com': 'SERVFAIL' }, { value: null, failure: 'unreachable' }],
    ['nobody knows: the server refuses', { 'example.com': 'REFUSED' }, { value: null, failure: 'refused' }],
    [
      'nobody knows: MX fails, though there is an address',
      { 'example.com': { MX: 'SERVFAIL', A: ['127.0.0.1'] } },
      { value: null, failure: 'unreachable' },
    ],
    [
      'nobody knows: no MX, and the address fails',
      { 'example.com': { A: 'SERVFAIL', AAAA: 'SERVFAIL' } },
      { value: null, failure: 'unreachable' },
    ],
    [
      'to itself when a server denies the name for MX alone',
      { 'example.com': { MX: 'NXDOMAIN', A: ['127.0.0.1'] } },
      { value: { kind: 'exchangers', implicit: true } },
    ],
    [
      'nobody knows: the name servers deny even the top-level domain',
      { com: 'NXDOMAIN' },
      { value: null, failure: 'unknown', codes: ['top_level_domain_denied'] },
    ],
    ['nobody knows: the top-level domain cannot be asked', { com: 'SERVFAIL' }, { value: null, failure: 'unknown' }],
  ])('%s', async (_what, table, verdict) => {
    server.set({ ...TOP_LEVELS, ...HOSTS, ...table });
    expect(await fresh().route('example.com')).toMatchObject(verdict);
  });

  it.each<[string, DnsTable, object]>([
    ['no answer comes', { 'example.com': 'DROP' }, { value: null, failure: 'timeout' }],
    ['what comes is no DNS', { 'example.com': 'GARBAGE' }, { value: null }],
  ])('nobody knows: %s', async (_what, table, verdict) => {
    server.set({ ...TOP_LEVELS, ...HOSTS, ...table });
    expect(await fresh(150).route('example.com')).toMatchObject(verdict);
  });

  it('what was learnt of a domain is kept, and what failed is asked again', async () => {
    const dns = fresh();
    server.set({ ...TOP_LEVELS, ...HOSTS, 'example.com': 'SERVFAIL' });
    expect((await dns.route('example.com')).value).toBeNull();
    server.set({ ...TOP_LEVELS, ...HOSTS, 'example.com': MX('mx1.example.net') });
    expect((await dns.route('example.com')).value).toMatchObject({ kind: 'exchangers' });
    const before = server.queried.length;
    expect((await dns.route('example.com')).value).toMatchObject({ kind: 'exchangers' });
    expect(server.queried.length).toBe(before);
  });

  it('many who ask at once cost one question', async () => {
    server.set({ ...TOP_LEVELS, ...HOSTS, 'example.com': { ...MX('mx1.example.net'), delayMs: 20 } });
    const dns = fresh();
    const before = server.queried.length;
    await Promise.all(Array.from({ length: 50 }, () => dns.route('example.com')));
    expect(server.queried.slice(before).filter((query) => query === 'MX example.com')).toHaveLength(1);
  });

  it('an exchanger whose address is late is left open, and the route is told', async () => {
    server.set({ ...TOP_LEVELS, 'example.com': MX('slow.example.net'), 'slow.example.net': { A: ['127.0.0.1'], delayMs: 400 } });
    expect(await fresh(30_000, 20).route('example.com')).toMatchObject({ value: { exchangers: [there('slow.example.net', null)] } });
  });

  describe('its policies', () => {
    const txt = (...TXT: readonly string[]): DnsRecords => ({ TXT });
    const SPF = 'v=spf1 include:_spf.example.net -all';
    const DMARC = 'v=DMARC1; p=reject';

    it.each<[string, DnsTable, object]>([
      ['both', { 'mail.example.com': txt('x=1', SPF), '_dmarc.mail.example.com': txt(DMARC) }, { spf: true, dmarc: true }],
      ['that of its organisation', { 'mail.example.com': {}, '_dmarc.example.com': txt(DMARC) }, { spf: false, dmarc: true }],
      ['none of a parent for SPF', { 'example.com': txt(SPF), 'mail.example.com': {} }, { spf: false, dmarc: false }],
      [
        'texts that only look alike',
        { 'mail.example.com': txt('v=spf10'), '_dmarc.mail.example.com': txt('v=DMARC12') },
        { spf: false, dmarc: false },
      ],
      [
        'in any case, and empty',
        { 'mail.example.com': txt('V=SPF1'), '_dmarc.mail.example.com': txt('v=dmarc1 ;') },
        { spf: true, dmarc: true },
      ],
      ['unknown: servers fail', { 'mail.example.com': 'SERVFAIL', '_dmarc.mail.example.com': 'REFUSED' }, { spf: null, dmarc: null }],
      [
        'known in spite of one that fails',
        { '_dmarc.mail.example.com': 'SERVFAIL', '_dmarc.example.com': txt(DMARC) },
        { spf: false, dmarc: true },
      ],
    ])('%s', async (_what, table, expected) => {
      server.set({ ...TOP_LEVELS, ...table });
      expect(await fresh().policies('mail.example.com', 'example.com')).toEqual(expected);
    });

    it('are asked for once, also for many addresses of one organisation, and again after a failure', async () => {
      server.set({ ...TOP_LEVELS, 'example.com': txt(SPF), '_dmarc.example.com': 'SERVFAIL' });
      const dns = fresh();
      expect(await dns.policies('example.com', 'example.com')).toEqual({ spf: true, dmarc: null });
      server.set({ ...TOP_LEVELS, 'example.com': txt(SPF), '_dmarc.example.com': txt(DMARC) });
      const before = server.queried.length;
      await Promise.all([dns.policies('example.com', 'example.com'), dns.policies('mail.example.com', 'example.com')]);
      expect(await dns.policies('example.com', null)).toEqual({ spf: true, dmarc: true });
      expect(server.queried.slice(before).toSorted()).toEqual([
        'TXT _dmarc.example.com',
        'TXT _dmarc.mail.example.com',
        'TXT mail.example.com',
      ]);
    });
  });
});
