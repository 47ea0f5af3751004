/** What the history shows besides its rows: how many there are, their risk, and all of them as an export. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

interface Page {
  readonly lookups: { lookupId: string; risk: object | null }[];
  readonly nextCursor: string | null;
  readonly total?: object;
}

describe('the history of an account', () => {
  let service: WorkingService;
  let account: Awaited<ReturnType<WorkingService['account']>>;
  const ids: string[] = [];
  beforeAll(async () => {
    service = await startWorkingService({ sites: 4 });
    account = await service.account();
    const { key } = account;
    for (const emails of [[ADA.email], ['nobody@example.com']]) {
      const { body } = await service.call('POST', '/v2/lookup', { key, body: { identities: { emails }, mode: 'wait' } });
      ids.unshift((body as LookupBodyV2).lookupId);
    }
    const check = await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } });
    ids.unshift((check.body as { lookupId: string }).lookupId);
  });
  afterAll(() => service.close());
  const call = async (method: string, path: string, body?: object, key = account.key) => service.call(method, path, { key, body });

  it('shows the risk of each finished lookup as its answer does, and none of one that goes on', async () => {
    const { lookups } = (await call('GET', '/v2/lookup')).body as Page;
    expect(lookups.map(({ lookupId }) => lookupId)).toEqual(ids);
    for (const { lookupId, risk } of lookups) {
      const { score, level, modelVersion } = ((await call('GET', `/v2/lookup/${lookupId}`)).body as LookupBodyV2).risk;
      expect(risk).toEqual({ score, level, modelVersion });
    }
    service.sites.simulator.setFault('*', 'hang');
    try {
      const { key } = await service.account();
      await call('POST', '/v2/lookup', { identities: { usernames: ['somebody'] } }, key);
      expect(((await call('GET', '/v2/lookup', undefined, key)).body as Page).lookups).toMatchObject([{ risk: null }]);
    } finally {
      service.sites.simulator.setFault('*', null);
    }
  });

  it('is counted when that is asked for, on whatever page, by the same conditions', async () => {
    expect((await call('POST', '/v2/lookups/search', {})).body).not.toHaveProperty('total');
    const first = (await call('POST', '/v2/lookups/search', { limit: 1, total: true })).body as Page;
    expect(first.total).toEqual({ count: 3, complete: true });
    const second = (await call('GET', `/v2/lookup?limit=1&total=true&cursor=${first.nextCursor}`)).body as Page;
    expect(second.total).toEqual({ count: 3, complete: true });
    const some = { identities: { emails: [ADA.email] }, total: true };
    expect(((await call('POST', '/v2/lookups/search', some)).body as Page).total).toEqual({ count: 1, complete: true });
    expect((await call('GET', '/v2/lookup?total=yes')).status).toBe(422);
  });

  it('is exported as the search shows it, to its end, and to nobody else', async () => {
    const lines = async (body: object, key = account.key) => {
      const answer = await call('POST', '/v2/lookups/export', body, key);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
      return answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; lookupId?: string });
    };
    const { lookups } = (await call('POST', '/v2/lookups/search', {})).body as Page;
    expect(await lines({})).toEqual([...lookups.map((each) => ({ type: 'lookup', ...each })), { type: 'end', lookups: 3 }]);
    expect((await lines({ kind: 'ip' })).map(({ lookupId }) => lookupId)).toEqual([ids[0], undefined]);
    expect(await lines({}, (await service.account()).key)).toEqual([{ type: 'end', lookups: 0 }]);
    expect((await call('POST', '/v2/lookups/export', { identities: { emails: ['no address'] } })).status).toBe(422);
    const { key: creating } = await service.keyOf(account.accountId, ['lookups:create']);
    expect((await call('POST', '/v2/lookups/export', {}, creating)).status).toBe(403);
  });
});
