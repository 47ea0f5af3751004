/** Purposes that bind: what one forbids is not asked through any door, nothing stored of it is served, and it is said. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { lookupCommand } from '../../src/cli/lookup-command.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { CommandRunner } from '../support/command-runner.js';
import { expectRefusal } from '../support/http/answers.js';
import { resultsOf, sendBatch, untilBatch } from '../support/http/batches.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { agentOf, callTool, connectAgent, factsOf } from '../support/mcp-clients.js';

/** The tags of the sites, in turn: of the first alone every kind is one that `credit` allows. */
const TAGS = [['finance'], ['social'], ['health'], ['finance', 'forum'], [], ['a-tag-of-nobody']];
const LINKED = 'zephyr-example';

/** Every site is in every band, and is asked about derived usernames; answers tell of accounts at X, which is in no catalogue here. */
const chooseKinds = alterPlatforms((file, index) => {
  const { username: probe } = file.probes;
  const { username: samples } = file.samples ?? {};
  const isInstant = probe?.method === 'public_api';
  const tagged = { ...file, tags: TAGS[index % TAGS.length], strength: 'strong' as const, instant: isInstant ? ['username' as const] : [] };
  if (probe?.registered?.json === undefined || !samples?.registered) return tagged;
  const registered = { ...samples.registered, json: { ...(samples.registered.json as object), nick: LINKED } };
  return {
    ...tagged,
    probes: { ...file.probes, username: { ...probe, linkedAccounts: [{ json: '/nick', platform: 'x' }] } },
    samples: { ...file.samples, username: { ...samples, registered } },
  };
});

const IDENTITIES = { emails: [ADA.email], phones: [ADA.phone], usernames: [ADA.username] };
const NAME = { usernames: [ADA.username] };
/** Of nobody whose username is looked up beside it. */
const SUGGESTING = `${ADA.username}+news@example.com`;
/** Is in one breach, at a site that is in no catalogue. */
const EVE = 'eve@example.com';
const ELSEWHERE = { breach: 'Breach of elsewhere', date: '2024-01-16', domain: 'elsewhere.example' };

describe('a purpose that binds', () => {
  let service: WorkingService;
  let forbidden: Set<string>;
  let allowed: Set<string>;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 30, alter: chooseKinds, env: { INSTANT_CEILING_MS: '9000' } });
    const slugs = service.sites.slugs.toSorted();
    allowed = new Set(slugs.filter((_, index) => index % TAGS.length === 0));
    forbidden = new Set(slugs.filter((slug) => !allowed.has(slug)));
    async function* lines() {
      for (const [line, slug] of slugs.entries())
        yield { line: line + 2, fields: { email: ADA.email, breach: `Breach of ${slug}`, date: '2024-01-16', domain: `${slug}.example` } };
      for (const email of [ADA.email, EVE]) yield { line: slugs.length + 2, fields: { email, ...ELSEWHERE } };
    }
    await importBreaches(
      { store: service.record.breachImports, identities: new LibraryIdentityParser(), digest: indexDigest },
      { fingerprint: 'test', lines: lines(), defaults: {}, onProblem: () => undefined },
    );
  });
  beforeEach(() => service.sites.simulator.resetRequests());
  afterAll(() => service.close());

  /** Platforms that were asked about Ada, by whichever identity; controls are about others. */
  function asked(): string[] {
    const digests = new Set((['email', 'phone', 'username'] as const).map((type) => identityDigest(type, ADA[type])));
    digests.add(identityDigest('email', SUGGESTING));
    const { log } = service.sites.simulator.requests();
    return [...new Set(log.filter(({ identity }) => identity && digests.has(identity)).map(({ slug }) => slug))];
  }
  /** Something was asked, and nothing that is forbidden. */
  function expectOnlyAllowedAsked(): void {
    const all = asked();
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((slug) => forbidden.has(slug))).toEqual([]);
    service.sites.simulator.resetRequests();
  }
  async function holder(list: object = { purposes: ['credit'], required: true, v1Purpose: 'credit' }) {
    const { accountId, key } = await service.account('higher_volume', { scopes: ['lookups', 'account'] });
    expect((await service.call('PUT', '/v2/account/purposes', { key, body: list })).status).toBe(200);
    return { accountId, key };
  }
  const FRESH = { 'cache-control': 'no-cache' };
  async function lookUp(key: string, more: object, headers: Record<string, string> = {}): Promise<LookupBodyV2> {
    const body = { identities: IDENTITIES, mode: 'wait', deep: true, purpose: 'credit', ...more };
    const response = await service.call('POST', '/v2/lookup', { key, body, headers });
    expect([response.status, response.text]).toEqual([200, response.text]);
    return response.body as LookupBodyV2;
  }
  async function finished(key: string, lookupId: string): Promise<LookupBodyV2> {
    const read = async () => (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'finished' }), { timeout: 90_000, interval: 50 });
    return read();
  }
  /** Nothing in it is about a platform that is forbidden, but that it was omitted. */
  function expectOnlyAllowedTold(body: LookupBodyV2): void {
    const { results, derived, linkedAccounts, hits, modules } = body;
    expect(linkedAccounts).toEqual([]);
    const told = [...results, ...derived].map(({ platform }) => platform);
    expect([...told, ...hits].filter((slug) => forbidden.has(slug))).toEqual([]);
    const breaches = (modules.breaches ?? []).flatMap(({ facts }) => facts ?? []);
    for (const { name } of breaches) expect(forbidden).not.toContain(name.replace('Breach of ', ''));
  }

  it('asks nothing that it forbids through any door of v2, and says of each platform and module that it was not asked', async () => {
    const { key } = await holder();
    const body = await lookUp(key, {}, FRESH);
    expectOnlyAllowedTold(body);
    expect(new Set(body.results.map(({ platform }) => platform))).toEqual(allowed);
    expectOnlyAllowedAsked();
    const path = `/v2/lookup/${body.lookupId}/omissions?limit=100`;
    const { omissions } = (await service.call('GET', path, { key })).body as { omissions: { platform: string; code: string }[] };
    const omitted = omissions.filter(({ code }) => code === 'purpose_forbids').map(({ platform }) => platform);
    expect(new Set(omitted)).toEqual(forbidden);
    expect(body.omissions.byReason.purpose_forbids).toBe(omitted.length);
    expect(body.omittedModules).toEqual([{ module: 'breaches', code: 'purpose_forbids' }]);
    expect(body.modules.breaches).toBeNull();

    expectOnlyAllowedTold(await lookUp(key, { mode: 'instant', deep: undefined, identities: NAME }, FRESH));
    expectOnlyAllowedAsked();
    const named = [...forbidden].slice(0, 2);
    expectOnlyAllowedTold(await lookUp(key, { platforms: [...named, ...allowed], deep: undefined, identities: NAME }, FRESH));
    expectOnlyAllowedAsked();
    for (const way of ['deep=true', 'instant=true']) {
      const query = `username=${ADA.username}&purpose=credit&${way}`;
      const stream = await openStream(`${service.url}/v2/lookup/stream?${query}`, key, undefined, FRESH);
      expectOnlyAllowedTold((await stream.whole()).at(-1)?.data as LookupBodyV2);
      expectOnlyAllowedAsked();
    }
    const { lookupId } = await lookUp(key, { mode: 'async', deep: undefined }, FRESH);
    expectOnlyAllowedTold(await finished(key, lookupId));
    expectOnlyAllowedAsked();
  });

  it('asks no forbidden platform about a username that an address suggests', async () => {
    const { key } = await holder();
    const body = await lookUp(key, { identities: { emails: [SUGGESTING] } }, FRESH);
    expectOnlyAllowedTold(body);
    expect(body.derived.length).toBeGreaterThan(0);
    expect(new Set(body.derived.map(({ handle }) => handle))).toEqual(new Set([ADA.username]));
    expectOnlyAllowedAsked();
  });

  it('binds the items of batches, the tools of agents and the command line', async () => {
    const { key } = await holder();
    const items = [{ identities: IDENTITIES }, { identities: { emails: [SUGGESTING] } }];
    const { batchId } = await sendBatch(service, key, items, { query: '?mode=deep&purpose=credit' });
    await untilBatch(service, key, batchId, 'finished');
    const lines = await resultsOf<{ lookup: LookupBodyV2 | null }>(service, key, batchId);
    expect(lines.map(({ lookup }) => lookup?.hits.some((slug) => forbidden.has(slug)))).toEqual([false, false]);
    expectOnlyAllowedAsked();

    const agent = await agentOf(service);
    await service.sql`UPDATE accounts SET purposes = '{credit}', v1_purpose = 'credit' WHERE id = ${agent.accountId}`;
    const client = await connectAgent(agent, 'http');
    const facts = factsOf(await callTool(client, ['lookup', { ...IDENTITIES, mode: 'deep', purpose: 'credit' }])) as object;
    await client.close();
    expect(facts).toMatchObject({ omittedModules: [{ module: 'breaches' }] });
    expectOnlyAllowedAsked();

    const commands = new CommandRunner();
    for (const more of [[], ['--purpose', 'credit']]) {
      const connection = ['--url', service.url, '--key', (await holder()).key, '--deep', '--output', 'json'];
      await commands.print(lookupCommand(), ADA.username, ...connection, ...more);
      expectOnlyAllowedAsked();
    }
    vi.restoreAllMocks();
  });

  it('binds v1, once the account has set it, in every way in', async () => {
    const { key, accountId } = await holder();
    const v1 = (path: string, body: object) => service.call('POST', path, { key, body, headers: FRESH });
    const waited = (await v1('/v1/lookup?wait=true&deep=true', { query: ADA.username, email: ADA.email, phone: ADA.phone })).body;
    const { lookupId, hits, breaches } = waited as { lookupId: string; hits: string[]; breaches: unknown };
    expect([new Set(hits), breaches]).toEqual([allowed, null]);
    expectOnlyAllowedTold(await finished(key, lookupId));
    expectOnlyAllowedAsked();
    expect((await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body).toMatchObject({ purpose: 'credit' });

    await v1('/v1/lookup?instant=true', { query: ADA.username });
    expectOnlyAllowedAsked();
    const stream = await openStream(`${service.url}/v1/lookup/stream?query=${ADA.username}&deep=true&platforms=`, key, undefined, FRESH);
    await stream.whole();
    expectOnlyAllowedAsked();
    const batch = await v1('/v1/lookup/batch', { items: [{ query: ADA.username }, { email: SUGGESTING }] });
    for (const each of (batch.body as { results: { lookupId: string }[] }).results) await finished(key, each.lookupId);
    expectOnlyAllowedAsked();

    const before = await billOf(service, accountId);
    const [slug = ''] = forbidden;
    expectRefusal(await v1('/v1/lookup', { query: ADA.username, platforms: [slug] }), 'purpose_forbids');
    expect(await billOf(service, accountId)).toEqual(before);
    expect((await v1('/v1/email', { email: ADA.email })).status).toBe(200);
  });

  it('serves nothing stored of what it forbids, whoever learnt it, and bills what is left as one lookup', async () => {
    const { key, accountId } = await holder({ purposes: ['credit', 'anything'], required: true });
    const all = await lookUp(key, { purpose: 'anything' });
    expect(new Set(all.hits).size).toBeGreaterThan(allowed.size);
    expect(all.linkedAccounts.length).toBeGreaterThan(0);
    service.sites.simulator.resetRequests();
    const body = await lookUp(key, {});
    expect(asked()).toEqual([]);
    expect(body.servedFromCache).toBe(true);
    expect(new Set(body.results.filter(({ registered }) => registered).map(({ platform }) => platform))).toEqual(allowed);
    expectOnlyAllowedTold(body);
    expectOnlyAllowedTold(await lookUp(key, { mode: 'instant', deep: undefined, identities: NAME }));
    expect(asked().filter((slug) => forbidden.has(slug))).toEqual([]);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 3, ledger: 3, used: 3 });
  });

  it('leaves nothing short for others: a later lookup without it has every linked account, and asks again only for those', async () => {
    const list = { purposes: ['credit', 'anything'], required: true };
    const [{ key }, { key: other }] = [await holder(list), await holder(list)];
    const linkedOf = ({ linkedAccounts }: LookupBodyV2) =>
      linkedAccounts.map(({ source, handle }) => `${source.platform} ${handle}`).toSorted();
    const bound = await lookUp(key, { identities: NAME });
    expect(linkedOf(bound)).toEqual([]);
    expectOnlyAllowedAsked();
    const everything = linkedOf(await lookUp(other, { purpose: 'anything', identities: NAME }));
    const sources = new Set(everything.map((each) => each.split(' ')[0] ?? ''));
    expect([...sources].filter((slug) => allowed.has(slug)).length).toBeGreaterThan(0);
    service.sites.simulator.resetRequests();
    expect(linkedOf(await lookUp(key, { purpose: 'anything', identities: NAME }))).toEqual(everything);
    expect(asked().filter((slug) => allowed.has(slug) && !sources.has(slug))).toEqual([]);
  });

  it('of the account’s own making shows breaches and accounts of the kinds that it allows, and no others', async () => {
    const limits = [{ purpose: 'checks', kinds: ['finance', 'unclassified'], modules: ['footprint', 'breaches'] }];
    const { key } = await holder({ purposes: ['checks'], required: false, limits });
    const body = await lookUp(key, {
      purpose: 'checks',
      identities: { emails: [ADA.email] },
      deep: undefined,
      platforms: service.sites.slugs,
    });
    const kept = service.sites.slugs.toSorted().filter((_, index) => [0, 4, 5].includes(index % TAGS.length));
    expect(new Set(body.modules.breaches?.[0]?.facts?.map(({ name }) => name))).toEqual(new Set(kept.map((slug) => `Breach of ${slug}`)));
    expect(new Set(body.modules.breaches?.[0]?.platforms.map(({ platform }) => platform))).toEqual(new Set(kept));
    expect(body.hits.filter((slug) => !kept.includes(slug))).toEqual([]);
    expect(asked().filter((slug) => !kept.includes(slug))).toEqual([]);
    expect(body.omittedModules).toEqual(expect.arrayContaining([{ module: 'email', code: 'purpose_forbids' }]));
  });

  it('shows a breach at a site of which nothing is known only where it allows every kind, and denies none', async () => {
    const { key } = await holder({ purposes: ['kyc', 'fraud', 'security'], required: true, v1Purpose: 'kyc' });
    const namesOf = async (purpose: string, email: string) => {
      const body = await lookUp(key, { purpose, deep: undefined, modules: ['breaches'], identities: { emails: [email] } });
      return body.modules.breaches?.[0]?.facts?.map(({ name }) => name) ?? null;
    };
    expect(await namesOf('security', EVE)).toEqual([ELSEWHERE.breach]);
    expect(await namesOf('security', ADA.email)).toContain(ELSEWHERE.breach);
    for (const purpose of ['kyc', 'fraud']) {
      expect(await namesOf(purpose, EVE)).toBeNull();
      const names = await namesOf(purpose, ADA.email);
      expect(names?.length).toBeGreaterThan(0);
      expect(names).not.toContain(ELSEWHERE.breach);
    }
    const { body } = await service.call('POST', '/v1/lookup?wait=true', { key, body: { email: EVE, checks: { footprint: false } } });
    expect((body as { breaches: unknown }).breaches).toBeNull();
    expect(await namesOf('security', 'nobody@example.com')).toEqual([]);
  });

  it('is the same with a test key', async () => {
    const { accountId } = await holder();
    const { key } = await service.keyOf(accountId, ['lookups'], true);
    const body = await lookUp(key, { identities: { emails: ['everywhere@example.com'] } });
    expectOnlyAllowedTold(body);
    expect(body.hits.length).toBeGreaterThan(0);
    expect(body.omissions.byReason.purpose_forbids).toBeGreaterThan(0);
  });
});
