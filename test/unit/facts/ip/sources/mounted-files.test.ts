import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIpInspector, describeIpSources, type IpModule } from '../../../../../src/facts/ip/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { writeMmdb } from '../../../../support/mmdb-writer.js';

const budget = { signal: new AbortController().signal, budgetMs: 10_000 };
const builtAt = new Date('2026-10-01T12:00:00Z');
let folder: string;
let http: ProviderHttp;
const path = (name: string) => join(folder, name);
/** By their settings: each loads the shipped tables, which takes half a second. */
const modules = new Map<string, IpModule>();
function moduleWith(env: Record<string, string>): IpModule {
  const key = JSON.stringify(env);
  const module = modules.get(key) ?? createIpInspector({ config: readConfig(env), http });
  modules.set(key, module);
  return module;
}
const inspect = async (env: Record<string, string>, ip: string) => {
  const { facts, notes } = await moduleWith(env).inspect(ip, budget);
  return { facts, note: (source: string) => notes.find((note) => note.source === source) };
};

const nested = (city: string, iso: string, more: object = {}) => ({
  city: { names: { en: city, de: `${city}-de` } },
  country: { iso_code: iso },
  subdivisions: [{ names: { en: `Region of ${city}` } }],
  location: { latitude: 52.52, longitude: 13.4 },
  ...more,
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mounted-'));
  http = createProviderHttp();
  const write = (name: string, content: Buffer) => writeFileSync(path(name), content);
  write(
    'nested.mmdb',
    writeMmdb(
      {
        '73.15.20.0/24': nested('Testville', 'US'),
        '73.15.21.0/24': nested('Testville', 'US', { traits: { is_anycast: true } }),
        '73.15.22.0/24': nested('Elsewhere', 'FR'),
        '73.15.23.0/24': { country: { iso_code: 'US' }, location: { latitude: 37.751, longitude: -97.822 } },
        '2a01:4f8::/32': nested('Sixtown', 'DE'),
      },
      { ipVersion: 6, builtAt },
    ),
  );
  write(
    'flat4.mmdb',
    writeMmdb(
      { '73.15.20.0/24': { city: 'Flatville', state1: 'Flat State', country_code: 'US', latitude: 40.1, longitude: -74.2 } },
      { ipVersion: 4, builtAt },
    ),
  );
  write(
    'ipinfo.mmdb',
    writeMmdb(
      {
        '73.15.20.0/24': {
          city: 'Infoville',
          region: 'Info Region',
          country: 'US',
          lat: '40.1',
          lng: '-74.2',
          timezone: 'America/New_York',
        },
      },
      { ipVersion: 6, builtAt },
    ),
  );
  write(
    'networks.mmdb',
    writeMmdb(
      {
        '73.15.20.0/24': { autonomous_system_number: 64_500, autonomous_system_organization: 'Mounted Example' },
        '73.15.21.0/24': { asn: 'AS14061', as_name: 'DigitalOcean' },
      },
      { ipVersion: 6, builtAt },
    ),
  );
  write('broken.mmdb', Buffer.from('this is no database'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await http.close();
});

describe('a mounted city database', () => {
  it('of nested records, as MaxMind writes them, takes the place of the shipped one', async () => {
    const { facts, note } = await inspect({ IP_CITY_DB: path('nested.mmdb') }, '73.15.20.1');
    expect(facts).toMatchObject({
      countryCode: 'US',
      cityName: 'Testville',
      regionName: 'Region of Testville',
      latitude: 52.52,
      longitude: 13.4,
    });
    expect(note('mounted-city-database')?.decidedFields).toContain('cityName');
    expect(note('dbip-city-lite')).toBeUndefined();
  });

  it('tells no time zone that is not one of the country', async () => {
    expect((await inspect({ IP_CITY_DB: path('nested.mmdb') }, '73.15.20.1')).facts?.timezone).toBeNull(); // 52.5, 13.4 is Berlin
    expect((await inspect({ IP_CITY_DB: path('nested.mmdb') }, '2a01:4f8::1')).facts?.timezone).toBe('Europe/Berlin');
  });

  it.each([
    ['flat4.mmdb', { cityName: 'Flatville', regionName: 'Flat State', latitude: 40.1, longitude: -74.2, timezone: 'America/New_York' }],
    ['ipinfo.mmdb', { cityName: 'Infoville', regionName: 'Info Region', latitude: 40.1, longitude: -74.2, timezone: 'America/New_York' }],
  ])('of flat records (%s) is read too', async (file, expected) => {
    expect((await inspect({ IP_CITY_DB: path(file) }, '73.15.20.1')).facts).toMatchObject({ countryCode: 'US', ...expected });
  });

  it('for IPv4 alone says nothing of IPv6, and the next file is asked', async () => {
    const alone = await inspect({ IP_CITY_DB: path('flat4.mmdb') }, '2a01:4f8::1');
    expect(alone.note('mounted-city-database')?.failure).toBe('unknown');
    expect(alone.facts).toMatchObject({ countryCode: 'DE', cityName: null });
    expect((await inspect({ IP_CITY_DB: `${path('flat4.mmdb')}, ${path('nested.mmdb')}` }, '2a01:4f8::1')).facts?.cityName).toBe('Sixtown');
  });

  it('that calls an address anycast, or names another country than the registries do, puts it nowhere', async () => {
    expect((await inspect({ IP_CITY_DB: path('nested.mmdb') }, '73.15.21.1')).facts).toMatchObject({ countryCode: null, cityName: null });
    expect((await inspect({ IP_CITY_DB: path('nested.mmdb') }, '73.15.22.1')).facts).toMatchObject({ countryCode: null, cityName: null });
  });

  it('that only knows the middle of a country gives no coordinates', async () => {
    expect((await inspect({ IP_CITY_DB: path('nested.mmdb') }, '73.15.23.1')).facts).toMatchObject({
      countryCode: 'US',
      latitude: null,
      longitude: null,
    });
  });

  it.each([
    ['broken.mmdb', 'malformed'],
    ['absent.mmdb', 'unreachable'],
  ])('that cannot be read (%s) is silent; what it might contradict is not told, and the rest is', async (file, failure) => {
    const { facts, note } = await inspect({ IP_CITY_DB: path(file) }, '73.15.20.1');
    expect(note('mounted-city-database')?.failure).toBe(failure);
    expect(facts).toMatchObject({ asn: 'AS7922', isp: expect.any(String), countryCode: null, cityName: null });
    await expect(moduleWith({ IP_CITY_DB: path(file) }).warm()).rejects.toThrow();
  });
});

describe('a mounted network database', () => {
  it('comes before the shipped one, in either spelling of records', async () => {
    const env = { IP_ASN_DB: path('networks.mmdb') };
    expect((await inspect(env, '73.15.20.1')).facts).toMatchObject({ asn: 'AS64500', isp: 'Mounted Example', isHosting: null });
    expect((await inspect(env, '73.15.21.1')).facts).toMatchObject({
      asn: 'AS14061',
      isp: 'DigitalOcean',
      isHosting: true,
      connectionType: 'Hosting',
    });
    expect((await inspect(env, '167.99.1.1')).facts).toMatchObject({ asn: 'AS14061', isp: 'DigitalOcean, LLC' });
  });
});

describe('descriptions', () => {
  it('tell the date of mounted files, and that the shipped cities are not used then', () => {
    const config = readConfig({ IP_CITY_DB: `${path('nested.mmdb')},${path('flat4.mmdb')}`, IP_ASN_DB: path('absent.mmdb') });
    const described = new Map(describeIpSources(config).map((source) => [source.name, source]));
    expect(described.get('mounted-city-database')).toMatchObject({ configured: true, dataDate: '2026-10-01', settings: ['IP_CITY_DB'] });
    expect(described.get('dbip-city-lite')).toMatchObject({ configured: false });
    expect(described.get('mounted-network-database')).toMatchObject({ configured: true, dataDate: null });
  });
});
