import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiers } from '../../../../../src/facts/email/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { inspect as inspectWith, mailAt, type MailboxBench, noteOf, openMailboxBench } from '../../../../support/email-module.js';
import { FAULTS, type Fault, type JsonProvider, startJsonProvider } from '../../../../support/json-provider.js';

const EMAIL = 'Ada+news@example.com';
const KEY = 'test-key-0001';
type Name = 'kickbox' | 'ipqualityscore' | 'reacher';
const NAMES: readonly Name[] = ['kickbox', 'ipqualityscore', 'reacher'];
const PATHS: Readonly<Record<Name, (email: string) => string>> = {
  kickbox: () => '/v2/verify',
  ipqualityscore: (email) => `/api/json/email/${KEY}/${email}`,
  reacher: () => '/v0/check_email',
};

let bench: MailboxBench;
let provider: JsonProvider;
let http: ProviderHttp;
beforeAll(async () => {
  bench = await openMailboxBench({
    ...mailAt('example.com'),
    ...mailAt('gmail.com'),
    ...mailAt('gmial.com'),
    'null.example': { MX: [{ preference: 0, exchange: '.' }] },
  });
});
afterAll(() => bench.close());
beforeEach(async () => {
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([http.close(), provider.close()]);
});

const envOf = (...names: readonly Name[]) => ({
  ...(names.includes('kickbox') ? { KICKBOX_API_KEY: KEY, KICKBOX_URL: provider.url } : {}),
  ...(names.includes('ipqualityscore') ? { IPQS_API_KEY: KEY, IPQS_URL: provider.url, IPQS_EMAIL: 'true' } : {}),
  ...(names.includes('reacher') ? { REACHER_URL: `${provider.url}/v0/check_email`, REACHER_SECRET: KEY } : {}),
});
const inspectorOf = (env: Record<string, string>) => bench.inspector({}, { verifiers: createVerifiers(readConfig(env), http) });
const inspect = (names: readonly Name[], email = EMAIL, budgetMs = 10_000) => inspectWith(inspectorOf(envOf(...names)), email, budgetMs);

/** What each answers about an address that is there, and about one that is not. */
const ANSWERS: Readonly<Record<Name, (exists: boolean, email?: string) => object>> = {
  kickbox: (exists, email = EMAIL) => ({
    ...{ result: exists ? 'deliverable' : 'undeliverable', reason: exists ? 'accepted_email' : 'rejected_email' },
    ...{ accept_all: false, email: email.toLowerCase(), success: true, message: null },
  }),
  ipqualityscore: (exists) => ({
    ...{ success: true, message: 'Success.', valid: exists, smtp_score: exists ? 3 : -1, dns_valid: true },
    ...{ deliverability: exists ? 'high' : 'low', catch_all: false, timed_out: false, suspect: false },
  }),
  reacher: (exists, email = EMAIL) => ({
    ...{ input: email, is_reachable: exists ? 'safe' : 'invalid' },
    smtp: { can_connect_smtp: true, has_full_inbox: false, is_catch_all: false, is_deliverable: exists, is_disabled: false },
  }),
};
const ACCEPTS_ALL: Readonly<Record<Name, object>> = {
  kickbox: { ...ANSWERS.kickbox(true), result: 'risky', reason: 'low_deliverability', accept_all: true },
  ipqualityscore: { ...ANSWERS.ipqualityscore(true), smtp_score: 2, catch_all: true, suspect: true },
  reacher: {
    ...ANSWERS.reacher(true),
    is_reachable: 'risky',
    smtp: { can_connect_smtp: true, has_full_inbox: false, is_catch_all: true, is_deliverable: true, is_disabled: false },
  },
};
const reply = (name: Name, json: unknown, email = EMAIL) => provider.replies.set(PATHS[name](email), { json });

describe('a verifier is asked as its documentation says', () => {
  it('Kickbox: with its key in a header, and with what is left of the budget', async () => {
    reply('kickbox', ANSWERS.kickbox(true));
    await inspect(['kickbox']);
    const [{ method, query, headers }] = provider.seen as [JsonProvider['seen'][number]];
    expect([method, query.get('email'), headers.authorization]).toEqual(['GET', EMAIL, `Bearer ${KEY}`]);
    expect(Number(query.get('timeout'))).toBeLessThanOrEqual(10_000);
  });

  it('IPQualityScore: by the key that serves IP addresses, and only where the operator says so', async () => {
    reply('ipqualityscore', ANSWERS.ipqualityscore(true));
    await inspect(['ipqualityscore']);
    expect(provider.seen.map(({ path, query }) => [path, query.get('timeout'), query.get('fast')])).toEqual([
      [PATHS.ipqualityscore(EMAIL), '10', null],
    ]);
    const { unverified } = await inspectWith(inspectorOf({ IPQS_API_KEY: KEY, IPQS_URL: provider.url }), EMAIL);
    expect([unverified, provider.seen.length]).toEqual(['no_source', 1]);
  });

  it('Reacher: by a POST to the address that the operator gives, with its secret', async () => {
    reply('reacher', ANSWERS.reacher(true));
    await inspect(['reacher']);
    const [{ method, path, headers, body }] = provider.seen as [JsonProvider['seen'][number]];
    expect([method, path, headers['x-reacher-secret'], JSON.parse(body)]).toEqual(['POST', '/v0/check_email', KEY, { to_email: EMAIL }]);
  });
});

describe.each(NAMES)('%s', (name) => {
  it.each([true, false])('saying %s in plain words decides', async (exists) => {
    reply(name, ANSWERS[name](exists));
    const finding = await inspect([name]);
    expect(finding).toMatchObject({ exists, unverified: null, facts: { deliverable: exists, acceptAll: false } });
    expect(noteOf(finding, name)).toMatchObject({ failure: null, decidedFields: ['deliverable', 'acceptAll', 'exists'] });
  });

  it('saying that its domain accepts every address leaves the mailbox open', async () => {
    reply(name, ACCEPTS_ALL[name]);
    const finding = await inspect([name]);
    expect(finding).toMatchObject({ exists: null, unverified: 'accepts_all', facts: { deliverable: null, acceptAll: true } });
    expect(noteOf(finding, name).codes).toEqual(['accepts_all']);
  });

  const faults = Object.keys(FAULTS) as Fault[];
  it.each(faults)('failing (%s) leaves what the other sources know, with a reason, and never the key in it', async (fault) => {
    provider.replies.set(PATHS[name](EMAIL), fault);
    const finding = await inspect([name], EMAIL, 1_500);
    expect(finding).toMatchObject({ exists: null, unverified: 'no_answer', facts: { deliverable: null, acceptAll: null } });
    expect(noteOf(finding, name)).toMatchObject({ failure: expect.stringMatching(/^[a-z_]+$/) as string, decidedFields: [] });
    expect(noteOf(finding, 'mail-dns').failure).toBeNull();
    expect(JSON.stringify(finding)).not.toContain(KEY);
  });

  it('that asked for a pause is left alone', async () => {
    provider.replies.set(PATHS[name](EMAIL), 'too many');
    const inspector = inspectorOf(envOf(name));
    for (let times = 0; times < 2; times += 1) {
      expect(noteOf(await inspectWith(inspector, EMAIL), name).failure).toBe('rate_limited');
    }
    expect(provider.seen).toHaveLength(1);
  });

  it.each([
    ['a domain that takes no mail', 'ada@null.example'],
    ['a name that its provider forbids', 'ada_lovelace@gmail.com'],
  ])('is not asked about %s', async (_, email) => {
    const finding = await inspect([name], email);
    expect(finding).toMatchObject({ exists: false, unverified: null });
    expect(noteOf(finding, name)).toMatchObject({ failure: 'not_applicable' });
    expect(provider.seen).toEqual([]);
  });
});

describe('a quota that is used up', () => {
  it.each<[Name, number, object]>([
    ['kickbox', 403, { success: false, message: 'Insufficient balance' }],
    ['ipqualityscore', 200, { success: false, message: 'You have insufficient credits to make this query.' }],
  ])('is told apart from a wrong key: %s', async (name, status, json) => {
    provider.replies.set(PATHS[name](EMAIL), { status, json });
    expect(noteOf(await inspect([name]), name).failure).toBe('refused');
    provider.replies.set(PATHS[name](EMAIL), { status, json: { success: false, message: 'Invalid API Key' } });
    expect(noteOf(await inspect([name]), name).failure).toBe('unauthorized');
  });
});

describe('several verifiers', () => {
  it('that agree decide together', async () => {
    for (const name of NAMES) reply(name, ANSWERS[name](false));
    const finding = await inspect(NAMES);
    expect(finding).toMatchObject({ exists: false, unverified: null, facts: { deliverable: false, acceptAll: false } });
    for (const name of NAMES) expect(noteOf(finding, name).decidedFields).toContain('deliverable');
  });

  it.each<[string, Name, object, false | null]>([
    ['one says that it is not there', 'reacher', ANSWERS.reacher(false), false],
    ['one says that its domain accepts every address', 'ipqualityscore', ACCEPTS_ALL.ipqualityscore, null],
  ])('that disagree decide nothing: %s', async (_, name, json, acceptAll) => {
    for (const each of NAMES) reply(each, ANSWERS[each](true));
    reply(name, json);
    const finding = await inspect(NAMES);
    expect(finding).toMatchObject({ exists: null, unverified: 'sources_disagree', facts: { deliverable: null, acceptAll } });
  });

  it('of which one hangs answer with the others, within the budget', async () => {
    provider.replies.set(PATHS.kickbox(EMAIL), 'hang');
    reply('reacher', ANSWERS.reacher(true));
    const finding = await inspect(['kickbox', 'reacher'], EMAIL, 1_500);
    expect(finding).toMatchObject({ exists: true, facts: { deliverable: true } });
    expect(noteOf(finding, 'kickbox').failure).toBe('timeout');
  });

  it('that cannot tell leave it open', async () => {
    reply('kickbox', { ...ANSWERS.kickbox(true), result: 'unknown', reason: 'timeout' });
    const finding = await inspect(['kickbox']);
    expect(finding).toMatchObject({ exists: null, unverified: 'inconclusive' });
    expect(noteOf(finding, 'kickbox')).toMatchObject({ failure: null, decidedFields: [], codes: ['server_timeout'] });
  });
});

describe('a mistyped domain', () => {
  it('is suggested to be another, and decides nothing', async () => {
    expect(await inspect([], 'ada@gmial.com')).toMatchObject({ suggestedDomain: 'gmail.com', exists: null, provider: null });
    expect(await inspect([], 'ada@gmail.com')).toMatchObject({ suggestedDomain: null });
  });

  it('is not suggested where the mailbox is known to exist', async () => {
    const email = 'ada@gmial.com';
    reply('kickbox', ANSWERS.kickbox(true, email), email);
    expect(await inspect(['kickbox'], email)).toMatchObject({ suggestedDomain: null, exists: true });
    reply('kickbox', ANSWERS.kickbox(false, email), email);
    expect(await inspect(['kickbox'], email)).toMatchObject({ suggestedDomain: 'gmail.com', exists: false });
  });
});
