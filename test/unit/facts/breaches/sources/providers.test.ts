import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBreachSearch, type BreachModule } from '../../../../../src/facts/breaches/sources/index.js';
import type { Config } from '../../../../../src/kernel/config/env.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import type { BreachIndex } from '../../../../../src/facts/breaches/breach-index.js';
import type { Identity } from '../../../../../src/kernel/identity/identity.js';
import { startPlatform } from '../../../../support/outbound-servers.js';
import { createTestAuthority } from '../../../../support/test-authority.js';
import { configs, hibpBreach, LEAKCHECK_SAMPLE, leakCheck, leakCheckTerm, OFF, rangeOf } from '../../../../support/breach-providers.js';
import { FAULTS, type Fault, type JsonProvider, startJsonProvider } from '../../../../support/json-provider.js';

const ALICE: Identity = { type: 'email', value: 'alice+x@example.com' };
const PHONE: Identity = { type: 'phone', value: '+12025550123' };
const HANDLE: Identity = { type: 'username', value: 'alice_99' };

let provider: JsonProvider;
let http: ProviderHttp;
const modules: BreachModule[] = [];
beforeEach(async () => {
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([...modules.splice(0).map((each) => each.close()), http.close(), provider.close()]);
});

type Name = keyof ReturnType<typeof configs>;

function open(config: Partial<Config>, index: BreachIndex | null = null): BreachModule {
  const opened = createBreachSearch({ config: { ...OFF, ...config }, http, index, gapMs: 0 });
  modules.push(opened);
  return opened;
}

async function request(config: Partial<Config>, identity: Identity = ALICE, budgetMs = 5_000, index: BreachIndex | null = null) {
  const { search } = open(config, index);
  if (search === null) throw new Error('nothing is configured');
  return search.search(identity, { signal: new AbortController().signal, budgetMs });
}
const only = (name: Name) => configs(provider.url)[name];

const HIBP_PATH = `/hibp/breachedaccount/${ALICE.value}`;
const knownDates = (dates: Record<string, readonly string[]>): BreachIndex => ({
  findByPrefix: async () => [],
  isErased: async () => false,
  coverage: async () => ({ queryTypes: new Set(), isComplete: true }),
  datesOf: async (keys) => new Map(Object.entries(dates).filter(([key]) => keys.includes(key))),
});

describe('Have I Been Pwned, by whole addresses where the operator says so', () => {
  it('is asked as its interface wants it, and tells breaches with the day they happened', async () => {
    provider.replies.set(HIBP_PATH, {
      json: [
        hibpBreach('Adobe'),
        hibpBreach('Invented', { IsFabricated: true }),
        hibpBreach('Withdrawn', { IsRetired: true }),
        hibpBreach('Rumour', { IsVerified: false, BreachDate: '2020-02-29' }),
        hibpBreach('Spam', { IsSpamList: true, BreachDate: '2019-01-01' }),
        hibpBreach('Logs', { IsStealerLog: true, BreachDate: '2021-01-01' }),
        hibpBreach('Undated', { BreachDate: '' }),
      ],
    });
    const { facts, notes } = await request(only('hibpByAddress'));
    expect(facts).toEqual([
      { name: 'Logs', date: '2021-01-01', domain: null, dataClasses: ['Passwords'], stealerLog: true },
      { name: 'Rumour', date: '2020-02-29', domain: null, dataClasses: ['Passwords'] },
      { name: 'Spam', date: '2019-01-01', domain: null, dataClasses: ['Passwords'] },
      { name: 'Adobe', date: '2013-10-04', domain: 'adobe.example.com', dataClasses: ['Passwords'] },
    ]);
    expect(notes).toMatchObject([
      { source: 'haveibeenpwned', failure: null, decidedFields: ['breaches'], codes: ['in_breaches', 'breaches_without_date'] },
    ]);
    expect(provider.seen[0]?.query.get('truncateResponse')).toBe('false');
    expect(provider.seen[0]?.headers).toMatchObject({ 'hibp-api-key': 'test-key-0001', 'user-agent': 'footprint' });
  });

  it('says "in none" with a 404 of the service itself', async () => {
    provider.replies.set(HIBP_PATH, { status: 404 }).set('/hibp/dataclasses', { json: ['Ages', 'Passwords'] });
    const { search } = open(only('hibpByAddress'));
    const budget = { signal: new AbortController().signal, budgetMs: 5_000 };
    expect(await search?.search(ALICE, budget)).toMatchObject({ facts: [], notes: [{ failure: null, codes: ['in_no_breach'] }] });
    expect(await search?.search(ALICE, budget)).toMatchObject({ facts: [] });
    expect(provider.seen.map(({ path }) => path)).toEqual([HIBP_PATH, '/hibp/dataclasses', HIBP_PATH]);
  });

  it.each([
    ['nothing there', undefined],
    ['a page', { text: '<h1>hi</h1>' }],
    ['an empty list', { json: [] }],
  ])('a 404 where the service is not (%s) is no "none"', async (_, reply) => {
    provider.replies.set(HIBP_PATH, { status: 404 });
    if (reply !== undefined) provider.replies.set('/hibp/dataclasses', reply);
    expect(await request(only('hibpByAddress'))).toMatchObject({ facts: null, notes: [{ failure: 'malformed' }] });
  });
});

describe('XposedOrNot', () => {
  const details = [
    { breach: 'Adobe', domain: 'adobe.com', xposed_date: '2013', verified: 'Yes', xposed_data: 'Email addresses; Passwords;' },
    { breach: 'Claimed', domain: 'claimed.example.com', xposed_date: '2015', verified: 'No', xposed_data: '' },
    { breach: 'NotInCatalogue', domain: '', xposed_date: '2016' },
  ];
  const catalogue = {
    exposedBreaches: [
      { breachID: 'Adobe', breachedDate: '2013-10-04T00:00:00+00:00' },
      { breachID: 'Claimed', breachedDate: '2015-05-01T00:00:00+00:00' },
      { breachID: 'Old' },
    ],
  };

  it('has years, and its catalogue has the days; the catalogue is fetched once', async () => {
    provider.replies
      .set('/xon/v1/breach-analytics', { json: { ExposedBreaches: { breaches_details: details } } })
      .set('/xon/v1/breaches', { json: catalogue });
    const { search } = open(only('xposedornot'));
    for (const _ of [1, 2]) {
      const finding = await search?.search(ALICE, { signal: new AbortController().signal, budgetMs: 5_000 });
      expect(finding?.facts).toEqual([
        { name: 'Claimed', date: '2015-05-01', domain: null },
        { name: 'Adobe', date: '2013-10-04', domain: 'adobe.com', dataClasses: ['Email addresses', 'Passwords'] },
      ]);
    }
    expect(provider.seen.filter(({ path }) => path === '/xon/v1/breaches')).toHaveLength(1);
    expect(provider.seen.find(({ path }) => path === '/xon/v1/breach-analytics')?.query.get('email')).toBe(ALICE.value);
  });

  it('in breaches is no "in none" while its catalogue does not come, and nobody waits for that', async () => {
    provider.replies
      .set('/xon/v1/breach-analytics', { json: { ExposedBreaches: { breaches_details: details } } })
      .set('/xon/v1/breaches', 'hang');
    provider.replies.set(HIBP_PATH, { status: 404 }).set('/hibp/dataclasses', { json: ['Passwords'] });
    const finding = await request({ ...only('xposedornot'), ...only('hibpByAddress') }, ALICE, 60_000);
    expect(finding.facts).toBeNull();
    expect(finding.notes.find(({ source }) => source === 'xposedornot')).toMatchObject({
      failure: null,
      codes: ['in_breaches', 'breaches_without_date'],
    });
  });

  it('in breaches that cannot be dated is neither "in none" nor a list', async () => {
    provider.replies
      .set('/xon/v1/breach-analytics', { json: { ExposedBreaches: { breaches_details: details } } })
      .set('/xon/v1/breaches', 'server error');
    expect(await request(only('xposedornot'))).toMatchObject({
      facts: null,
      notes: [{ failure: null, codes: ['in_breaches', 'breaches_without_date'] }],
    });
  });

  it.each([
    ['null', { json: { ExposedBreaches: null, BreachMetrics: null } }],
    ['404 with its own words', { status: 404, json: { Error: 'Not found' } }],
    ['an empty list', { json: { ExposedBreaches: { breaches_details: [] } } }],
  ])('says "in none" with %s', async (_, reply) => {
    provider.replies.set('/xon/v1/breach-analytics', reply).set('/xon/v1/breaches', { json: catalogue });
    expect((await request(only('xposedornot'))).facts).toEqual([]);
  });
});

describe('LeakCheck', () => {
  it('has months: a breach is dated by whoever knows its day, or left out', async () => {
    provider.replies.set('/public', {
      json: {
        success: true,
        found: 9,
        fields: ['password'],
        sources: [
          { name: 'Adobe', date: '2013-10' },
          { name: 'Stealer Logs', date: '' },
          { name: 'Full', date: '2018-03-02' },
        ],
      },
    });
    const known = knownDates({ adobe: ['2012-01-01', '2013-10-04'] });
    expect((await request(only('leakcheck'), ALICE, 5_000, known)).facts).toEqual([
      { name: 'Full', date: '2018-03-02', domain: null },
      { name: 'Adobe', date: '2013-10-04', domain: null },
    ]);
    expect((await request(only('leakcheck'), HANDLE)).facts).toEqual([{ name: 'Full', date: '2018-03-02', domain: null }]);
    expect(provider.seen.map(({ query }) => query.get('check'))).toEqual([LEAKCHECK_SAMPLE, leakCheckTerm(ALICE.value), HANDLE.value]);
  });

  it.each([
    ['no sources', { success: true, found: 0, sources: [] }],
    ['its words', { success: false, error: 'Not found' }],
  ])('says "in none" with %s', async (_, json) => {
    provider.replies.set('/public', leakCheck({ json }));
    expect((await request(only('leakcheck'))).facts).toEqual([]);
  });

  it.each([
    ['found, and not told where', { success: true, found: 3 }, 'unknown'],
    ['another refusal', { success: false, error: 'Invalid characters in query' }, 'malformed'],
  ])('%s is no answer', async (_, json, failure) => {
    provider.replies.set('/public', leakCheck({ json }));
    expect(await request(only('leakcheck'))).toMatchObject({ facts: null, notes: [{ failure }] });
  });
});

describe('every provider', () => {
  const PATHS: Readonly<Record<Name, string>> = {
    haveibeenpwned: `/hibp${rangeOf(ALICE.value).path}`,
    hibpByAddress: HIBP_PATH,
    xposedornot: '/xon/v1/breach-analytics',
    leakcheck: '/public',
  };
  const cases = (Object.keys(PATHS) as Name[]).flatMap((name) => (Object.keys(FAULTS) as Fault[]).map((fault) => [name, fault] as const));

  it.each(cases)('%s: %s is unknown, with a reason', async (name, fault) => {
    provider.replies.set(PATHS[name], fault);
    const { facts, notes } = await request(only(name), ALICE, 700);
    expect(facts).toBeNull();
    const [note] = notes;
    expect(note?.failure).not.toBeNull();
    if (fault === 'hang' || fault === 'drip') expect(note?.failure).toBe('timeout');
    if (fault === 'too many') expect(note?.failure).toBe('rate_limited');
    if (fault === 'key refused' || fault === 'forbidden') expect(note?.failure).toBe('unauthorized');
  });

  it.each(Object.keys(PATHS) as Name[])('%s behind a certificate of nobody is unreachable', async (name) => {
    const authority = await createTestAuthority();
    const server = await startPlatform(await authority.issue(['127.0.0.1']), (_, response) => response.end('[]'));
    const config = Object.fromEntries(
      Object.entries(only(name)).map(([key, value]) => [
        key,
        String(value).startsWith('http') ? String(value).replace(provider.url, `https://127.0.0.1:${server.port}`) : value,
      ]),
    );
    expect(await request(config)).toMatchObject({ facts: null, notes: [{ failure: 'unreachable' }] });
    await server.close();
    authority.remove();
  });

  it('that asks for a short pause gets it, and answers then', async () => {
    provider.replies.set('/public', [{ status: 429, headers: { 'retry-after': '0' } }, { json: { success: true, found: 0, sources: [] } }]);
    expect((await request(only('leakcheck'), HANDLE)).facts).toEqual([]);
  });

  it('that refuses is left alone for a while, and stays silent for the same reason', async () => {
    provider.replies.set('/public', 'too many');
    const { search } = open(only('leakcheck'));
    for (const _ of [1, 2, 3]) {
      const finding = await search?.search(ALICE, { signal: new AbortController().signal, budgetMs: 2_000 });
      expect(finding).toMatchObject({ facts: null, notes: [{ failure: 'rate_limited' }] });
    }
    expect(provider.seen).toHaveLength(1);
  });

  it('is not asked about what it does not take', async () => {
    expect(await request({ ...only('haveibeenpwned'), ...only('xposedornot'), ...only('leakcheck') }, PHONE)).toMatchObject({
      facts: null,
      notes: [{ failure: 'not_applicable' }, { failure: 'not_applicable' }, { failure: 'not_applicable' }],
    });
    expect(provider.seen).toHaveLength(0);
  });
});

describe('several sources', () => {
  it('make one list, each breach once, and one that answers is enough', async () => {
    const { path, suffix } = rangeOf(ALICE.value);
    provider.replies
      .set(`/hibp${path}`, { json: [{ hashSuffix: suffix, websites: ['Collection #1'] }] })
      .set('/hibp/breaches', { json: [hibpBreach('Collection #1', { Domain: '', BreachDate: '2019-01-07' })] })
      .set('/public', { json: { success: true, found: 1, sources: [{ name: 'Collection1', date: '2019-01' }] } })
      .set('/xon/v1/breach-analytics', 'hang');
    const { facts, notes } = await request({ ...only('haveibeenpwned'), ...only('leakcheck'), ...only('xposedornot') }, ALICE, 700);
    expect(facts).toEqual([{ name: 'Collection #1', date: '2019-01-07', domain: null, dataClasses: ['Passwords'] }]);
    expect(notes.map(({ source, failure }) => [source, failure])).toEqual([
      ['haveibeenpwned', null],
      ['xposedornot', 'timeout'],
      ['leakcheck', null],
    ]);
  });

  it('are none at all while nothing is configured', async () => {
    const nothing = open({});
    expect(nothing.search).toBeNull();
    expect(nothing.sources.map(({ name, configured }) => [name, configured])).toEqual([
      ['breach_index', false],
      ['haveibeenpwned', false],
      ['xposedornot', false],
      ['leakcheck', false],
    ]);
    expect(open(only('leakcheck')).sources.find(({ name }) => name === 'leakcheck')).toMatchObject({
      configured: true,
      settings: ['LEAKCHECK'],
      credit: expect.stringContaining('LeakCheck'),
    });
  });
});
