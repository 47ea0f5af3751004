/** Promise 2 when a network swallows the COMMIT of an acceptance, or the answer to it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { watchCommits } from '../support/commit-watch.js';
import { startGatedService } from '../support/gated-service.js';
import { expectRefusal } from '../support/http/answers.js';
import { billOf, expectUnbilled } from '../support/http/ledger.js';
import type { Service } from '../support/service.js';
import type { Passage } from '../support/tcp-gate.js';

interface Order {
  readonly key: string;
  readonly accountId: string;
  readonly answer: Promise<Awaited<ReturnType<Service['call']>>>;
}

describe('a lookup whose COMMIT is in doubt', () => {
  let service: Awaited<ReturnType<typeof startGatedService>>;
  let temporalView: TemporalView;
  /** What becomes of the next COMMIT. */
  let next: Passage = 'pass';
  /** Orders whose COMMIT never arrived, and whose answer never did: the service waits twelve seconds for each, for both at once. */
  let lost: Order;
  let unanswered: Order;
  beforeAll(async () => {
    service = await startGatedService();
    temporalView = openTemporalView(service.config.TEMPORAL_ADDRESS ?? '', service.config.TEMPORAL_NAMESPACE ?? 'default');
    const isCommit = watchCommits();
    service.gate.inspect((bytes) => {
      const passage = isCommit(bytes) ? next : 'pass';
      if (passage !== 'pass') next = 'pass';
      return passage;
    });
    lost = await sent('hold');
    unanswered = await sent('hold answer');
  });
  afterAll(async () => {
    await temporalView.close();
    await service.close();
  });

  const order = (key: string) =>
    service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' }, headers: { 'idempotency-key': 'order-1' } });
  const idOf = ({ body }: { body: unknown }) => (body as { lookupId: string }).lookupId;

  /** Sends an order of an account of its own. @returns once its COMMIT has met that fate */
  async function sent(passage: Passage) {
    const { key, accountId } = await service.account();
    next = passage;
    const answer = order(key);
    expect(await waitUntil(() => next === 'pass', 60_000, 1)).toBe(true);
    return { key, accountId, answer };
  }

  /** @returns the id that the refusal names */
  async function reasonOf({ answer }: Order): Promise<string> {
    const refusal = await answer;
    expectRefusal(refusal, 'unavailable');
    expect(refusal.headers.get('retry-after')).toBe('10');
    const id = refusal.headers.get('x-lookup-id');
    expect(id).toMatch(/^lkp_\w+$/);
    return id ?? '';
  }

  it('it never arrived: the id is unknown, nothing was billed, and a repetition is accepted', async () => {
    const { key, accountId } = lost;
    const id = await reasonOf(lost);
    expectRefusal(await service.call('GET', `/v1/lookup/${id}`, { key }), 'not_found');
    await expectUnbilled({ sql: service.direct }, accountId);
    const again = await vi.waitFor(
      async () => {
        const response = await order(key);
        expect(response.status).toBe(200);
        return response;
      },
      { timeout: 90_000, interval: 200 },
    );
    expect(idOf(again)).not.toBe(id);
    expect(idOf(await order(key))).toBe(idOf(again));
    expectRefusal(await service.call('GET', `/v1/lookup/${id}`, { key }), 'not_found');
    expect(await billOf({ sql: service.direct }, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('its answer never arrived: the id is the lookup, which is started, and a repetition is answered with it', async () => {
    const { key, accountId } = unanswered;
    const id = await reasonOf(unanswered);
    expect((await service.call('GET', `/v1/lookup/${id}`, { key })).body).toEqual({ lookupId: id, status: 'processing' });
    await expect.poll(() => temporalView.knows(id), { timeout: 90_000 }).toBe(true);
    expect(idOf(await order(key))).toBe(id);
    expect(await billOf({ sql: service.direct }, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });
});
