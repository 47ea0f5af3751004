/** Verifiers of mailboxes, from the request to the answer: a provider on this machine stands for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { LOOPBACK, mailAt, TOP_LEVELS } from '../support/email-module.js';
import { type JsonProvider, startJsonProvider } from '../support/json-provider.js';
import { type Service, startService } from '../support/service.js';

const VERIFY = '/v2/verify';
const kickbox = (result: string, reason: string, email: string) => ({
  json: { result, reason, accept_all: false, email, success: true, message: null },
});

describe('verifiers of mailboxes', () => {
  let service: Service;
  let key: string;
  let accountId: string;
  let dns: DnsServer;
  let provider: JsonProvider;
  const home = mkdtempSync(join(tmpdir(), 'footprint-verifiers-'));

  beforeAll(async () => {
    [dns, provider] = await Promise.all([
      startDnsServer({ ...TOP_LEVELS, ...mailAt('mail.example'), ...mailAt('gmial.com') }),
      startJsonProvider(),
    ]);
    service = await startService({
      env: {
        FOOTPRINT_HOME: home,
        OUTBOUND_ALLOWED_NETWORKS: LOOPBACK,
        DNS_SERVERS: dns.address,
        RDAP: 'false',
        KICKBOX_API_KEY: 'key-of-the-test',
        KICKBOX_URL: provider.url,
      },
    });
    ({ key, accountId } = await service.account());
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all([dns?.close(), provider?.close()]);
    rmSync(home, { recursive: true, force: true });
  });

  const check = async (email: string) =>
    (await service.call('POST', '/v1/email', { key, body: { email } })).body as { lookupId: string; emailDetails: object | null };
  const findingsOf = async (body: unknown) => (body as LookupBodyV2).modules.email ?? [];
  const lookUp = async (...emails: readonly string[]) => {
    const body = { identities: { emails }, modules: ['email'], mode: 'wait' };
    return findingsOf((await service.call('POST', '/v2/lookup', { key, body })).body);
  };
  const told = (email: string) => provider.seen.filter(({ path, query }) => path === VERIFY && query.get('email') === email).length;

  it('that hang take nothing from the other details, and not the second of the caller: the service hangs up on them', async () => {
    provider.replies.set(VERIFY, 'hang');
    const email = 'ada@mail.example';
    // A busy machine may take longer for the first one than a caller waits: its details are null then.
    const answered = async () => (await check(email)).emailDetails;
    await expect.poll(answered, { timeout: 90_000, interval: 500 }).toMatchObject({ deliverable: null, acceptAll: null });
    // The answer is here, though the verifier has answered nobody, and never will.
    expect(told(email)).toBeGreaterThan(0);
    await expect.poll(() => provider.left()).toBe(told(email));
    const { lookupId } = await check(email);
    const [finding] = await findingsOf((await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body);
    expect(finding).toMatchObject({ unverified: 'no_answer', exists: null });
    expect(finding?.sources.find(({ source }) => source === 'kickbox')).toMatchObject({ failure: 'timeout', decidedFields: [] });
  });

  it('decide by their plain words, and v2 says by whom, when, and why not', async () => {
    const answers: Readonly<Record<string, ReturnType<typeof kickbox>>> = {
      'ada@mail.example': kickbox('deliverable', 'accepted_email', 'ada@mail.example'),
      'grace@mail.example': kickbox('risky', 'low_quality', 'grace@mail.example'),
      'Ada@gmial.com': kickbox('undeliverable', 'rejected_email', 'ada@gmial.com'),
    };
    provider.replies.set(VERIFY, ({ query }) => answers[query.get('email') ?? ''] ?? 'page for 404');
    const [ada, grace, mistyped] = await lookUp('ada@mail.example', 'grace@mail.example', 'Ada@gmial.com');
    expect(ada).toMatchObject({
      exists: true,
      unverified: null,
      didYouMean: null,
      facts: { deliverable: true, acceptAll: false },
      checkedAt: expect.stringMatching(/^20\d\d-/) as string,
    });
    expect(ada?.sources.find(({ source }) => source === 'kickbox')).toMatchObject({
      failure: null,
      decidedFields: ['deliverable', 'acceptAll', 'exists'],
      codes: ['mailbox_accepted'],
    });
    expect(grace).toMatchObject({ exists: null, unverified: 'inconclusive', facts: { deliverable: null } });
    expect(mistyped).toMatchObject({ exists: false, unverified: null, didYouMean: 'Ada@gmail.com', facts: { deliverable: false } });
  });

  it('are told nothing of whoever opted out', async () => {
    const email = 'opted.out@mail.example';
    const manager = await service.keyOf(accountId, ['account']);
    const listed = { type: 'email', value: email, proof: 'letter 1' };
    expect((await service.call('POST', '/v2/account/suppressions', { key: manager.key, body: listed })).status).toBe(200);
    expect((await check(email)).emailDetails).toBeNull();
    expect(await lookUp(email)).toMatchObject([{ state: 'suppressed', unverified: null, didYouMean: null }]);
    expect(told(email)).toBe(0);
  });
});
