/** Endpoints, their failure clocks, and what is sent again. */
import { describe, expect, it } from 'vitest';
import { MAX_ENDPOINTS, MAX_SECRETS } from '../../src/features/webhooks/endpoint.js';
import type { AttemptOutcome, Delivery, DeliveryPosition, DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { Page } from '../../src/kernel/values/pages.js';
import { EndpointHealthStore } from '../../src/features/webhooks/store/endpoint-health-store.js';
import { EndpointStore } from '../../src/features/webhooks/store/endpoint-store.js';
import { Redelivery } from '../../src/features/webhooks/store/redelivery.js';
import { addEndpointTo, happens, happensOnce } from '../support/webhooks/endpoints.js';
import { makeCaller, openTestRecords } from './support/record.js';

const HOUR = 3_600_000;
const START = new Date('2030-01-02T03:04:05.678Z');
const hoursIn = (hours: number) => new Date(START.getTime() + hours * HOUR);
const FAILED: AttemptOutcome = {
  failure: 'status',
  detail: null,
  status: 500,
  durationMs: 5,
  remoteAddress: null,
  responseBody: new Uint8Array(),
  retryAfterMs: null,
};

const { record } = await openTestRecords();

describe('endpoints on Postgres', () => {
  async function account() {
    const { accountId } = await makeCaller(record, 'growth');
    const endpoint = await addEndpointTo(record, accountId);
    return { accountId, endpoint };
  }
  /** One attempt that fails, at so many hours after the start. */
  async function failsAt(hours: number, ticket: DeliveryTicket, trigger: 'event' | 'test' = 'event'): Promise<boolean> {
    const [row] = await record.database.sql<{ url: string }[]>`SELECT url FROM webhook_endpoints WHERE id = ${ticket.endpointId}`;
    const attempt = { scheduleOffsetMs: 0, trigger, url: row?.url ?? '', at: hoursIn(hours), outcome: FAILED, next: null };
    return (await record.deliveries.saveAttempt(ticket, attempt)).needsMonitoring;
  }
  const emailsOf = async (accountId: string) => (await record.emailOutbox.list(accountId, 50)).map(({ kind }) => kind).reverse();

  it('are twenty an account at most, also when they are added at once', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    const settings = {
      url: 'https://example.com',
      description: '',
      eventTypes: ['lookup.completed' as const],
      payload: 'full' as const,
      filter: {},
    };
    const added = await Promise.all(
      Array.from({ length: 30 }, () => record.endpoints.add(accountId, settings, { sealFor: () => new Uint8Array(1) })),
    );
    expect(added.filter((endpoint) => endpoint !== null)).toHaveLength(MAX_ENDPOINTS);
    expect(await record.endpoints.list(accountId)).toHaveLength(MAX_ENDPOINTS);
  });

  it('belong to their account: another finds, changes and deletes nothing', async () => {
    const { endpoint, accountId } = await account();
    const unauthenticated = (await makeCaller(record, 'growth')).accountId;
    const ticket = await happensOnce(record, accountId);
    const attempts = await Promise.all([
      record.endpoints.find(unauthenticated, endpoint.id),
      record.endpoints.edit(unauthenticated, endpoint.id, { url: 'https://example.org' }),
      record.endpoints.disable(unauthenticated, endpoint.id, START),
      record.endpoints.enable(unauthenticated, endpoint.id),
      record.endpoints.rotateSecret(unauthenticated, endpoint.id, new Uint8Array(1), START, START),
      record.deliveryReader.read(unauthenticated, endpoint.id, ticket.eventId),
      record.redelivery.resend(unauthenticated, endpoint.id, ticket.eventId),
      record.redelivery.test(unauthenticated, endpoint.id, null, START),
    ]);
    expect(attempts).toEqual(attempts.map(() => null));
    expect(await record.endpoints.remove(unauthenticated, endpoint.id)).toBe(false);
    expect(await record.redelivery.recoverable(unauthenticated, endpoint.id, new Date(0))).toEqual({ failed: 0, missed: 0 });
    expect((await record.deliveryReader.list(unauthenticated, {}, { limit: 10, after: null })).items).toEqual([]);
    const { secret: _secret, ...stored } = endpoint;
    expect(await record.endpoints.find(accountId, endpoint.id)).toEqual(stored);
  });

  it('keep secrets through an overlap, the newest first, and only so many', async () => {
    const { accountId, endpoint } = await account();
    const rotate = (until: Date, now: Date) =>
      record.endpoints.rotateSecret(accountId, endpoint.id, record.secrets.seal('whsec_x', endpoint.id), until, now);
    const now = new Date();
    const until = new Date(now.getTime() + HOUR);
    expect((await rotate(until, now))?.secretsExpireAt).toEqual([null, until]);
    // Ended at once: nothing but the newest is left.
    const later = new Date(now.getTime() + 1);
    expect((await rotate(later, later))?.secretsExpireAt).toEqual([null]);
    for (let n = 0; n < MAX_SECRETS + 2; n += 1) await rotate(until, new Date(later.getTime() + 1 + n));
    expect((await record.endpoints.find(accountId, endpoint.id))?.secretsExpireAt).toHaveLength(MAX_SECRETS);
  });

  it('a failure starts the clock once, a new address and switching on again reset it, a failing test leaves it alone', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    expect(await failsAt(0, ticket, 'test')).toBe(false);
    expect(await failsAt(1, ticket)).toBe(true);
    expect(await failsAt(2, ticket)).toBe(false);
    const clock = async () => {
      const found = await record.endpoints.find(accountId, endpoint.id);
      return [found?.failingSince, found?.lastFailedAt];
    };
    expect(await clock()).toEqual([hoursIn(1), hoursIn(2)]);
    await record.endpoints.edit(accountId, endpoint.id, { description: 'the same address' });
    expect(await clock()).toEqual([hoursIn(1), hoursIn(2)]);
    await record.endpoints.edit(accountId, endpoint.id, { url: 'https://example.org/hooks' });
    expect(await clock()).toEqual([null, null]);
    await failsAt(3, ticket);
    await record.endpoints.disable(accountId, endpoint.id, hoursIn(4));
    expect(await record.endpoints.enable(accountId, endpoint.id)).toMatchObject({
      state: 'enabled',
      disabledReason: null,
      failingSince: null,
    });
  });

  it('whose monitoring ends by a change are rechecked after it, others are not', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    const rechecked: string[] = [];
    const launcher = { recheckEndpoint: (endpointId: string) => void rechecked.push(endpointId) };
    const endpoints = new EndpointStore({ sql: record.database.sql, newId, launcher });
    await endpoints.edit(accountId, endpoint.id, { url: 'https://example.org/hooks' });
    expect(rechecked).toEqual([]); // it does not fail, and nothing monitors it
    await failsAt(1, ticket);
    await endpoints.edit(accountId, endpoint.id, { description: 'the same address' });
    expect(rechecked).toEqual([]);
    await endpoints.edit(accountId, endpoint.id, { url: 'https://example.net/hooks' });
    expect(rechecked).toHaveLength(1);
    await failsAt(2, ticket);
    await endpoints.disable(accountId, endpoint.id, hoursIn(3));
    expect(rechecked).toHaveLength(2);
    await endpoints.enable(accountId, endpoint.id);
    await failsAt(4, ticket);
    await endpoints.remove((await makeCaller(record, 'growth')).accountId, endpoint.id);
    expect(rechecked).toHaveLength(2);
    await endpoints.remove(accountId, endpoint.id);
    expect(rechecked).toEqual(Array.from({ length: 3 }, () => endpoint.id));
  });

  it('are warned about twice and switched off once, with one mail each, however often somebody looks', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    const sent: string[] = [];
    const launcher = { startEmail: (emailId: string) => void sent.push(emailId) };
    const endpointHealth = new EndpointHealthStore({ sql: record.database.sql, newId, launcher });
    const look = (hours: number) => Promise.all([1, 2, 3].map(() => endpointHealth.evaluateHealth(endpoint.id, hoursIn(hours))));
    await failsAt(0, ticket);
    expect((await look(0))[0]).toMatchObject({ step: 'wait', nextCheckMs: 24 * HOUR });
    await failsAt(23, ticket);
    await look(24);
    expect(await emailsOf(accountId)).toEqual(['endpoint_warning']);
    await failsAt(47, ticket);
    await look(48);
    expect(await emailsOf(accountId)).toEqual(['endpoint_warning', 'endpoint_warning']);
    await failsAt(71, ticket);
    await look(72);
    expect(await emailsOf(accountId)).toEqual(['endpoint_warning', 'endpoint_warning', 'endpoint_disabled']);
    expect(await record.endpoints.find(accountId, endpoint.id)).toMatchObject({
      state: 'disabled',
      disabledReason: 'failing',
      disabledAt: hoursIn(72),
    });
    expect((await look(73)).map(({ nextCheckMs }) => nextCheckMs)).toEqual([null, null, null]);
    expect(sent).toEqual((await record.emailOutbox.list(accountId, 50)).map(({ id }) => id).reverse());
  });

  it('that are looked at by nobody are seen by the reconciler', async () => {
    const { accountId, endpoint } = await account();
    await failsAt(0, await happensOnce(record, accountId));
    const isUnmonitored = async () => (await record.endpointHealth.unmonitored(60, { limit: 1_000, after: null })).includes(endpoint.id);
    expect(await isUnmonitored()).toBe(false);
    await record.database.sql`UPDATE webhook_endpoints SET next_check_at = now() - interval '2 minutes' WHERE id = ${endpoint.id}`;
    expect(await isUnmonitored()).toBe(true);
    await record.endpointHealth.evaluateHealth(endpoint.id, hoursIn(0));
    expect(await isUnmonitored()).toBe(false);
  });

  it('that are looked at by nobody, and emails that nobody sends, are told page by page', async () => {
    const { sql } = record.database;
    const { accountId } = await account();
    const ids = (await Promise.all(Array.from({ length: 4 }, () => addEndpointTo(record, accountId)))).map(({ id }) => id).sort();
    await sql`UPDATE webhook_endpoints SET next_check_at = now() - interval '2 minutes' WHERE id IN ${sql(ids)}`;
    const page = await record.endpointHealth.unmonitored(60, { limit: 3, after: null });
    expect([...page, ...(await record.endpointHealth.unmonitored(60, { limit: 3, after: page.at(-1) ?? null }))]).toEqual(ids);
    await sql`
      INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html, created_at)
      SELECT 'mail_' || n, ${accountId}, 'test/' || n, 'endpoint_warning', '', '', '', '', now() - interval '2 minutes' FROM generate_series(1, 4) n`;
    const emails = await record.emailOutbox.overdue(60, { limit: 3, after: null });
    expect([...emails, ...(await record.emailOutbox.overdue(60, { limit: 3, after: emails.at(-1) ?? null }))]).toEqual([
      'mail_1',
      'mail_2',
      'mail_3',
      'mail_4',
    ]);
    await sql`DELETE FROM emails WHERE account_id = ${accountId}`;
  });

  it('a resend begins a new run with the same event; the older run is over', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    await failsAt(0, ticket);
    const again = await record.redelivery.resend(accountId, endpoint.id, ticket.eventId);
    expect(again).toEqual({ ...ticket, run: 1, logged: 1 });
    expect(await record.deliveries.claimAttempt(ticket, 1, hoursIn(1))).toEqual({ kind: 'over', state: null });
    expect(await record.deliveries.claimAttempt({ ...ticket, run: 1 }, 1, hoursIn(1))).toMatchObject({
      kind: 'send',
      scheduleOffsetMs: 0,
      trigger: 'resend',
    });
    await record.endpoints.disable(accountId, endpoint.id, hoursIn(2));
    expect(await record.redelivery.resend(accountId, endpoint.id, ticket.eventId)).toBe('endpoint_disabled');
  });

  it('a recovery counts first, then resends what failed and sends what was missed, once', async () => {
    const launched: string[] = [];
    const launcher = {
      launch: (tickets: readonly { endpointId: string }[]) => void launched.push(...tickets.map(({ endpointId }) => endpointId)),
      start: () => undefined,
    };
    const redelivery = new Redelivery({ sql: record.database.sql, newId, launcher });
    const { accountId, endpoint } = await account();
    const failed = await happensOnce(record, accountId);
    await failsAt(0, failed);
    await record.redelivery.test(accountId, endpoint.id, null, START).then((test) => failsAt(0, test as DeliveryTicket, 'test'));
    const old = await happens(record, accountId, { at: new Date('2020-01-01T00:00:00Z') });
    await failsAt(0, old[0] as DeliveryTicket);
    await record.endpoints.disable(accountId, endpoint.id, hoursIn(1));
    await happens(record, accountId);
    await happens(record, accountId);
    const since = new Date('2021-01-01T00:00:00Z');
    expect(await record.redelivery.recoverable(accountId, endpoint.id, since)).toEqual({ failed: 1, missed: 2 });
    expect(await redelivery.recover(accountId, endpoint.id, since)).toEqual({ failed: 0, missed: 0 });
    await record.endpoints.enable(accountId, endpoint.id);
    expect(launched).toEqual([]);
    expect(await redelivery.recover(accountId, endpoint.id, since)).toEqual({ failed: 1, missed: 2 });
    expect(launched).toEqual([endpoint.id]);
    expect((await record.deliveryQueue.grantSlots(endpoint.id)).map(({ run }) => run).sort()).toEqual([0, 0, 1]);
    expect(await redelivery.recover(accountId, endpoint.id, since)).toEqual({ failed: 0, missed: 0 });
  });

  it('the log is read page by page, without gaps or repetitions, and by filters', async () => {
    const { accountId, endpoint } = await account();
    const second = await addEndpointTo(record, accountId);
    for (let n = 0; n < 12; n += 1) await happens(record, accountId);
    const all = (await record.deliveryReader.list(accountId, {}, { limit: 100, after: null })).items;
    expect(all).toHaveLength(24);
    const paged: string[] = [];
    for (let after: DeliveryPosition | null = null; ; ) {
      const { items, next }: Page<Delivery, DeliveryPosition> = await record.deliveryReader.list(accountId, {}, { limit: 5, after });
      paged.push(...items.map(({ eventId, endpointId }) => `${eventId}/${endpointId}`));
      if (next === null) break;
      after = next;
      await happens(record, accountId); // newer ones come first and disturb no later page
    }
    expect(paged).toEqual(all.map(({ eventId, endpointId }) => `${eventId}/${endpointId}`));
    const ofSecond = await record.deliveryReader.list(
      accountId,
      { endpointId: second.id, state: 'pending', eventType: 'usage.threshold_reached' },
      { limit: 100, after: null },
    );
    expect(new Set(ofSecond.items.map(({ endpointId }) => endpointId))).toEqual(new Set([second.id]));
    for (const filter of [{ endpointId: endpoint.id, state: 'delivered' }, { since: new Date(Date.now() + HOUR) }] as const)
      expect((await record.deliveryReader.list(accountId, filter, { limit: 5, after: null })).items).toEqual([]);
  });
});
