import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSecondApi, type SecondApi } from '../support/second-api.js';
import { expectRefusal } from '../support/http/answers.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { OPERATIONS, type PostId } from '../support/http/operations.js';
import { routesRefusingWith } from '../support/http/route-cases.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

/** Operations with a body that take the key. */
const POSTS = routesRefusingWith('idempotency_conflict').flatMap(({ id, body }) => (body ? [id as PostId] : []));

describe('Idempotency-Key', () => {
  let service: WorkingService;
  let second: SecondApi;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10 });
    second = await startSecondApi(service);
  });
  afterAll(async () => {
    await second.close();
    await service.close();
  });

  const post = (
    key: string,
    idempotencyKey: string,
    path = '/v1/lookup',
    body: unknown = { query: ADA.username },
    at: Pick<WorkingService, 'call'> = service,
  ) => at.call('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });

  it('fifty requests at once over two API processes make one lookup, and all are told its id', async () => {
    const { key, accountId } = await service.account();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(key, 'at-once', '/v1/lookup', { query: ADA.username }, index % 2 === 0 ? service : second),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it.each(POSTS)('%s: a repetition is answered from the first, and billed once', async (id) => {
    const { path, body } = OPERATIONS[id];
    const { key, accountId } = await service.account();
    const first = await post(key, 'again', path, body);
    const again = await post(key, 'again', path, body);
    expect(again.status).toBe(first.status);
    // How long a batch takes is estimated afresh.
    const lasting = ({ body }: { body: object }) => ({ ...body, estimatedSeconds: null });
    expect(lasting(again)).toEqual(lasting(first));
    // An item of a batch is billed when it starts.
    await vi.waitFor(async () => expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 }), {
      timeout: 90_000,
    });
  });

  it('a batch is repeated item by item, refused ones too', async () => {
    const { key, accountId } = await service.account('growth', { quota: 2 });
    const body = { items: Array.from({ length: 4 }, () => ({ email: ADA.email, checks: { footprint: false, email: true } })) };
    const [first, again] = [await post(key, 'batch', '/v1/lookup/batch', body), await post(key, 'batch', '/v1/lookup/batch', body)];
    expect(again.text).toBe(first.text);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
  });

  it('a repetition of wait gets the full result of the same lookup', async () => {
    const { key } = await service.account();
    const [first, again] = [await post(key, 'wait', '/v1/lookup?wait=true'), await post(key, 'wait', '/v1/lookup?wait=true')];
    expect((first.body as LookupBody).matches).toBeGreaterThan(0);
    expect(again.text).toBe(first.text);
  });

  it('the parameters belong to the request: another mode under the key is another request', async () => {
    const { key, accountId } = await service.account();
    expect((await post(key, 'mode')).status).toBe(200);
    expectRefusal(await post(key, 'mode', '/v1/lookup?wait=true'), 'idempotency_conflict');
    expect((await billOf(service, accountId)).lookups).toBe(1);
  });

  it('a malformed request does not use the key up', async () => {
    const { key, accountId } = await service.account();
    expectRefusal(await post(key, 'fixed', '/v1/lookup', {}), 'missing_subject');
    expect((await post(key, 'fixed')).status).toBe(200);
    expect((await billOf(service, accountId)).lookups).toBe(1);
  });

  const raise = (accountId: string, quota: number) => service.sql`UPDATE accounts SET quota_override = ${quota} WHERE id = ${accountId}`;

  it('a refusal does not use the key up: once there is allowance the same request is carried out, and billed once', async () => {
    const { key, accountId } = await service.account('growth', { quota: 0 });
    for (let n = 0; n < 2; n += 1) expect((await post(key, 'refused')).status).toBe(402);
    await raise(accountId, 5);
    const first = await post(key, 'refused');
    expect(first.status).toBe(200);
    expect((await post(key, 'refused')).text).toBe(first.text);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('items of a batch that were refused are carried out by its repetition once there is allowance, each once, whoever repeats it at once', async () => {
    const { key, accountId } = await service.account('growth', { quota: 2 });
    const body = { items: Array.from({ length: 4 }, () => ({ query: ADA.username })) };
    const repeat = async () => (await post(key, 'batch', '/v1/lookup/batch', body)).text;
    const first = await repeat();
    await raise(accountId, 10);
    const repeated = await Promise.all([repeat(), repeat(), repeat()]);
    expect(new Set(repeated).size).toBe(1);
    const ids = (text: string): string[] => text.match(/lkp_\w+/g) ?? [];
    expect(ids(first)).toHaveLength(2);
    expect(ids(repeated[0] ?? '')).toHaveLength(4);
    expect(ids(repeated[0] ?? '')).toEqual(expect.arrayContaining(ids(first)));
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 4, ledger: 4, used: 4 });
  });

  it('holds for twenty-four hours: after that the key is free', async () => {
    const { key, accountId } = await service.account();
    const first = await post(key, 'old');
    await service.sql`UPDATE idempotency_keys SET created_at = now() - interval '23 hours 59 minutes' WHERE account_id = ${accountId}`;
    expect((await post(key, 'old')).text).toBe(first.text);
    await service.sql`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute' WHERE account_id = ${accountId}`;
    const later = await post(key, 'old', '/v1/lookup', { query: 'somebody-else' });
    expect(later.status).toBe(200);
    expect((later.body as LookupBody).lookupId).not.toBe((first.body as LookupBody).lookupId);
    expect((await billOf(service, accountId)).lookups).toBe(2);
  });

  it.each([
    ['v1', '/v1/lookup/stream?query=ada-example&deep=true&platforms='],
    ['v2', '/v2/lookup/stream?username=ada-example&module=footprint&deep=true'],
  ])('a stream of %s under a used key goes on with the lookup of the first, from its start, and is billed once', async (_, path) => {
    const { key, accountId } = await service.account();
    const open = (at: { url: string }, query = '') =>
      openStream(`${at.url}${path}${query}`, key, undefined, { 'idempotency-key': 'stream' });
    const cut = await open(service);
    await cut.until(1);
    cut.cut();
    const again = await (await open(second)).whole();
    expect(again.at(-1)?.event).toBe('done');
    expect(again.slice(0, 1)).toEqual(cut.events().slice(0, 1));
    expect(await (await open(service)).whole()).toEqual(again);
    expect((await open(service, '&ip=192.0.2.9')).status).toBe(409);
    expectRefusal(await post(key, 'stream'), 'idempotency_conflict');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('a repetition uses the rate and not the quota', async () => {
    const { key, accountId } = await service.account('growth', { quota: 1 });
    expect((await post(key, 'once')).headers.get('x-ratelimit-remaining')).toBe('119');
    const again = await post(key, 'once');
    expect(again.status).toBe(200);
    expect(again.headers.get('x-ratelimit-remaining')).toBe('118');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, used: 1 });
  });
});
