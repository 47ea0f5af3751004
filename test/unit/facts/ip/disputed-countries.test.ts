import { describe, expect, it } from 'vitest';
import type { IpClaim } from '../../../../src/facts/ip/claim.js';
import { mergeIp } from '../../../../src/facts/ip/merge-ip.js';
import type { IpSource } from '../../../../src/facts/ip/source-weights.js';

const IP = '203.0.113.7';

describe('a country about which the city database and the registries disagree', () => {
  const at = (source: IpSource, countryCode: string): IpClaim => ({ source, fields: { countryCode, cityName: 'City' }, codes: [] });
  const cloud: IpClaim = { source: 'network-kinds', fields: { isHosting: true }, codes: ['hosting_range', 'cloud_region'] };
  const everywhere: IpClaim = { source: 'anycast-list', fields: {}, codes: ['anycast'] };
  const [city, registries] = [at('dbip-city-lite', 'DE'), at('network-countries', 'US')];
  const still = at('dbip-country-lite', 'DE');
  const registeredIn = (country: string): IpClaim => ({
    source: 'network-owners',
    fields: { asn: 'AS64500' },
    codes: [],
    registeredIn: country,
  });
  it.each<[string, IpClaim[], string | null]>([
    ['is not told', [city, registries], null],
    ["is the registries', when a newer edition says so too", [city, registries, at('dbip-country-lite', 'US')], 'US'],
    ['is not told when the newer edition names a third', [city, registries, at('dbip-country-lite', 'FR')], null],
    ['is not told when the newer edition stays', [city, registries, at('dbip-country-lite', 'DE')], null],
    ["is the city's in a range that a cloud publishes with its region", [city, registries, cloud], 'DE'],
    ["is the city's in such a range that the registries do not know", [city, cloud], 'DE'],
    ["is the city's when the network is there alone", [city, registries, at('network-owners', 'DE')], 'DE'],
    ["is the registries' when the network is there alone", [city, registries, at('network-owners', 'US')], 'US'],
    ['is not told when the network is elsewhere', [city, registries, at('network-owners', 'FR')], null],
    ["is the city's when both editions say so and the network is registered there", [city, registries, still, registeredIn('DE')], 'DE'],
    ['is not told when the network is registered where the block is', [city, registries, still, registeredIn('US')], null],
    ['is not told when the network is registered in a third', [city, registries, still, registeredIn('FR')], null],
    ['is not told by the registration of a network and one edition alone', [city, registries, registeredIn('DE')], null],
    ['is not told against an edition that moved on', [city, registries, at('dbip-country-lite', 'FR'), registeredIn('DE')], null],
    ['is not told by the registration of a network where the registries know nothing', [city, still, registeredIn('DE')], null],
    [
      'is not told by the registration of another network than the one of the operator',
      [city, registries, still, registeredIn('DE'), { source: 'mounted-network-database', fields: { asn: 'AS64501' }, codes: [] }],
      null,
    ],
    ['of an address everywhere is not told', [city, registries, cloud, everywhere], null],
    [
      'is not told against a city in an overseas department',
      [at('dbip-city-lite', 'GP'), at('network-countries', 'FR'), at('network-owners', 'FR')],
      null,
    ],
    [
      'is not told against a city in Puerto Rico',
      [at('dbip-city-lite', 'PR'), at('network-countries', 'US'), at('network-owners', 'US')],
      null,
    ],
    [
      'is not told by an older edition than the one that an operator mounted',
      [at('mounted-city-database', 'DE'), registries, at('dbip-country-lite', 'US')],
      null,
    ],
  ])('%s', (_, list, countryCode) => {
    expect(mergeIp(IP, list).facts).toMatchObject({ countryCode, cityName: null });
  });
});
