import { describe, expect, it } from 'vitest';
import { MAX_RETENTION_DAYS } from '../../../src/features/accounts/accounts.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';

const PATH = '/v2/account/retention';

describe('the retention period of an account', () => {
  const service = sharedBareApi();

  async function holder() {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['lookups', 'account', 'account:data']);
    const call = (method: string, path: string, body?: unknown) =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    return { accountId, call };
  }
  /** A finished lookup that was accepted some days ago. */
  async function finishedLookup(call: Awaited<ReturnType<typeof holder>>['call'], daysAgo: number): Promise<string> {
    const { lookupId } = (await call('POST', '/v2/lookup', { identities: { usernames: ['ada-example'] } })).body as { lookupId: string };
    await service().sql`
      UPDATE lookups SET state = 'finished', finished_at = now(), accepted_at = now() - make_interval(days => ${daysAgo}) WHERE id = ${lookupId}`;
    return lookupId;
  }

  it('counts what another period would delete, and deletes nothing', async () => {
    const { call, accountId } = await holder();
    for (const days of [10, 40, 70]) await finishedLookup(call, days);
    await call('POST', '/v2/lookup', { identities: { usernames: ['ada-example'] } });
    const counted = async (query: string) => (await call('GET', PATH + query)).body as { lookups: number; oldest: string | null };
    expect(await counted('?days=30')).toMatchObject({ retentionDays: 90, days: 30, lookups: 2, results: 0 });
    expect(Date.parse((await counted('?days=30')).oldest ?? '')).toBeLessThan(Date.now() - 69 * 86_400_000);
    expect(await counted('')).toEqual({ retentionDays: 90, days: 90, lookups: 0, results: 0, oldest: null });
    const [left] = await service().sql`SELECT count(*)::int AS lookups FROM lookups WHERE account_id = ${accountId}`;
    expect(left).toEqual({ lookups: 4 });
  });

  it('is changed for this account alone, shown with it, and written into its audit log', async () => {
    const [{ call, accountId }, other] = [await holder(), await holder()];
    expect(await call('PUT', PATH, { days: 30 })).toMatchObject({ status: 200, body: { retentionDays: 30 } });
    expect((await call('GET', '/v2/account')).body).toMatchObject({ retentionDays: 30 });
    expect((await other.call('GET', '/v2/account')).body).toMatchObject({ retentionDays: 90 });
    expect(await call('PUT', PATH, { days: null })).toMatchObject({ status: 200, body: { retentionDays: null } });
    expect((await call('GET', PATH)).body).toEqual({ retentionDays: null, days: null, lookups: 0, results: 0, oldest: null });
    const rows = await service().sql<{ action: string }[]>`
      SELECT action FROM audit_log WHERE account_id = ${accountId} AND action = 'setRetention' AND outcome = 'ok'`;
    expect(rows).toHaveLength(2);
    await expectUnbilled(service(), accountId);
  });

  it.each([0, -1, 1.5, MAX_RETENTION_DAYS + 1, 'thirty', undefined])('%j days are refused, and the period stays', async (days) => {
    const { call } = await holder();
    expect((await call('PUT', PATH, { days })).status).toBe(422);
    if (days !== undefined) expect((await call('GET', `${PATH}?days=${days}`)).status).toBe(422);
    expect((await call('GET', '/v2/account')).body).toMatchObject({ retentionDays: 90 });
  });
});
