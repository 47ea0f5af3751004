/** The caller's own deadline, from the request to the answer: nothing works on the lookups of this service. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { openStream } from '../../support/http/event-client.js';
import { addIdleWorker } from '../../support/http/idle-worker.js';
import { expectUnbilled } from '../../support/http/ledger.js';

const CEILING_MS = 1_200;
const LONGER_MS = 2_400;
const IDENTITIES = { usernames: ['ada-example'] };

describe("a caller's own deadline", () => {
  const service = sharedBareApi({ env: { INSTANT_CEILING_MS: String(CEILING_MS) } });
  beforeAll(() => addIdleWorker(service()));

  const post = (key: string, body: object, headers: Record<string, string> = {}) =>
    service().call('POST', '/v2/lookup', { key, headers, body: { identities: IDENTITIES, modules: ['footprint'], ...body } });
  const stored = async (lookupId: string) =>
    (await service().sql<{ ms: number | null }[]>`SELECT deadline_ms AS ms FROM lookups WHERE id = ${lookupId}`)[0]?.ms;
  const timed = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
    const sent = performance.now();
    return [await work, performance.now() - sent];
  };
  /** A timer may fire a millisecond early. */
  const reached = (ms: number) => ms - 5;

  it('is when the response is sent, sooner or later than the ceiling; it is stored, and shown by v2 alone', async () => {
    const { key } = await service().account();
    const [sooner, soonerMs] = await timed(post(key, { mode: 'instant', deadlineMs: 300 }));
    expect(sooner.status).toBe(200);
    expect(soonerMs).toBeGreaterThanOrEqual(reached(300));
    const [later, laterMs] = await timed(post(key, { mode: 'instant', deadlineMs: LONGER_MS }));
    expect(laterMs).toBeGreaterThanOrEqual(reached(LONGER_MS));
    for (const [{ body }, deadlineMs] of [
      [sooner, 300],
      [later, LONGER_MS],
    ] as const) {
      const { lookupId } = body as LookupBodyV2;
      expect(body).toMatchObject({ status: 'processing', deadlineMs, answered: 0, results: [] });
      expect(await stored(lookupId)).toBe(deadlineMs);
      expect((await service().call('GET', `/v2/lookup/${lookupId}`, { key })).body).toMatchObject({ deadlineMs });
      expect((await service().call('GET', `/v1/lookup/${lookupId}`, { key })).text).not.toContain('deadline');
    }
  });

  it('is kept when what was seen before cannot be read: the answer leaves before one that was sent sooner and has the ceiling', async () => {
    const { key } = await service().account();
    const waiting = () => service().sql`SELECT 1 FROM pg_locks WHERE relation = 'batch_items'::regclass AND NOT granted`;
    await service().sql.begin(async (tx) => {
      await tx`LOCK TABLE batch_items IN ACCESS EXCLUSIVE MODE`;
      const answered: string[] = [];
      const send = (name: string, body: object) => post(key, { mode: 'instant', ...body }).then(() => answered.push(name));
      const first = send('the ceiling', {});
      await vi.waitFor(async () => expect((await waiting()).count).toBe(1));
      await Promise.all([first, send('300 ms', { deadlineMs: 300 })]);
      expect(answered).toEqual(['300 ms', 'the ceiling']);
      expect((await waiting()).count).toBe(2);
    });
  });

  it('is the ceiling where none is sent, whatever the mode: nothing is stored, and null is shown', async () => {
    const { key } = await service().account();
    const [instant, ms] = await timed(post(key, { mode: 'instant' }));
    expect(ms).toBeGreaterThanOrEqual(reached(CEILING_MS));
    expect(ms).toBeLessThan(LONGER_MS);
    for (const { body } of [instant, await post(key, { mode: 'async' })]) {
      expect(body).toMatchObject({ deadlineMs: null });
      expect(await stored((body as LookupBodyV2).lookupId)).toBeNull();
    }
  });

  it.each([299, 10_001, 900.5, '900', -1])('of %j is refused by its name, and nothing is billed', async (deadlineMs) => {
    const { key, accountId } = await service().account();
    const response = await post(key, { mode: 'instant', deadlineMs });
    expectRefusal(response, 'invalid_parameter');
    expect([response.status, response.text]).toEqual([422, expect.stringContaining('deadlineMs')]);
    await expectUnbilled(service(), accountId);
  });

  it.each([{}, { mode: 'async' }, { mode: 'wait' }, { mode: 'wait', deep: true }])('with %j is refused by its name', async (body) => {
    const { key, accountId } = await service().account();
    const response = await post(key, { ...body, deadlineMs: 900 });
    expectRefusal(response, 'invalid_parameter');
    expect([response.status, response.text]).toEqual([422, expect.stringContaining('deadlineMs: only an instant lookup')]);
    await expectUnbilled(service(), accountId);
  });

  it('is part of what an Idempotency-Key stands for', async () => {
    const { key } = await service().account();
    const named = { 'idempotency-key': 'own-deadline' };
    const first = await post(key, { mode: 'instant', deadlineMs: 300 }, named);
    const again = await post(key, { mode: 'instant', deadlineMs: 300 }, named);
    expect((again.body as LookupBodyV2).lookupId).toBe((first.body as LookupBodyV2).lookupId);
    expect((await post(key, { mode: 'instant', deadlineMs: 301 }, named)).status).toBe(409);
  });

  describe('of a stream', () => {
    const at = (query: string) => `/v2/lookup/stream?username=ada-example&module=footprint${query}`;

    it('is when it ends; one that is resumed ends by the deadline of its lookup', async () => {
      const { key } = await service().account();
      const events = await openStream(`${service().url}${at('&instant=true&deadlineMs=300')}`, key).then((open) => open.whole());
      const done = events.at(-1)?.data as LookupBodyV2;
      expect([events.at(-1)?.event, done.deadlineMs, await stored(done.lookupId)]).toEqual(['done', 300, 300]);
      const rest = await openStream(`${service().url}${at('&instant=true')}`, key, `${done.lookupId}.0.`).then((open) => open.whole());
      expect(rest.at(-1)?.data).toMatchObject({ lookupId: done.lookupId, deadlineMs: 300 });
    });

    it.each([
      '&deadlineMs=900',
      '&deadlineMs=900&deep=true',
      ...[299, 10_001, '9e2', '0900', '', 'x'].map((ms) => `&instant=true&deadlineMs=${ms}`),
    ])('is refused by its name with %s', async (query) => {
      const { key, accountId } = await service().account();
      const response = await service().call('GET', at(query), { key });
      expectRefusal(response, 'invalid_parameter');
      expect(response.text).toContain('deadlineMs');
      await expectUnbilled(service(), accountId);
    });

    it.each([300, 999, 1_000, 9_999, 10_000])('takes %i', async (deadlineMs) => {
      const { key } = await service().account();
      const query = at(`&instant=true&deadlineMs=${deadlineMs}`);
      // What is wrong besides is named alone.
      const response = await service().call('GET', `${query}&platforms=no-such-site`, { key });
      expectRefusal(response, 'unknown_platform');
    });
  });
});
