/** Modules beside the sweep: from the request to the answer, over sources of the test's own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnrichmentSources } from '../../src/facts/fact-modules.js';
import { ipDetailsOf, knowingSources, LINE, MAILBOX, MENTION, sourcesOf } from '../support/enrichment.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

const IP = '192.0.2.17';
const LOGS = { name: 'Logs', date: '2021-01-01', domain: null, dataClasses: ['Passwords'], stealerLog: true };
const ALL = { email: true, phone: true, ip: true };
const IDENTITIES = { email: ADA.email, phone: ADA.phone, ip: IP };

describe('modules of a lookup', () => {
  let service: WorkingService;
  let sources = knowingSources();
  beforeAll(async () => {
    // What is asked is decided anew for each test.
    const current = new Proxy({} as EnrichmentSources, { get: (_, name) => Reflect.get(sources, name) as unknown });
    service = await startWorkingService({ sites: 15, enrichment: { sources: current } });
    // Makes the controls.
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key: (await service.account()).key, body: { query: ADA.username } });
  });
  beforeEach(() => {
    sources = knowingSources();
  });
  afterAll(() => service.close());

  async function lookUp(body: object, options: { parameters?: string; key?: string } = {}): Promise<LookupBody> {
    const key = options.key ?? (await service.account()).key;
    const response = await service.call('POST', `/v1/lookup${options.parameters ?? '?wait=true'}`, { key, body });
    expect(response.status).toBe(200);
    return response.body as LookupBody;
  }

  it('all that were asked for are in the answer, beside the sweep, and are billed as one lookup', async () => {
    const { key, accountId } = await service.account();
    const body = await lookUp({ ...IDENTITIES, checks: ALL }, { key });
    expectLookupBody(body);
    expect(body).toMatchObject({ emailDetails: MAILBOX, phoneDetails: LINE, ipDetails: ipDetailsOf(IP), webMentions: [MENTION] });
    expect(body.breaches).toEqual(
      expect.arrayContaining([
        { name: 'Breach by email', date: '2019-01-02' },
        { name: 'Breach by phone', date: '2019-01-02' },
      ]),
    );
    expect(body.matches).toBeGreaterThan(0);
    expect((await service.call('GET', `/v1/lookup/${body.lookupId}`, { key })).body).toEqual(body);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('facts of mailbox, line and address are opt-in; breaches and mentions can be refused', async () => {
    expect(await lookUp(IDENTITIES)).toMatchObject({ emailDetails: null, phoneDetails: null, ipDetails: null, webMentions: [MENTION] });
    expect(await lookUp({ query: ADA.username, checks: { breaches: false, webMentions: false } })).toMatchObject({
      breaches: null,
      webMentions: null,
    });
    expect(await lookUp({ query: ADA.username, checks: { ...ALL } })).toMatchObject({
      emailDetails: null,
      phoneDetails: null,
      ipDetails: null,
    });
  });

  it('null is "not checked", an empty list "nothing found"', async () => {
    sources = knowingSources({
      breaches: { search: async () => ({ facts: [], notes: [] }) },
      webMentions: { search: async () => ({ facts: null, notes: [] }) },
    });
    expect(await lookUp({ query: ADA.username })).toMatchObject({ breaches: [], webMentions: null });
    sources = sourcesOf();
    expect(await lookUp({ ...IDENTITIES, checks: { ...ALL, breaches: true } })).toMatchObject({
      breaches: null,
      webMentions: null,
      emailDetails: null,
      phoneDetails: null,
      ipDetails: null,
    });
  });

  it('are recorded as what was to run, and only where there is a source', async () => {
    const planOf = async ({ lookupId }: LookupBody) => (await service.record.reader.find(lookupId))?.plan?.modules;
    expect(await planOf(await lookUp({ ...IDENTITIES, checks: { ip: true } }))).toEqual(['footprint', 'ip', 'breaches', 'webMentions']);
    sources = sourcesOf({ breaches: sources.breaches });
    expect(await planOf(await lookUp({ ...IDENTITIES, checks: ALL }))).toEqual(['footprint', 'breaches']);
  });

  it('one that breaks costs its own facts and nothing else', async () => {
    sources = knowingSources({
      email: { inspect: async () => Promise.reject(new Error('broken')) },
      breaches: { search: () => new Promise(() => undefined) },
      budgetMs: { ...sources.budgetMs, breaches: 200 },
    });
    const body = await lookUp({ ...IDENTITIES, checks: ALL });
    expect(body).toMatchObject({
      emailDetails: null,
      breaches: null,
      phoneDetails: LINE,
      ipDetails: ipDetailsOf(IP),
      webMentions: [MENTION],
    });
    expect(body.results.length).toBeGreaterThan(0);
  });

  it('tell of the stream as they land, each once, and never of what is not known', async () => {
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    sources = knowingSources({
      webMentions: { search: async () => gate.then(() => ({ facts: [MENTION], notes: [] })) },
      breaches: { search: async ({ type }) => ({ facts: type === 'email' ? [LOGS] : null, notes: [] }) },
    });
    const { key } = await service.account();
    const stream = await openStream(
      `${service.url}/v1/lookup/stream?${new URLSearchParams({ ...IDENTITIES, deep: 'false', platforms: service.sites.slugs.slice(0, 2).join() })}`,
      key,
    );
    const early = (await stream.until(3)).map(({ event }) => event);
    await vi.waitFor(
      () => expect(stream.events().map(({ event }) => event)).toEqual(expect.arrayContaining(['breach_result', 'phone_details_result'])),
      { timeout: 90_000 },
    );
    expect(early).not.toContain('web_mentions_result');
    release();
    const events = await stream.whole();
    const of = (type: string) => events.filter(({ event }) => event === type).map(({ data }) => data);
    const breaches = [{ name: 'Logs', date: '2021-01-01' }]; // as v1 has them
    expect(of('breach_result')).toEqual([{ breaches }]);
    expect(of('phone_details_result')).toEqual([{ phoneDetails: LINE }]);
    expect(of('web_mentions_result')).toEqual([{ webMentions: [MENTION] }, { webMentions: [MENTION] }]); // of each identity
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: { breaches, webMentions: [MENTION], phoneDetails: LINE, emailDetails: MAILBOX, ipDetails: ipDetailsOf(IP) },
    });
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(1);
  });

  it.each([
    ['nothing about a single identity', { query: ADA.username }, [{ breaches: [] }], []],
    ['nothing about one of two, as long as the other is unknown', { query: ADA.username, email: ADA.email }, [], null],
  ])('a stream tells %s', async (_, identities, told, breaches) => {
    sources = sourcesOf({ breaches: { search: async ({ type }) => ({ facts: type === 'email' ? null : [], notes: [] }) } });
    const { key } = await service.account();
    const parameters = { ...identities, deep: 'false', platforms: service.sites.slugs.slice(0, 2).join() };
    const stream = await openStream(`${service.url}/v1/lookup/stream?${new URLSearchParams(parameters).toString()}`, key);
    const events = await stream.whole();
    expect(events.filter(({ event }) => event === 'breach_result').map(({ data }) => data)).toEqual(told);
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { breaches } });
  });

  it('an instant answer has what is there at the ceiling, and later reads the rest', async () => {
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    sources = knowingSources({ breaches: { search: async () => gate.then(() => ({ facts: [], notes: [] })) } });
    const { key } = await service.account();
    const body = await lookUp({ ...IDENTITIES, checks: ALL }, { parameters: '?instant=true', key });
    expect(body).toMatchObject({ emailDetails: MAILBOX, phoneDetails: LINE, ipDetails: ipDetailsOf(IP), breaches: null });
    // A module that hangs does not hold the sweep.
    expect(body.platformsPending).toBe(0);
    release();
    await vi.waitFor(async () => expect((await service.record.reader.find(body.lookupId))?.state).toBe('finished'), { timeout: 90_000 });
    expect((await service.call('GET', `/v1/lookup/${body.lookupId}`, { key })).body).toMatchObject({ breaches: [], phoneDetails: LINE });
  });

  describe('single checks', () => {
    it.each([
      ['/v1/email', { email: ADA.email }, { emailDetails: MAILBOX }],
      ['/v1/phone', { phone: ADA.phone }, { phoneDetails: LINE }],
      ['/v1/ip', { ip: IP }, { ipDetails: ipDetailsOf(IP) }],
    ])('%s answers with what its module knows, and is read again by its id', async (path, body, expected) => {
      const { key } = await service.account();
      const response = await service.call('POST', path, { key, body });
      expect(response.body).toMatchObject(expected);
      const { lookupId } = response.body as LookupBody;
      expect((await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body).toMatchObject({
        ...expected,
        breaches: null,
        webMentions: null,
        results: [],
      });
    });

    it('nobody who knows is null', async () => {
      sources = knowingSources({ ip: { inspect: async () => ({ facts: null, notes: [] }) } });
      const { key } = await service.account();
      expect((await service.call('POST', '/v1/ip', { key, body: { ip: IP } })).body).toMatchObject({ ipDetails: null });
    });
  });

  describe('breaches of platforms', () => {
    /** A site that takes e-mail addresses, and one that does not. */
    const sites = () => {
      const taking = service.sites.catalogue.platforms.filter(({ probes }) => probes.email).map(({ slug }) => slug);
      return { requested: taking[0] as string, other: service.sites.slugs.find((slug) => !taking.includes(slug)) as string };
    };
    const breachesOf = (...slugs: string[]): EnrichmentSources['breaches'] => ({
      search: async () => ({
        facts: slugs.map((slug) => ({ name: `Breach of ${slug}`, date: '2019-01-02', domain: `${slug}.example` })),
        notes: [],
      }),
    });

    it('make results where the platform has no answer of its own; its own answer wins', async () => {
      const { requested, other } = sites();
      sources = knowingSources({ breaches: breachesOf(requested, other) });
      const known = await lookUp({ email: ADA.email }, { parameters: '?wait=true&deep=true' });
      expectLookupBody(known);
      expect(known.results.find(({ platform }) => platform === other)).toMatchObject({ registered: true, method: 'breach_record' });
      expect(known.results.find(({ platform }) => platform === requested)).toMatchObject({
        registered: true,
        method: expect.not.stringMatching('breach_record') as string,
      });
      const unknown = await lookUp({ email: 'nobody-here@example.com' }, { parameters: '?wait=true&deep=true' });
      expect(unknown.results.find(({ platform }) => platform === requested)).toMatchObject({ registered: false });
      expect(unknown.hits).toEqual([other]);
    });

    it('fill the place of a platform that does not answer, with the time at which the breach was learnt of', async () => {
      const { requested } = sites();
      sources = knowingSources({ breaches: breachesOf(requested) });
      service.sites.simulator.setFault(requested, 'captcha_200');
      const before = new Date();
      try {
        const body = await lookUp({ email: 'nobody-there@example.com', platforms: [requested] });
        expect(body).toMatchObject({
          platformsChecked: 1,
          matches: 1,
          socialMatches: 1,
          hits: [requested],
          results: [{ method: 'breach_record' }],
        });
        expect(new Date(body.results[0]?.checkedAt ?? 0).getTime()).toBeGreaterThanOrEqual(before.getTime());
      } finally {
        service.sites.simulator.setFault(requested, null);
      }
    });

    it('keep to the platforms that were asked for, and are not remembered', async () => {
      const { requested, other } = sites();
      const { key } = await service.account();
      sources = knowingSources({ breaches: breachesOf(other) });
      expect((await lookUp({ email: ADA.email, platforms: [requested] }, { key })).results.map(({ platform }) => platform)).toEqual([
        requested,
      ]);
      expect((await lookUp({ email: ADA.email }, { key, parameters: '?wait=true&deep=true' })).hits).toContain(other);
      sources = sourcesOf();
      const later = await lookUp({ email: ADA.email }, { key, parameters: '?wait=true&deep=true' });
      expect(later.servedFromCache).toBe(true);
      expect(later.hits).not.toContain(other);
    });

    it('are told once in the stream, as in done', async () => {
      const { requested, other } = sites();
      sources = knowingSources({ breaches: breachesOf(requested, other) });
      const { key } = await service.account();
      const stream = await openStream(
        `${service.url}/v1/lookup/stream?${new URLSearchParams({ email: 'nobody-else@example.com', deep: 'true', platforms: '' })}`,
        key,
      );
      const events = await stream.whole();
      const received = events.filter(({ event }) => event === 'platform_result').map(({ data }) => (data as { platform: string }).platform);
      const done = events.at(-1)?.data as LookupBody;
      expect([...received].sort()).toEqual(done.results.map(({ platform }) => platform).sort());
      expect(done.hits).toEqual([other]);
    });
  });
});
