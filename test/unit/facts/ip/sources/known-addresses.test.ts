import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IpModule, createIpInspector } from '../../../../../src/facts/ip/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { unknownIpDetails } from '../../../../../src/facts/ip/claim.js';
import type { IpDetails } from '../../../../../src/facts/ip/ip-details.js';

/** What is expected of an address besides null, and why. */
interface Known {
  readonly ip: string;
  readonly what: string;
  readonly stated: Partial<IpDetails>;
  /** Codes that the notes hold, among others. */
  readonly because: readonly string[];
}

/** What a published range of hosting shows; a network's number alone is less sure. */
const HOSTED = { isHosting: true, connectionType: 'Hosting', riskScore: 25, confidence: 60 } as const;
const BERLIN = { regionName: 'State of Berlin', cityName: 'Berlin', latitude: 52.52, longitude: 13.405, timezone: 'Europe/Berlin' };

/** Nothing configured: only what comes with the service. */
const KNOWN: readonly Known[] = [
  {
    ip: '8.8.8.8',
    what: 'a resolver in hundreds of places: no location, though databases put it in California',
    stated: { ...HOSTED, asn: 'AS15169', isp: 'Google LLC' },
    because: ['anycast', 'hosting_range', 'hosting_network'],
  },
  {
    ip: '1.1.1.1',
    what: 'a resolver that databases put in Sydney, where its block was registered',
    stated: { ...HOSTED, confidence: 50, asn: 'AS13335', isp: 'Cloudflare, Inc.' },
    because: ['anycast', 'content_delivery', 'hosting_network'],
  },
  {
    ip: '2001:4860:4860::8888',
    what: 'the same over IPv6; one database says Montreal, the other the United States',
    stated: { ...HOSTED, asn: 'AS15169', isp: 'Google LLC' },
    because: ['anycast', 'hosting_range'],
  },
  {
    ip: '9.9.9.9',
    what: 'a resolver whose network also does other things: hosting is not known',
    stated: { asn: 'AS19281', isp: 'Quad9' },
    because: ['anycast'],
  },
  {
    ip: '104.16.132.229',
    what: 'a delivery network: the page comes from wherever the reader is',
    stated: { ...HOSTED, asn: 'AS13335', isp: 'Cloudflare, Inc.' },
    because: ['content_delivery'],
  },
  {
    ip: '185.220.101.1',
    what: 'a Tor exit: the listing is the one thing that scores; its network is not known for hosting',
    stated: {
      isTor: true,
      riskScore: 75,
      confidence: 60,
      asn: 'AS60729',
      isp: 'Stiftung Erneuerbare Freiheit',
      countryCode: 'DE',
      ...BERLIN,
    },
    because: ['tor_exit'],
  },
  {
    ip: '167.99.1.1',
    what: 'a cloud',
    because: ['hosting_range', 'hosting_network'],
    stated: {
      ...HOSTED,
      asn: 'AS14061',
      isp: 'DigitalOcean, LLC',
      countryCode: 'US',
      regionName: 'New Jersey',
      cityName: 'North Bergen',
      latitude: 40.8054,
      longitude: -74.0241,
      timezone: 'America/New_York',
    },
  },
  {
    ip: '52.95.110.1',
    what: 'a cloud',
    because: ['hosting_range', 'hosting_network'],
    stated: {
      ...HOSTED,
      asn: 'AS16509',
      isp: 'Amazon.com, Inc.',
      countryCode: 'US',
      regionName: 'New York',
      cityName: 'New York',
      latitude: 40.7128,
      longitude: -74.006,
      timezone: 'America/New_York',
    },
  },
  {
    ip: '73.15.20.1',
    what: 'a cable network that is sold to households above all',
    because: ['consumer_network'],
    stated: {
      connectionType: 'Residential',
      asn: 'AS7922',
      isp: 'Comcast Cable Communications, LLC',
      countryCode: 'US',
      regionName: 'California',
      cityName: 'Pinole',
      latitude: 38.0044,
      longitude: -122.299,
      timezone: 'America/Los_Angeles',
    },
  },
  {
    ip: '172.56.10.1',
    what: 'a mobile network: databases put it in Minnesota and in Texas, so only the country is told',
    because: ['mobile_network'],
    stated: { connectionType: 'Wireless', asn: 'AS21928', isp: 'T-Mobile USA, Inc.', countryCode: 'US' },
  },
  {
    ip: '146.70.116.130',
    what: 'a server of a VPN brand',
    because: ['vpn_brand', 'hosting_network'],
    stated: {
      ...HOSTED,
      riskScore: 35,
      isVpn: true,
      operator: 'Mullvad',
      asn: 'AS9009',
      isp: 'M247 Europe SRL',
      countryCode: 'AT',
      regionName: 'Carinthia',
      cityName: 'Viktring',
      latitude: 46.5919,
      longitude: 14.2692,
      timezone: 'Europe/Vienna',
    },
  },
  {
    ip: '66.249.66.1',
    what: 'a declared crawler; its company answers from everywhere',
    because: ['declared_crawler', 'content_delivery'],
    stated: { ...HOSTED, confidence: 50, isScraper: true, asn: 'AS15169', isp: 'Google LLC' },
  },
];

/** Addresses that are nobody's on the public Internet; what kind, and nothing else. */
const SPECIAL: readonly [ip: string, code: string][] = [
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['fc00::1', 'uniquelocal'],
  ['169.254.1.1', 'linklocal'],
  ['fe80::1', 'linklocal'],
  ['100.64.0.1', 'carriergradenat'],
  ['192.0.2.1', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.5', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['3fff::1', 'reserved'],
  ['0.0.0.0', 'unspecified'],
  ['255.255.255.255', 'broadcast'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['64:ff9b::808:808', 'rfc6052'],
  ['2002:808:808::1', '6to4'],
  ['2001::1', 'teredo'],
  ['::808:808', 'unallocated'],
  ['4000::1', 'unallocated'],
];

let http: ProviderHttp;
let module: IpModule;
const budget = { signal: new AbortController().signal, budgetMs: 10_000 };

beforeAll(async () => {
  http = createProviderHttp();
  module = createIpInspector({ config: readConfig({}), http });
  await module.warm();
});
afterAll(() => http.close());

describe('with shipped data alone', () => {
  it.each(KNOWN)('$ip is $what', async ({ ip, stated, because }) => {
    const { facts, notes } = await module.inspect(ip, budget);
    expect(facts).toEqual({ ...unknownIpDetails(ip), ...stated });
    expect(notes.flatMap(({ codes }) => codes)).toEqual(expect.arrayContaining([...because]));
    expect(notes.filter(({ failure }) => failure !== null && failure !== 'unknown')).toEqual([]);
  });

  it.each(SPECIAL)('%s is %s: nothing is known of it, and nobody is asked', async (ip, kind) => {
    const { facts, notes } = await module.inspect(ip, budget);
    expect(facts).toEqual(unknownIpDetails(ip));
    expect(notes).toEqual([{ source: 'special-addresses', failure: null, tookMs: 0, decidedFields: [], codes: [`special_${kind}`] }]);
  });

  it('says which source decided what, and every field that is told was decided by one', async () => {
    const { facts, notes } = await module.inspect('185.220.101.1', budget);
    const received = Object.entries(facts ?? {})
      .filter(([field, value]) => field !== 'ip' && value !== null)
      .map(([field]) => field);
    expect(notes.flatMap(({ decidedFields }) => decidedFields).sort()).toEqual(received.sort());
    expect(notes.find(({ source }) => source === 'network-kinds')).toMatchObject({
      decidedFields: ['isTor', 'riskScore', 'confidence'],
      codes: ['tor_exit'],
    });
  });

  it.each([0, 10, 40, 100, 200, 300, 500])(
    'a process that has just begun, and has %i ms, puts no delivery network anywhere',
    async (budgetMs) => {
      const cold = createIpInspector({ config: readConfig({}), http });
      const { signal } = new AbortController();
      for (const ip of ['104.16.1.1', '74.125.1.1']) {
        const { facts } = await cold.inspect(ip, { signal, budgetMs });
        expect(facts ?? unknownIpDetails(ip)).toMatchObject({ countryCode: null, cityName: null, latitude: null });
      }
    },
  );

  it('never denies: lists that come with the service show what is in them only', async () => {
    let seed = 20_261_121;
    for (let round = 0; round < 2_000; round += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const ip = [24, 16, 8, 0].map((shift) => (seed >>> shift) & 255).join('.');
      const { facts } = await module.inspect(ip, budget);
      expect(Object.values(facts ?? {})).not.toContain(false);
      if (facts?.cityName === null) expect([facts.latitude, facts.longitude, facts.timezone]).toEqual([null, null, null]);
    }
  });
});
