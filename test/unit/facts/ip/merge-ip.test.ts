import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IpClaim, type IpFields, unknownIpDetails } from '../../../../src/facts/ip/claim.js';
import { claimOfDronebl } from '../../../../src/facts/ip/source-results.js';
import { mergeIp } from '../../../../src/facts/ip/merge-ip.js';
import { IP_CODES, IP_SOURCES, type IpSource, PRECEDENCE } from '../../../../src/facts/ip/source-weights.js';
import { CONNECTION_TYPES } from '../../../../src/facts/ip/ip-details.js';

const IP = '203.0.113.5';
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const expected: fc.Arbitrary<IpFields> = fc.record(
  {
    riskScore: maybe(fc.integer({ min: 0, max: 100 })),
    confidence: maybe(fc.integer({ min: 0, max: 100 })),
    isProxy: maybe(fc.boolean()),
    isVpn: maybe(fc.boolean()),
    isTor: maybe(fc.boolean()),
    isHosting: maybe(fc.boolean()),
    isScraper: maybe(fc.boolean()),
    isCompromised: maybe(fc.boolean()),
    operator: maybe(fc.constantFrom('Brand A', 'Brand B')),
    asn: maybe(fc.constantFrom('AS64500', 'AS64501')),
    isp: maybe(fc.constantFrom('Owner A', 'Owner B')),
    connectionType: maybe(fc.constantFrom(...CONNECTION_TYPES)),
    countryCode: maybe(fc.constantFrom('US', 'DE')),
    regionName: maybe(fc.constant('Region')),
    cityName: maybe(fc.constantFrom('City A', 'City B')),
    latitude: maybe(fc.constantFrom(0, 52.5)),
    longitude: maybe(fc.constantFrom(0, 13.4)),
    timezone: maybe(fc.constant('Europe/Berlin')),
  },
  { requiredKeys: [] },
);
const claim: fc.Arbitrary<IpClaim> = fc.record({
  source: fc.constantFrom(...IP_SOURCES),
  fields: expected,
  codes: fc.subarray([...IP_CODES], { maxLength: 3 }),
});
const claims = fc.uniqueArray(claim, { selector: ({ source }) => source, maxLength: IP_SOURCES.length });
const POSITION = ['regionName', 'cityName', 'latitude', 'longitude', 'timezone'] as const;

describe('merging, whatever sources say', () => {
  it('does not depend on their order', () => {
    fc.assert(
      fc.property(claims, fc.integer(), (list, seed) => {
        const shuffled = [...list].sort((a, b) => ((a.source.length * 31 + seed) % 7) - ((b.source.length * 31 + seed) % 7)).reverse();
        expect(mergeIp(IP, shuffled).facts).toEqual(mergeIp(IP, list).facts);
      }),
    );
  });

  it('tells nothing that no source said, but for the score of a listing or a flag', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergeIp(IP, list);
        const scorers: readonly IpSource[] = PRECEDENCE.riskScore;
        const scored = list.some(({ source, fields: verdict }) => scorers.includes(source) && (verdict.riskScore ?? null) !== null);
        for (const [field, value] of Object.entries(facts)) {
          if (field === 'ip' || value === null || (!scored && (field === 'riskScore' || field === 'confidence'))) continue;
          expect(list.some(({ fields: verdict }) => verdict[field as keyof IpFields] === value)).toBe(true);
        }
      }),
    );
  });

  it('credits each field that is told to one source, and no other field', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts, decidedFields } = mergeIp(IP, list);
        const received = Object.entries(facts)
          .filter(([field, value]) => field !== 'ip' && value !== null)
          .map(([field]) => field);
        expect([...decidedFields.values()].flat().sort()).toEqual(received.sort());
      }),
    );
  });

  it('gives region, coordinates and zone with a city only, a place with a country only, and none to mobile networks or addresses everywhere', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergeIp(IP, list);
        const everywhere = list.some(({ codes }) => codes.includes('anycast') || codes.includes('content_delivery'));
        if (facts.cityName === null || facts.connectionType === 'Wireless' || everywhere)
          for (const field of POSITION) expect(facts[field]).toBeNull();
        if (facts.countryCode === null || everywhere) expect(facts).toMatchObject({ countryCode: null, cityName: null });
        expect(facts.latitude === 0 && facts.longitude === 0).toBe(false);
        expect(facts.latitude === null).toBe(facts.longitude === null);
      }),
    );
  });

  it('names a brand for a VPN only, and no kind of connection against what it says of hosting', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergeIp(IP, list);
        if (facts.isVpn !== true) expect(facts.operator).toBeNull();
        expect(facts.isHosting === false && facts.connectionType === 'Hosting').toBe(false);
        expect(facts.isHosting === true && (facts.connectionType === 'Wireless' || facts.connectionType === 'Residential')).toBe(false);
      }),
    );
  });

  it('a source that falls silent takes away no more than its own word: others decide, or nobody', () => {
    fc.assert(
      fc.property(claims, fc.nat(), (list, index) => {
        fc.pre(list.length > 0);
        const gone = list[index % list.length] as IpClaim;
        const before = mergeIp(IP, list).facts;
        const after = mergeIp(
          IP,
          list.filter((each) => each !== gone),
        ).facts;
        for (const flag of ['isProxy', 'isVpn', 'isTor', 'isHosting', 'isScraper', 'isCompromised'] as const) {
          if (before[flag] !== after[flag])
            expect(gone.fields[flag] ?? (flag === 'isHosting' || flag === 'isVpn' ? gone.fields.asn : null) ?? null).not.toBeNull();
        }
      }),
    );
  });
});

describe('precedence', () => {
  const FLAGS = ['isProxy', 'isVpn', 'isTor', 'isHosting', 'isScraper', 'isCompromised'] as const;
  it.each(FLAGS)('of %s is as stated', (flag) => {
    const order: readonly IpSource[] = PRECEDENCE[flag];
    order.forEach((source, position) => {
      const later = order.slice(position + 1).map((other): IpClaim => ({ source: other, fields: { [flag]: false }, codes: [] }));
      expect(mergeIp(IP, [...later, { source, fields: { [flag]: true }, codes: [] }]).facts[flag]).toBe(true);
    });
    const others = IP_SOURCES.filter((source) => !order.includes(source)).map(
      (source): IpClaim => ({ source, fields: { [flag]: true }, codes: [] }),
    );
    expect(mergeIp(IP, others).facts[flag]).toBeNull();
  });

  it.each(FLAGS)('of %s: a "no" that another source contradicts is none, but for the live list of exits', (flag) => {
    const order: readonly IpSource[] = PRECEDENCE[flag];
    const [first, ...others] = order as [IpSource, ...IpSource[]];
    const no: IpClaim = { source: first, fields: { [flag]: false }, codes: [] };
    expect(mergeIp(IP, [no]).facts[flag]).toBe(false);
    for (const source of others) {
      const yes: IpClaim = { source, fields: { [flag]: true }, codes: [] };
      expect(mergeIp(IP, [no, yes]).facts[flag]).toBe(first === 'tor-exit-list' ? false : null);
    }
  });

  it('what followed from the number of a network falls with it', () => {
    const shipped: IpClaim = {
      source: 'network-owners',
      fields: { asn: 'AS14061', isp: 'Host', isHosting: true, connectionType: 'Hosting' },
      codes: ['hosting_network'],
    };
    const mounted = (asn: string): IpClaim => ({ source: 'mounted-network-database', fields: { asn, isp: 'Owner' }, codes: [] });
    expect(mergeIp(IP, [shipped, mounted('AS7922')]).facts).toMatchObject({ asn: 'AS7922', isHosting: null, connectionType: null });
    expect(mergeIp(IP, [shipped, mounted('AS14061')]).facts).toMatchObject({
      asn: 'AS14061',
      isHosting: true,
      connectionType: 'Hosting',
    });
  });

  it('so does the country of a network, and its VPN', () => {
    const shipped: IpClaim = {
      source: 'network-owners',
      fields: { asn: 'AS209854', isVpn: true, operator: 'Surfshark', countryCode: 'DE' },
      codes: ['vpn_network'],
    };
    const city: IpClaim = { source: 'dbip-city-lite', fields: { countryCode: 'DE' }, codes: [] };
    const registries: IpClaim = { source: 'network-countries', fields: { countryCode: 'FR' }, codes: [] };
    const mounted: IpClaim = { source: 'mounted-network-database', fields: { asn: 'AS7922' }, codes: [] };
    expect(mergeIp(IP, [shipped, city, registries]).facts).toMatchObject({ isVpn: true, operator: 'Surfshark', countryCode: 'DE' });
    expect(mergeIp(IP, [shipped, city, registries, mounted]).facts).toMatchObject({ isVpn: null, operator: null, countryCode: null });
  });

  it('tells no location while a source that might contradict it was asked and not heard, and none from the shipped cities alone', () => {
    const at = (source: IpSource): IpClaim => ({ source, fields: { countryCode: 'US', cityName: 'City' }, codes: [] });
    const received = (list: IpClaim[], ...failedSources: IpSource[]) => mergeIp(IP, list, new Set(failedSources)).facts.countryCode;
    const both = [at('dbip-city-lite'), at('network-countries')];
    expect(received(both)).toBe('US');
    expect(received([at('dbip-city-lite')])).toBeNull();
    expect(received([at('mounted-city-database')])).toBe('US');
    expect(received([at('mounted-city-database')], 'network-countries')).toBeNull();
    expect(received([at('network-countries')], 'dbip-city-lite')).toBeNull();
    for (const source of ['network-owners', 'network-kinds'] as const) expect(received([...both, at('proxycheck')], source)).toBeNull();
    expect(received([at('proxycheck')], 'ipqualityscore', 'network-countries')).toBe('US');
  });

  it('knows nothing from nobody', () => {
    expect(mergeIp(IP, [])).toEqual({ facts: unknownIpDetails(IP), decidedFields: new Map() });
  });

  it('believes neither of two sources of a rank that name different countries, and asks no lower rank then', () => {
    const provider = (source: IpSource, countryCode: string): IpClaim => ({
      source,
      fields: { countryCode, cityName: 'City' },
      codes: [],
    });
    const city = provider('dbip-city-lite', 'US');
    expect(mergeIp(IP, [city, provider('network-countries', 'US')]).facts).toMatchObject({ countryCode: 'US', cityName: 'City' });
    expect(mergeIp(IP, [city, provider('network-countries', 'CA')]).facts).toMatchObject({ countryCode: null, cityName: null });
    expect(mergeIp(IP, [city, provider('proxycheck', 'DE')]).facts.countryCode).toBe('DE');
    expect(mergeIp(IP, [city, provider('proxycheck', 'DE'), provider('ipqualityscore', 'FR')]).facts.countryCode).toBeNull();
  });
});

describe('scores without a provider', () => {
  const exit = (source: IpSource): IpClaim => ({ source, fields: { isTor: true }, codes: ['tor_exit'] });
  it.each<[string, IpClaim[], number | null, number | null]>([
    ['a location alone', [{ source: 'dbip-city-lite', fields: { countryCode: 'US' }, codes: [] }], null, null],
    ['a range of hosting', [{ source: 'network-kinds', fields: { isHosting: true }, codes: ['hosting_range'] }], 25, 60],
    ['a network of hosting', [{ source: 'network-owners', fields: { isHosting: true }, codes: ['hosting_network'] }], 25, 50],
    ['hosting by a provider that does not score', [{ source: 'proxycheck', fields: { isHosting: true }, codes: [] }], 25, 70],
    ['a VPN brand', [{ source: 'network-kinds', fields: { isVpn: true }, codes: ['vpn_brand'] }], 35, 60],
    [
      'a VPN in a network of hosting',
      [
        { source: 'network-kinds', fields: { isVpn: true }, codes: ['vpn_brand'] },
        { source: 'network-owners', fields: { isHosting: true }, codes: ['hosting_network'] },
      ],
      35,
      60,
    ],
    [
      'hosting that a provider denies',
      [
        { source: 'network-owners', fields: { isHosting: true }, codes: ['hosting_network'] },
        { source: 'proxycheck', fields: { isHosting: false }, codes: [] },
      ],
      null,
      null,
    ],
    ['an exit by a provider that does not score', [{ source: 'proxycheck', fields: { isTor: true }, codes: [] }], 75, 70],
    ['an exit of the shipped list', [exit('network-kinds')], 75, 60],
    ['an exit of the live list too', [exit('network-kinds'), exit('tor-exit-list')], 75, 90],
    [
      'an exit that is none any more',
      [exit('network-kinds'), { source: 'tor-exit-list', fields: { isTor: false }, codes: ['no_tor_exit'] }],
      null,
      null,
    ],
    ['the heaviest of several', [claimOfDronebl([3, 7, 17])], 80, 70],
    ['an open resolver', [claimOfDronebl([12])], null, null],
    [
      'an open proxy that a provider knows to be none',
      [claimOfDronebl([8]), { source: 'proxycheck', fields: { isProxy: false }, codes: [] }],
      null,
      null,
    ],
    [
      'a drone behind an open proxy that a provider knows to be none',
      [claimOfDronebl([3, 8]), { source: 'proxycheck', fields: { isProxy: false }, codes: [] }],
      70,
      60,
    ],
    ["a provider's own", [claimOfDronebl([7]), { source: 'ipqualityscore', fields: { riskScore: 10 }, codes: [] }], 10, null],
  ])('%s', (_, list, riskScore, confidence) => {
    expect(mergeIp(IP, list).facts).toMatchObject({ riskScore, confidence });
  });
});
