import ipaddr from 'ipaddr.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIpInspector } from '../../../../../src/facts/ip/sources/index.js';
import { createTorExitList } from '../../../../../src/facts/ip/sources/dns-lists.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { type DnsFault, type DnsServer, type DnsTable, startDnsServer } from '../../../../support/dns-server.js';
import { shippedAddresses } from '../../../../support/shipped-addresses.js';

const EXIT = '185.220.101.1'; // listed in the shipped data
const OTHER = '73.15.20.1';
const TOR = 'dnsel.torproject.org';
const DRONEBL = 'dnsbl.dronebl.org';
const nameOf = (ip: string, zone: string) => `${ip.split('.').reverse().join('.')}.${zone}`;
const listed = (...addresses: string[]) => ({ A: addresses });
/** Every shipped exit is still one: the controls hold. */
const ALIVE: DnsTable = { [`*.${TOR}`]: listed('127.0.0.2') };

const shared = shippedAddresses();
let dns: DnsServer;
let http: ProviderHttp;
beforeEach(async () => {
  dns = await startDnsServer({});
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([dns.close(), http.close()]);
});

async function inspect(env: Record<string, string>, ip: string, budgetMs = 10_000) {
  const inspector = createIpInspector({ config: readConfig({ DNS_SERVERS: dns.address, ...env }), http, shared });
  const { facts, notes } = await inspector.inspect(ip, { signal: new AbortController().signal, budgetMs });
  return { facts, note: (source: string) => notes.find((note) => note.source === source) };
}

describe('the live list of Tor exits', () => {
  const env = { TOR_DNSEL: 'true' };

  it('makes an exit that the shipped list does not know', async () => {
    dns.set(ALIVE);
    const { facts, note } = await inspect(env, OTHER);
    expect(facts).toMatchObject({ isTor: true, riskScore: 75, confidence: 90 });
    expect(note('tor-exit-list')).toMatchObject({
      failure: null,
      codes: ['tor_exit'],
      decidedFields: ['isTor', 'riskScore', 'confidence'],
    });
    expect(dns.queried).toContain(`A ${nameOf(OTHER, TOR)}`);
  });

  it('denies with "no such name" while it knows other exits, also against the shipped list, and the score goes with it', async () => {
    dns.set({ ...ALIVE, [nameOf(EXIT, TOR)]: 'NXDOMAIN', [nameOf(OTHER, TOR)]: 'NXDOMAIN' });
    expect((await inspect(env, OTHER)).facts).toMatchObject({ isTor: false, riskScore: null });
    const { facts, note } = await inspect(env, EXIT);
    expect(facts).toMatchObject({ isTor: false, riskScore: null, confidence: null });
    expect(note('network-kinds')).toMatchObject({ codes: ['tor_exit'], decidedFields: [] });
  });

  it('denies nothing when the resolver knows no exit at all: one that filters such names would call every exit ordinary', async () => {
    dns.set({});
    const { facts, note } = await inspect(env, OTHER);
    expect(facts?.isTor).toBeNull();
    expect(note('tor-exit-list')).toMatchObject({ failure: 'unknown' });
    expect((await inspect(env, EXIT)).facts?.isTor).toBe(true); // as the shipped list has it
  });

  const faults: [DnsFault | 'page' | 'no data' | 'unknown number', string][] = [
    ['SERVFAIL', 'unreachable'],
    ['REFUSED', 'refused'],
    ['DROP', 'timeout'],
    ['GARBAGE', 'malformed'],
    ['page', 'malformed'],
    ['no data', 'unknown'],
    ['unknown number', 'unknown'],
  ];
  it.each(faults)('that answers %s is told as %s and decides nothing', async (fault, failure) => {
    const own = { page: listed('198.51.100.7'), 'no data': {}, 'unknown number': listed('127.0.0.9') };
    dns.set({ ...ALIVE, [nameOf(OTHER, TOR)]: fault in own ? own[fault as keyof typeof own] : (fault as DnsFault) });
    const { facts, note } = await inspect(env, OTHER);
    expect(facts?.isTor).toBeNull();
    expect(note('tor-exit-list')?.failure).toBe(failure);
  });

  it('is not asked about IPv6, of which it knows nothing', async () => {
    dns.set(ALIVE);
    const { facts, note } = await inspect(env, '2a00:23c6:1::1');
    expect(facts?.isTor).toBeNull();
    expect(note('tor-exit-list')?.failure).toBe('not_applicable');
    expect(dns.queried).toEqual([]);
  });

  it('is late at the end of the budget; what is known is told then', async () => {
    dns.set({ [`*.${TOR}`]: 'DROP' });
    const started = performance.now();
    const inspector = createIpInspector({ config: readConfig({ DNS_SERVERS: dns.address, ...env }), http });
    await inspector.warm();
    const { facts, notes } = await inspector.inspect(OTHER, { signal: new AbortController().signal, budgetMs: 200 });
    expect(notes.find(({ source }) => source === 'tor-exit-list')).toMatchObject({ failure: 'timeout' });
    expect(facts).toMatchObject({ asn: 'AS7922', isTor: null });
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it('keeps its control for six hours, and tries a failed one again after a minute', async () => {
    let now = 1;
    const controls = async () => [ipaddr.parse('198.51.100.1')];
    const list = createTorExitList({ servers: [dns.address], zone: TOR, controls, now: () => now });
    const request = () => list.query(ipaddr.parse(OTHER), { signal: new AbortController().signal, budgetMs: 5_000 });
    const controlQueries = () => dns.queried.filter((key) => key.includes('1.100.51.198')).length;

    expect(await request()).toEqual({ failure: 'unknown' });
    dns.set({ [nameOf('198.51.100.1', TOR)]: listed('127.0.0.2') });
    expect(await request()).toEqual({ failure: 'unknown' });
    expect(controlQueries()).toBe(1);
    now += 61_000;
    expect(await request()).toMatchObject({ fields: { isTor: false } });
    now += 5 * 3_600_000;
    expect(await request()).toMatchObject({ fields: { isTor: false } });
    expect(controlQueries()).toBe(2);
    now += 2 * 3_600_000;
    dns.set({});
    expect(await request()).toEqual({ failure: 'unknown' });
    expect(controlQueries()).toBe(3);
  });
});

describe('DroneBL', () => {
  const env = { DRONEBL: 'true' };
  it.each([
    ['127.0.0.8', { isProxy: true, riskScore: 75 }, 'open_socks_proxy'],
    ['127.0.0.9', { isProxy: true }, 'open_http_proxy'],
    ['127.0.0.15', { isCompromised: true, isProxy: null }, 'compromised_router'],
    ['127.0.0.19', { isVpn: true, operator: null }, 'abused_vpn'],
    ['127.0.0.13', { isProxy: null, isCompromised: null, riskScore: 75 }, 'brute_force'],
    ['127.0.0.17', { isCompromised: null, riskScore: 60, confidence: 40 }, 'suspected_botnet'],
    ['127.0.0.200', { isProxy: null, isCompromised: null, riskScore: null }, 'other_listing'],
  ])('answering %s says %j', async (answer, expected, code) => {
    dns.set({ [nameOf(OTHER, DRONEBL)]: listed(answer) });
    const { facts, note } = await inspect(env, OTHER);
    expect(facts).toMatchObject(expected);
    expect(note('dronebl')).toMatchObject({ failure: null, codes: [code] });
  });

  it('may list an address several times', async () => {
    dns.set({ [nameOf(OTHER, DRONEBL)]: listed('127.0.0.3', '127.0.0.9') });
    expect((await inspect(env, OTHER)).facts).toMatchObject({ isProxy: true, isCompromised: true, riskScore: 75, confidence: 70 });
  });

  it('that does not list an address does not call it clean', async () => {
    const { facts, note } = await inspect(env, OTHER);
    expect(facts).toMatchObject({ isProxy: null, isCompromised: null, isVpn: null, riskScore: null });
    expect(note('dronebl')).toMatchObject({ failure: null, codes: [], decidedFields: [] });
  });

  it.each([
    ['127.255.255.254', 'refused'],
    ['203.0.113.9', 'malformed'],
  ])('answering %s says nothing: %s', async (answer, failure) => {
    dns.set({ [nameOf(OTHER, DRONEBL)]: listed(answer) });
    const { facts, note } = await inspect(env, OTHER);
    expect(facts).toMatchObject({ isProxy: null, isCompromised: null, riskScore: null });
    expect(note('dronebl')?.failure).toBe(failure);
  });
});

it('nothing is asked over DNS unless it is configured, and never about a private address', async () => {
  await inspect({}, OTHER);
  await inspect({ TOR_DNSEL: 'true', DRONEBL: 'true' }, '192.168.1.1');
  expect(dns.queried).toEqual([]);
});
