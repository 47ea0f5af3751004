import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIpInspector } from '../../../../../src/facts/ip/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { FAULTS, type Fault, type JsonProvider, startJsonProvider } from '../../../../support/json-provider.js';
import { shippedAddresses } from '../../../../support/shipped-addresses.js';

const IP = '73.15.20.1';
const KEY = 'test-key-0001';
const shared = shippedAddresses();
let provider: JsonProvider;
let http: ProviderHttp;
beforeEach(async () => {
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([http.close(), provider.close()]);
});

const PROXYCHECK_PATH = `/v3/${IP}`;
const IPQS_PATH = `/api/json/ip/${KEY}/${IP}`;
const env = (...names: ('proxycheck' | 'ipqualityscore')[]) => ({
  ...(names.includes('proxycheck') ? { PROXYCHECK_API_KEY: KEY, PROXYCHECK_URL: provider.url } : {}),
  ...(names.includes('ipqualityscore') ? { IPQS_API_KEY: KEY, IPQS_URL: provider.url } : {}),
});

async function inspect(config: Record<string, string>, ip = IP, budgetMs = 10_000) {
  const inspector = createIpInspector({ config: readConfig(config), http, shared });
  await inspector.warm();
  const { facts, notes } = await inspector.inspect(ip, { signal: new AbortController().signal, budgetMs });
  return { facts, notes, note: (source: string) => notes.find((note) => note.source === source) };
}

const checked = (more: { detections?: object; network?: object; location?: object; operator?: object | null } = {}) => ({
  network: { asn: 'AS7922', provider: 'Comcast', organisation: 'Comcast Cable', type: 'Residential', ...more.network },
  location: {
    country_code: 'US',
    region_name: 'California',
    city_name: 'Oakland',
    latitude: 37.8,
    longitude: -122.27,
    timezone: 'America/Los_Angeles',
    ...more.location,
  },
  detections: {
    proxy: false,
    vpn: false,
    compromised: false,
    scraper: false,
    tor: false,
    hosting: false,
    anonymous: false,
    risk: 3,
    confidence: 97,
    ...more.detections,
  },
  operator: more.operator ?? null,
});
const scored = (more: object = {}) => ({
  success: true,
  message: 'Success',
  fraud_score: 88,
  country_code: 'US',
  region: 'California',
  city: 'San Jose',
  ISP: 'Comcast Cable',
  ASN: 7922,
  latitude: 37.3,
  longitude: -121.9,
  timezone: 'America/Los_Angeles',
  is_crawler: false,
  proxy: true,
  vpn: true,
  tor: false,
  active_vpn: true,
  active_tor: false,
  recent_abuse: true,
  bot_status: false,
  mobile: false,
  connection_type: 'Residential',
  ...more,
});

describe('proxycheck.io', () => {
  it('is asked for one address with the key, and fills every field', async () => {
    provider.replies.set(PROXYCHECK_PATH, {
      json: {
        status: 'ok',
        [IP]: checked({
          detections: { vpn: true, risk: 71, confidence: 90 },
          operator: { name: 'Example VPN', url: 'https://vpn.example.com' },
        }),
      },
    });
    const { facts, note } = await inspect(env('proxycheck'));
    expect(provider.seen.map(({ path, query }) => [path, query.get('key')])).toEqual([[PROXYCHECK_PATH, KEY]]);
    expect(facts).toEqual({
      ip: IP,
      riskScore: 71,
      confidence: 90,
      isProxy: false,
      isVpn: true,
      isTor: false,
      isHosting: false,
      isScraper: false,
      isCompromised: false,
      operator: 'Example VPN',
      asn: 'AS7922',
      isp: 'Comcast',
      connectionType: 'Residential',
      countryCode: 'US',
      regionName: 'California',
      cityName: 'Oakland',
      latitude: 37.8,
      longitude: -122.27,
      timezone: 'America/Los_Angeles',
    });
    expect(note('proxycheck')?.decidedFields).toHaveLength(18);
  });

  it('may spell an IPv6 address its own way, and answer with a warning', async () => {
    const ip = '2a00:23c6:1::1';
    provider.replies.set(`/v3/${ip}`, { json: { status: 'warning', message: 'near the limit', '2A00:23C6:0001:0:0:0:0:1': checked() } });
    expect((await inspect(env('proxycheck'), ip)).facts).toMatchObject({ ip, riskScore: 3, isVpn: false });
  });

  it.each<[string, object, string]>([
    ['an answer about another address', { status: 'ok', '73.15.20.2': checked() }, 'malformed'],
    ['a denial', { status: 'denied', message: 'Your key is disabled.' }, 'refused'],
    ['an error', { status: 'error', message: 'No valid addresses.' }, 'refused'],
    ['no status', { [IP]: checked() }, 'malformed'],
    ['no entry', { status: 'ok' }, 'malformed'],
    ['an empty entry', { status: 'ok', [IP]: {} }, 'malformed'],
    ['a text in place of the entry', { status: 'ok', [IP]: 'reserved' }, 'malformed'],
  ])('giving %s decides nothing', async (_, json, failure) => {
    provider.replies.set(PROXYCHECK_PATH, { json });
    const { facts, note } = await inspect(env('proxycheck'));
    expect(note('proxycheck')).toMatchObject({ failure, decidedFields: [] });
    expect(facts).toMatchObject({ riskScore: null, isVpn: null, cityName: 'Pinole' });
  });

  it('with values of another kind says nothing by them', async () => {
    const odd = checked({
      detections: { proxy: 'no', vpn: 0, tor: null, risk: 250, confidence: 'high' },
      network: { asn: 'none', type: 'Satellite' },
      location: { country_code: 'USA', latitude: 'north' },
    });
    provider.replies.set(PROXYCHECK_PATH, { json: { status: 'ok', [IP]: odd } });
    expect((await inspect(env('proxycheck'))).facts).toMatchObject({
      riskScore: null,
      confidence: null,
      isProxy: null,
      isVpn: null,
      isTor: null,
      asn: 'AS7922',
      isp: 'Comcast Cable Communications, LLC',
      connectionType: 'Residential',
      countryCode: 'US',
      cityName: 'Pinole',
    });
  });
});

describe('IPQualityScore', () => {
  it('scores, and calls what is active a yes', async () => {
    provider.replies.set(IPQS_PATH, { json: scored() });
    const { facts } = await inspect(env('ipqualityscore'));
    expect(facts).toMatchObject({
      riskScore: 88,
      confidence: null,
      isVpn: true,
      isTor: false,
      isProxy: null,
      isScraper: null,
      isCompromised: null,
      isHosting: false,
      connectionType: 'Residential',
      isp: 'Comcast Cable',
      cityName: 'San Jose',
      operator: null,
    });
    expect(provider.seen[0]?.query.get('strictness')).toBe('0');
  });

  it.each<[string, object, object]>([
    ['a VPN that is only suspected', { active_vpn: false }, { isVpn: null }],
    ['a proxy that is nothing else', { vpn: false, active_vpn: false }, { isVpn: false, isProxy: true }],
    ['nothing suspected', { vpn: false, active_vpn: false, proxy: false }, { isVpn: false, isProxy: false, isTor: false }],
    ['an active Tor exit', { tor: true, active_tor: true }, { isTor: true, isProxy: null }],
    ['a company', { connection_type: 'Corporate' }, { connectionType: 'Business', isHosting: null }],
    ['a data centre', { connection_type: 'Data Center' }, { connectionType: 'Hosting', isHosting: true }],
    ['a phone', { connection_type: 'Mobile' }, { connectionType: 'Wireless', cityName: null, countryCode: 'US' }],
    [
      'a kind that costs extra',
      { connection_type: 'Premium required.', city: 'N/A' },
      { connectionType: 'Residential', cityName: null, latitude: null }, // of the network
    ],
    ['a search engine', { is_crawler: true }, { isScraper: true }],
  ])('telling of %s', async (_, more, expected) => {
    provider.replies.set(IPQS_PATH, { json: scored(more) });
    expect((await inspect(env('ipqualityscore'))).facts).toMatchObject(expected);
  });

  it.each([
    [{ success: false, message: 'Invalid or unauthorized key.' }, 'refused'],
    [{ fraud_score: 0 }, 'malformed'],
    [[], 'malformed'],
  ])('answering %j decides nothing', async (json, failure) => {
    provider.replies.set(IPQS_PATH, { json });
    const { facts, note } = await inspect(env('ipqualityscore'));
    expect(note('ipqualityscore')?.failure).toBe(failure);
    expect(facts).toMatchObject({ riskScore: null, isVpn: null });
  });
});

describe('both', () => {
  it('are asked at once; the first by the stated order decides, different countries put the address nowhere, and a contradicted "no" is none', async () => {
    provider.replies.set(PROXYCHECK_PATH, { json: { status: 'ok', [IP]: checked({ location: { country_code: 'CA' } }) } });
    provider.replies.set(IPQS_PATH, { json: scored() });
    const { facts } = await inspect(env('proxycheck', 'ipqualityscore'));
    expect(facts).toMatchObject({ riskScore: 3, confidence: 97, isVpn: null, countryCode: null, cityName: null, latitude: null });
  });

  const faults = Object.keys(FAULTS) as Fault[];
  it.each(faults)('failing (%s) leave what the shipped data know, with a reason, and never a key in it', async (fault) => {
    provider.replies.set(PROXYCHECK_PATH, fault);
    provider.replies.set(IPQS_PATH, fault);
    const { facts, notes, note } = await inspect(env('proxycheck', 'ipqualityscore'), IP, 700);
    expect(facts).toMatchObject({
      asn: 'AS7922',
      cityName: 'Pinole',
      riskScore: null,
      confidence: null,
      isVpn: null,
      isTor: null,
      isProxy: null,
    });
    for (const source of ['proxycheck', 'ipqualityscore'])
      expect(note(source)).toMatchObject({ failure: expect.stringMatching(/^[a-z_]+$/), decidedFields: [] });
    expect(JSON.stringify(notes)).not.toContain(KEY);
  });

  it('failing once with a short Retry-After are asked again', async () => {
    provider.replies.set(PROXYCHECK_PATH, [{ status: 429, headers: { 'retry-after': '0' } }, { json: { status: 'ok', [IP]: checked() } }]);
    expect((await inspect(env('proxycheck'))).facts?.riskScore).toBe(3);
  });

  it("are never asked about an address that is nobody's", async () => {
    await inspect(env('proxycheck', 'ipqualityscore'), '10.0.0.1');
    expect(provider.seen).toEqual([]);
  });
});
