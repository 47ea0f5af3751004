/** More asynchronous lookups than there is room for: all are accepted, and none is lost, billed twice or forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billOf } from '../support/http/ledger.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

const COUNT = 60;

const idOf = ({ body }: { body: unknown }) => (body as { lookupId: string }).lookupId;

describe(`${COUNT} asynchronous lookups at once`, () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ worker: false, sites: 5, env: { PROBE_HOST_RATE: '1000', QUEUE_LIMIT_ASYNC_MS: '3600000' } });
  });
  afterAll(() => service?.close());

  it('are accepted, billed once and finished whole, those too that waited for room; another account waits for none of them', async () => {
    const [many, few] = [await service.account(), await service.account()];
    const send = async (key: string, n: number): ReturnType<typeof service.call> => {
      const answer = await service.call('POST', n % 2 ? '/v1/lookup' : '/v2/lookup', { key, body: bodyOf(n) });
      // A busy service refuses before it accepts.
      return answer.status === 503 ? send(key, n) : answer;
    };
    const bodyOf = (n: number) => (n % 2 ? { query: `person-${n}` } : { identities: { usernames: [`person-${n}`] } });
    const accepted = await Promise.all(Array.from({ length: COUNT }, (_, n) => send(many.key, n)));
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]));
    const own = await service.call('POST', '/v1/lookup', { key: few.key, body: { query: ADA.username } });
    const modes = (accountId: string) =>
      service.sql<{ mode: string; count: number }[]>`
        SELECT mode, count(*)::int AS count FROM lookups WHERE account_id = ${accountId} GROUP BY mode ORDER BY mode`;
    expect(await modes(few.accountId)).toEqual([{ mode: 'async', count: 1 }]);
    expect((await modes(many.accountId)).map(({ mode }) => mode)).toEqual(['async', 'batch']);

    await service.startWorker();
    const open = () => service.sql`SELECT id FROM lookups WHERE state <> 'finished'`;
    await expect.poll(async () => (await open()).count).toBe(0);
    expect(await billOf(service, many.accountId)).toMatchObject({ lookups: COUNT, ledger: COUNT, used: COUNT });
    expect((await service.call('GET', `/v1/lookup/${idOf(own)}`, { key: few.key })).body).toMatchObject({ matches: 5 });
    const checked = await service.sql<{ platforms: number }[]>`
      SELECT count(*)::int AS platforms FROM lookup_results WHERE lookup_id IN ${service.sql(accepted.map(idOf))} GROUP BY lookup_id`;
    expect(checked.map(({ platforms }) => platforms)).toEqual(Array.from({ length: COUNT }, () => 5));
  });
});
