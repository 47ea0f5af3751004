/** What operators of the service see and change. */
import { describe, expect, it } from 'vitest';
import { operatorRoutes } from '../../../src/features/operators/routes/index.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { addEndpointTo, happensOnce } from '../../support/webhooks/endpoints.js';
import { type Browser, memberOf, signedIn } from '../../support/http/browser.js';

const ROOT = '/dashboard/api/operator';
const READS = operatorRoutes.filter(({ method }) => method === 'get');
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('an operator', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com', TEMPORAL_UI_URL: 'https://temporal.example.com/' } });
  const operator = () => signedIn(service(), 'operator@example.com');
  const post = async (browser: Browser, path: string, body?: unknown) => browser.call('POST', ROOT + path, body);
  const slugOf = async (): Promise<string> => {
    const { key } = await service().account();
    const { body } = await service().call('GET', '/v2/platforms?limit=1', { key });
    return (body as { platforms: { platform: string }[] }).platforms[0]?.platform ?? '';
  };

  it('sees no identity that was looked up, no guest and no text of an account, whatever is asked', async () => {
    const planted = 'planted-identity';
    const { accountId } = await service().record.accounts.create({
      email: 'holder@example.com',
      plan: 'growth',
      poolKey: null,
      quotaOverride: null,
      balanceMillicents: 0,
    });
    const { key } = await service().keyOf(accountId, ['lookups', 'account', 'account:people', 'account:data', 'webhooks']);
    const browser = await operator();
    await memberOf(service(), accountId, 'owner', 'owner-of-it@example.com');
    await memberOf(service(), accountId, 'member', `${planted}-member@example.com`);
    const calls = [
      ['/v2/lookup', { identities: { usernames: [planted], emails: [`${planted}@example.org`] }, mode: 'async' }],
      ['/v2/batches', { items: [{ identities: { usernames: [planted] } }] }],
      ['/v2/account/invitations', { email: `${planted}-guest@example.com` }],
    ] as const;
    for (const [path, body] of calls) expect([200, 202]).toContain((await service().call('POST', path, { key, body })).status);
    await service().sql`
      INSERT INTO erasures (id, account_id, digest, sealed, is_dry_run) VALUES ('ers_planted', ${accountId}, 'x', ${Buffer.from(planted)}, true)`;
    await service().sql`
      INSERT INTO webhook_endpoints (id, account_id, url, description, event_types)
      VALUES ('whk_planted', ${accountId}, ${`https://example.com/${planted}`}, ${planted}, '{lookup.completed}')`;
    const answers = [
      ...(await Promise.all(READS.map(({ path }) => browser.call('GET', path.replace(':account', accountId).replace(':platform', 'any'))))),
      await post(browser, '/accounts/search', { search: planted }),
      await post(browser, `/accounts/${accountId}/plan`, { plan: 'higher_volume' }),
      await post(browser, `/accounts/${accountId}/suspend`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(planted);
    // Whom to write to, and nobody else.
    const addresses = JSON.stringify(answers.map(({ body }) => body)).match(/[\w.+-]+@[\w.-]+/g) ?? [];
    expect(addresses.filter((each) => each.includes('-of-it@') || each.startsWith('holder@')).length).toBeGreaterThan(0);
    expect(addresses.filter((each) => each.includes(planted))).toEqual([]);
    expect(JSON.stringify(answers)).toContain(accountId);
    expect(JSON.stringify(answers)).toContain('ers_planted');
  });

  it('finds accounts by a part of their address or the beginning of their id, in pages, and reads one', async () => {
    const browser = await operator();
    const made: string[] = [];
    for (const n of [1, 2, 3])
      made.push(
        (
          await service().record.accounts.create({
            email: `pa_ge${n}@example.net`,
            plan: 'growth',
            poolKey: null,
            quotaOverride: null,
            balanceMillicents: 0,
          })
        ).accountId,
      );
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await post(browser, '/accounts/search', { search: 'PA_GE', limit: 2, ...(cursor ? { cursor } : {}) });
      const page = body as { accounts: { accountId: string }[]; nextCursor: string | null };
      found.push(...page.accounts.map(({ accountId }) => accountId));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(made.toReversed());
    expect((await post(browser, '/accounts/search', { search: 'p%ge' })).body).toEqual({ accounts: [], nextCursor: null });
    expect((await post(browser, '/accounts/search', { search: made[0] })).body).toMatchObject({ accounts: [{ accountId: made[0] }] });
    expect(codeOf(await browser.call('GET', `${ROOT}/accounts?cursor=!`))).toBe('invalid_parameter');
    await memberOf(service(), String(made[0]), 'owner', 'page-owner@example.net');
    expect((await browser.call('GET', `${ROOT}/accounts/${made[0]}`)).body).toMatchObject({
      accountId: made[0],
      plan: 'growth',
      usage: { used: 0, allowance: 1_000 },
      counts: { members: 1, lookups: 0, activeKeys: 0 },
    });
    expect(codeOf(await browser.call('GET', `${ROOT}/accounts/acc_00000000000000000000000000`))).toBe('not_found');
  });

  it('sees in the list whose an account is, its name, and what it used of its plan', async () => {
    const browser = await operator();
    const { accountId, key } = await service().account('growth', { quota: 7 });
    const names = ['second-owner', 'first-owner'].map((name) => `${name}-${accountId}@example.net`);
    for (const each of names.toReversed()) await memberOf(service(), accountId, 'owner', each);
    await memberOf(service(), accountId, 'member', `no-owner-${accountId}@example.net`);
    expect((await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } })).status).toBe(200);
    await service().record.accounts.rename(accountId, 'Bank of Examples');
    const found = (await post(browser, '/accounts/search', { search: 'bank of ex' })).body;
    expect(found).toMatchObject({
      accounts: [
        {
          accountId,
          name: 'Bank of Examples',
          email: expect.stringContaining('@') as string,
          owners: names.toReversed(),
          used: 1,
          allowance: 7,
        },
      ],
    });
    expect((await browser.call('GET', `${ROOT}/accounts/${accountId}`)).body).toMatchObject({ name: 'Bank of Examples' });
  });

  it('changes plan, quota, balance and suspension of an account, and the audit log names the operator', async () => {
    const browser = await operator();
    const { accountId, key } = await service().account('growth');
    const at = `/accounts/${accountId}`;
    expect((await post(browser, `${at}/quota`, { quota: 5 })).body).toMatchObject({ accountId, quotaOverride: 5 });
    expect((await post(browser, `${at}/plan`, { plan: 'credit' })).body).toMatchObject({ plan: 'credit', quotaOverride: null });
    const topUp = { amountMillicents: 500, reference: 'invoice 7' };
    expect((await post(browser, `${at}/top-up`, topUp)).body).toMatchObject({ balanceMillicents: 500, credited: true });
    expect((await post(browser, `${at}/top-up`, topUp)).body).toMatchObject({ balanceMillicents: 500, credited: false });
    expect(codeOf(await post(browser, `${at}/quota`, { quota: 5 }))).toBe('invalid_parameter');
    await post(browser, `${at}/suspend`);
    expect(codeOf(await service().call('GET', '/v2/platforms', { key }))).toBe('account_suspended');
    expect((await post(browser, `${at}/resume`)).body).toMatchObject({ suspendedAt: null });
    expect((await service().call('GET', '/v2/platforms', { key })).status).toBe(200);
    const { id } = (await browser.call('GET', '/dashboard/api/me')).body as { id: string };
    const entries = await service().record.audit.page({ accountId, actor: 'operator' }, { limit: 10, after: null });
    expect(entries.map(({ action }) => action)).toEqual(['resumeAccount', 'suspendAccount', 'topUp', 'topUp', 'changePlan', 'setQuota']);
    for (const { actor, targets } of entries) expect([actor, targets]).toEqual([{ type: 'operator', id }, [accountId]]);
  });

  it('switches a platform off and on: lists say so, bands leave it out, and its controls are not run', async () => {
    const browser = await operator();
    const { id: by } = (await browser.call('GET', '/dashboard/api/me')).body as { id: string };
    const platform = await slugOf();
    const { key } = await service().account();
    const statusOf = async () => {
      const { body } = await service().call('GET', '/v2/platforms?limit=1', { key });
      return (body as { platforms: { health: { status: string }[] }[] }).platforms[0]?.health.map(({ status }) => status);
    };
    const reached = async () => {
      const { body } = await service().call('GET', '/v1/platforms', { key });
      return (body as { platforms: { platform: string; supports: string[] }[] }).platforms.find((each) => each.platform === platform)
        ?.supports;
    };
    const before = await reached();
    const disabled = { platform, by, reason: 'it asked us to stop', since: expect.any(String) as string };
    expect((await post(browser, `/platforms/${platform}/off`, { reason: ' it asked us to stop ' })).body).toEqual({
      platform,
      disabled,
    });
    expect((await browser.call('GET', `${ROOT}/platforms`)).body).toEqual({ platforms: [disabled] });
    await expect.poll(statusOf).toEqual(before?.map(() => 'disabled'));
    expect(await reached()).toEqual([]);
    expect(codeOf(await post(browser, `/platforms/${platform}/calibrate`))).toBe('platform_disabled');
    expect((await post(browser, `/platforms/${platform}/on`)).body).toEqual({ platform, disabled: null });
    expect((await post(browser, `/platforms/${platform}/on`)).status).toBe(200);
    await expect.poll(statusOf).not.toContain('disabled');
    expect(await reached()).toEqual(before);
  });

  it('is told what a switch lacks: a platform that nobody knows, and a reason without a person’s address', async () => {
    const browser = await operator();
    const platform = await slugOf();
    for (const verb of ['off', 'on', 'calibrate'])
      expect(codeOf(await post(browser, `/platforms/no-such-platform/${verb}`, verb === 'off' ? { reason: 'x' } : undefined))).toBe(
        'not_found',
      );
    for (const reason of ['', ' ', 'x'.repeat(201), 'asked by ada@example.com', 'a\u0000b'])
      expect(codeOf(await post(browser, `/platforms/${platform}/off`, { reason }))).toBe('invalid_parameter');
    expect(await service().record.switches.list()).toEqual([]);
  });

  it('sees what waits and what is unfinished, with links to Temporal’s own interface', async () => {
    const browser = await operator();
    const { key } = await service().account('higher_volume');
    const body = { identities: { usernames: ['ada-example'] }, mode: 'async' };
    const { lookupId } = (await service().call('POST', '/v2/lookup', { key, body })).body as { lookupId: string };
    const { taskQueues, backlog } = (await browser.call('GET', `${ROOT}/queues`)).body as {
      taskQueues: { queue: string; kind: string; url: string }[];
      backlog: { kind: string; count: number; oldestAt: string | null }[];
    };
    expect(taskQueues.map(({ queue, kind }) => `${queue} ${kind}`).sort()).toEqual(
      [`${service().queues.lookups} workflow`, ...Object.values(service().queues).map((queue) => `${queue} activity`)].sort(),
    );
    expect(taskQueues[0]?.url).toBe(`https://temporal.example.com/namespaces/default/task-queues/${service().queues.lookups}`);
    expect(backlog.find(({ kind }) => kind === 'otherLookups')).toMatchObject({ oldestAt: expect.any(String) as string });
    const { counts, oldest } = (await browser.call('GET', `${ROOT}/lookups?limit=100`)).body as {
      counts: { state: string; mode: string; count: number }[];
      oldest: { id: string; url: string }[];
    };
    expect(counts).toContainEqual(expect.objectContaining({ state: 'accepted', mode: 'async' }));
    expect(oldest).toContainEqual(
      expect.objectContaining({ id: lookupId, url: `https://temporal.example.com/namespaces/default/workflows/lookup%2F${lookupId}` }),
    );
    const { accountId } = await service().account();
    const { id: endpointId } = await addEndpointTo(service().record, accountId);
    const { eventId } = await happensOnce(service().record, accountId);
    const { deliveries } = (await browser.call('GET', `${ROOT}/deliveries?limit=100`)).body as { deliveries: { eventId: string }[] };
    expect(deliveries.filter((each) => each.eventId === eventId)).toEqual([
      {
        eventId,
        endpointId,
        accountId,
        attempts: 0,
        latestAttempts: [],
        createdAt: expect.any(String) as string,
        nextAttemptAt: expect.any(String) as string,
        url: `https://temporal.example.com/namespaces/default/workflows/webhook%2F${eventId}%2F${endpointId}`,
      },
    ]);
    for (const number of [1, 2])
      await service().sql`
        INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, failure, detail, status, duration_ms, response_body)
        VALUES (${eventId}, ${endpointId}, ${number}, 'event', '2026-01-02T12:00:00Z', 'https://example.com/', ${number === 1 ? 'connect' : 'status'},
                'secret detail', ${number === 1 ? null : 503}, ${number * 10}, ${Buffer.from('secret answer')})`;
    const tried = await browser.call('GET', `${ROOT}/deliveries?limit=100`);
    const common = { at: '2026-01-02T12:00:00.000Z' };
    expect(tried.body).toMatchObject({
      deliveries: expect.arrayContaining([
        expect.objectContaining({
          eventId,
          latestAttempts: [
            { ...common, number: 1, status: null, failure: 'connect', durationMs: 10 },
            { ...common, number: 2, status: 503, failure: 'status', durationMs: 20 },
          ],
        }),
      ]) as unknown[],
    });
    expect(JSON.stringify(tried.body)).not.toContain('secret');
    expect(codeOf(await browser.call('GET', `${ROOT}/lookups?limit=101`))).toBe('invalid_parameter');
    expect(codeOf(await browser.call('GET', `${ROOT}/lookups?colour=blue`))).toBe('invalid_parameter');
  });
});
