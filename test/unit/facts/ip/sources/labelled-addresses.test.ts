import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { countDescribed, type DescribedIp, describeIps, drawPublic, evaluate, LABEL_KINDS, readLabelled } from './describe-addresses.js';
import { classifyNetwork, KNOWN_NETWORKS } from '../../../../../src/facts/ip/networks/classify.js';
import { kindOfOwner } from '../../../../../src/facts/ip/networks/owner-names.js';
import { shippedFiles } from '../../../../../src/facts/ip/sources/embedded.js';
import { Mmdb } from '../../../../../src/facts/ip/sources/mmdb.js';
import { folderOf, readShippedSources, type ShippedSource } from '../../../../../src/facts/sources/shipped-sources.js';
import { boundariesOf } from '../../../../../tools/data/boundaries.js';
import { parseIp } from '../../../../../src/kernel/identity/canonical-ip.js';

describe('of 3,000 public addresses, with shipped data alone', () => {
  let received: DescribedIp[];
  beforeAll(async () => {
    received = await describeIps(drawPublic(3_000));
  });

  it('two fifths at most have no connection type', () => {
    const { addresses, withoutConnectionType } = countDescribed(received);
    expect(withoutConnectionType / addresses).toBeLessThanOrEqual(0.4);
  });

  it('each that is hosting, a VPN or an exit has a score, and no other has one', () => {
    const { flagged, flaggedWithoutScore } = countDescribed(received);
    expect(flagged).toBeGreaterThan(300);
    expect(flaggedWithoutScore).toBe(0);
    const scored = received.filter(({ facts }) => facts.riskScore !== null);
    expect(scored).toHaveLength(flagged);
    for (const { facts } of scored) expect(facts.confidence).toBeGreaterThan(0);
  });

  it('three in a hundred at most of those in one place have no country', () => {
    const { unicast: inOneLocation, withoutCountry } = countDescribed(received);
    expect(inOneLocation).toBeGreaterThan(2_975); // almost all: no network was declared to be everywhere for the sake of the figure
    expect(withoutCountry / inOneLocation).toBeLessThanOrEqual(0.03);
  });

  it('of those that a network announces, fewer still', () => {
    const { announcedUnicast: announcedInOneLocation, announcedWithoutCountry } = countDescribed(received);
    expect(announcedWithoutCountry / announcedInOneLocation).toBeLessThanOrEqual(0.026);
  });

  it("ninety-seven in a hundred of the countries that are told are the registries' too", async () => {
    const table = new Mmdb(shippedFiles(readShippedSources().get('network-countries') as ShippedSource));
    const countries = received.filter(({ facts }) => facts.countryCode !== null);
    const alike = await Promise.all(countries.map(async ({ ip, facts }) => (await table.find(parseIp(ip))) === facts.countryCode));
    expect(alike.filter(Boolean).length / countries.length).toBeGreaterThanOrEqual(0.97);
  });

  it('none is denied anything', () => {
    for (const { facts } of received) expect(Object.values(facts)).not.toContain(false);
  });
});

describe('of addresses whose networks are known', () => {
  const labelled = readLabelled();
  let received: DescribedIp[];
  beforeAll(async () => {
    received = await describeIps(labelled.map(({ ip }) => ip));
  });
  const evaluated = (kind: string) =>
    labelled.flatMap((label, index) => (label.kind === kind ? evaluate(label, received[index] as DescribedIp) : []));

  it('every kind is there, each address once and with its source', () => {
    expect(new Set(labelled.map(({ kind }) => kind))).toEqual(new Set(LABEL_KINDS));
    for (const { ip, network, source } of labelled) {
      expect([ip, network, source]).toEqual([expect.stringMatching(/^[0-9.]+$/), expect.stringMatching(/./), expect.any(String)]);
      expect(['feed', 'registry', 'rdns', 'docs']).toContain(source);
    }
    const unlike = labelled.map(({ kind, ip }) => `${kind} ${ip}`);
    expect(new Set(unlike).size).toBe(unlike.length);
  });

  it('nineteen in twenty of the connection types that are told are right', () => {
    const types = ['Hosting', 'Residential', 'Wireless', 'Business'].flatMap(evaluated);
    const right = types.filter((each) => each === 'right').length;
    const wrong = types.filter((each) => each === 'wrong').length;
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.95);
    expect(right / types.length).toBeGreaterThanOrEqual(0.85);
  });

  it.each(['Hosting', 'Business'])('nine in ten of %s are right', (kind) => {
    const wrong = evaluated(kind).filter((each) => each === 'wrong').length;
    expect(wrong / evaluated(kind).length).toBeLessThanOrEqual(0.1);
  });

  it.each(['VPN', 'Tor', 'anycast'])('nothing is told of %s that is wrong', (kind) => {
    expect(evaluated(kind)).not.toContain('wrong');
    expect(evaluated(kind).filter((each) => each === 'right').length).toBeGreaterThan(evaluated(kind).length / 2);
  });
});

describe('the lists of networks', () => {
  const source = readShippedSources().get('network-owners');
  const file = join((source && folderOf(source)) ?? '', source?.files[0]?.file ?? '');
  const leaves = boundariesOf(brotliDecompressSync(readFileSync(file)), String);
  const values = [...new Set([...leaves].flatMap(({ value }) => value ?? []))];
  const holders = new Map(values.map((value) => value.split('\t') as [string, string]));

  it('name the holder of each number as the shipped data does', () => {
    const lists = [KNOWN_NETWORKS.mobile, KNOWN_NETWORKS.consumer, KNOWN_NETWORKS.organisation];
    const differing = lists.flatMap((list) =>
      [...list].filter(([number, { owner }]) => !holders.get(String(number))?.toLowerCase().includes(owner.toLowerCase())),
    );
    expect(differing).toEqual([]);
  });

  it('find the country in which the number of a network is registered', () => {
    const registered = new Map(
      values.map((value) => value.split('\t') as [string, string, string?]).map(([number, , country]) => [number, country]),
    );
    expect(['16509', '3320', '2497', '7922'].map((number) => registered.get(number))).toEqual(['US', 'DE', 'JP', 'US']);
    for (const country of registered.values()) expect(country ?? 'XX').toMatch(/^[A-Z]{2}$/);
    expect([...registered.values()].filter((country) => country !== undefined).length).toBeGreaterThan(70_000);
  });

  it('have each number once, and none that nobody holds', () => {
    const numbers = Object.values(KNOWN_NETWORKS).flatMap((list) => [...list.keys()]);
    expect(numbers.filter((number) => !holders.has(String(number)))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('go before the name of a holder', () => {
    expect(classifyNetwork(10139, 'Smart Broadband, Inc.')).toEqual({ kind: 'mobile', shownBy: 'number' });
    expect(classifyNetwork(64500, 'Some Broadband, Inc.')).toEqual({ kind: 'consumer', shownBy: 'name' });
    expect(classifyNetwork(64500, 'Some Company, Inc.')).toBeNull();
    expect(classifyNetwork(64500, null)).toBeNull();
  });
});

describe('the name of a holder', () => {
  it.each([
    ['University of Michigan', 'organisation'],
    ['Universidad Nacional Autonoma de Mexico', 'organisation'],
    ['Johannes Gutenberg-Universitaet Mainz', 'organisation'],
    ['Coast Community College District', 'organisation'],
    ['Bank of America, National Association', 'organisation'],
    ['UK Ministry of Defence', 'organisation'],
    ['Cedars-Sinai Health Systems', 'organisation'],
    ['United States Department of Defense (DoD)', 'organisation'],
    ['A2 Hosting, Inc.', 'hosting'],
    ['VPS House Technology Group LLC', 'hosting'],
    ['Vyve Broadband', 'consumer'],
    ['PUSAN CABLE TV SYSTEM CO., LTD.', 'consumer'],
    ['Twin Lakes Telephone Cooperative Corporation', 'consumer'],
  ])('%s shows %s', (owner, kind) => {
    expect(kindOfOwner(owner)).toBe(kind);
  });

  it.each([
    'Cologix, Inc',
    'DataBank Holdings, Ltd.',
    'Indiana Higher Education Telecommunication System (IHETS)',
    'Moscow Technical University of Telecommunications and Informatics',
    'Ministry of Communications',
    'City of Longmont',
    'Cablevision Lightpath LLC',
    'BROADBANDIDC',
    'Inet Hosting and Broadband Ltd',
    'China Mobile Communications Group Co., Ltd.',
    'Cable & Wireless Panama',
    'Universal Networks LLC',
    '',
  ])('%s shows nothing', (owner) => {
    expect(kindOfOwner(owner)).toBeNull();
  });
});
