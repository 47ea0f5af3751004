/** Above an account's limit of stored bytes an event is its id and type; its body is made when it is first sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { AttemptOutcome, DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import type { Payload } from '../../src/features/webhooks/event.js';
import { createDatabase } from '../support/databases.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { ACKNOWLEDGED } from '../support/webhooks/outcomes.js';
import { acceptOne, carryOut, makeCaller, outcome } from './support/record.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const LIMIT = 1_048_576;
const COUNTS = { status: 'finished', planned: 3, answered: 2, omitted: 1, platformsChecked: 2, matches: 1, socialMatches: 1 };
const LARGE = 'x'.repeat(450_000);

describe('stored bytes of events', () => {
  const mailed: string[] = [];
  let record: Stores;
  beforeAll(async () => {
    record = openStores(
      readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: await createDatabase(), DATABASE_POOL: '10', WEBHOOK_STORAGE_MB: '1' }),
      'store-test',
      {
        launcher: {
          launch: () => undefined,
          start: () => undefined,
          recheckEndpoint: () => undefined,
          startEmail: (id) => void mailed.push(id),
        },
        bodyOf: ({ lookup, outcomes }, seen) => ({ lookupId: lookup.id, seen, outcomes: outcomes.length, ...COUNTS, filling: LARGE }),
      },
    );
  });
  afterAll(() => record.database.close());

  async function subscriber(...payloads: Payload[]): Promise<Caller> {
    const caller = await makeCaller(record, 'higher_volume');
    if (payloads.length === 0) await addEndpointTo(record, caller.accountId);
    for (const payload of payloads) await addEndpointTo(record, caller.accountId, { payload });
    return caller;
  }
  /** A lookup that finishes. @returns the tickets of its event, that of the endpoint that was added first at first */
  async function tickets(caller: Caller): Promise<(DeliveryTicket & { lookupId: string })[]> {
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, { targets: [], modules: [] });
    await record.writer.record(lookupId, [outcome('a')]);
    await record.writer.finish(lookupId);
    const rows = await record.database.sql<DeliveryTicket[]>`
      SELECT d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.run, d.account_id AS "accountId", d.event_type AS "eventType", 0 AS logged
      FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE e.dedup_key = ${`lookup/${lookupId}`} ORDER BY d.endpoint_id`;
    return rows.map((row) => ({ ...row, lookupId }));
  }
  const finished = async (caller: Caller) => (await tickets(caller))[0] as DeliveryTicket & { lookupId: string };
  /** An account whose events have reached the limit, with one more. */
  async function aboveLimit() {
    const caller = await subscriber();
    for (let n = 0; n < 3; n += 1) await finished(caller);
    return { caller, ticket: await finished(caller) };
  }
  const storedFor = async ({ accountId }: Caller) => {
    const [row] = await record.database.sql<{ counted: number; real: number }[]>`
      SELECT (SELECT coalesce(sum(bytes), 0)::int FROM webhook_stored_bytes WHERE account_id = ${accountId}) AS counted,
             (SELECT coalesce(sum(coalesce(octet_length(body), 0) + coalesce(octet_length(summary), 0)), 0)::int FROM webhook_events WHERE account_id = ${accountId}) AS real`;
    expect(row?.counted).toBe(row?.real);
    return row?.real ?? 0;
  };
  const detailsOf = ({ accountId, endpointId, eventId }: DeliveryTicket) => record.deliveryReader.read(accountId, endpointId, eventId);
  /** What an attempt does, with the receiver's answer. @returns the bytes that are sent; null: the delivery was over */
  async function attempt(ticket: DeliveryTicket, status = 200): Promise<Buffer | null> {
    await record.eventBodies.prepare(ticket);
    const details = await detailsOf(ticket);
    const claim = await record.deliveries.claimAttempt(ticket, details?.attempts.length ?? 0, new Date());
    if (claim.kind !== 'send') return null;
    const result: AttemptOutcome = status === 200 ? ACKNOWLEDGED : { ...ACKNOWLEDGED, status, failure: 'status' };
    const next = status === 200 ? null : { scheduleOffsetMs: 60_000, waitMs: 60_000 };
    const { scheduleOffsetMs, trigger, url } = claim;
    const saved = await record.deliveries.saveAttempt(ticket, { scheduleOffsetMs, trigger, url, at: new Date(), outcome: result, next });
    if (claim.isDeferred && saved.state !== 'pending') await record.eventBodies.release(ticket.eventId);
    return Buffer.from(claim.body);
  }

  it('are counted as they change, and never exceed the limit by more than an event', async () => {
    const caller = await subscriber();
    const sizes: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await finished(caller);
      sizes.push(await storedFor(caller));
    }
    expect(sizes[2]).toBeGreaterThan(LIMIT);
    expect(sizes.slice(2)).toEqual([sizes[2], sizes[2], sizes[2]]);
    // Others are not affected.
    const other = await subscriber();
    expect((await detailsOf(await finished(other)))?.body).not.toBeNull();
  });

  it('reaching 80 percent of the limit is mailed, once', async () => {
    const { caller } = await aboveLimit();
    const emails = await record.emailOutbox.list(caller.accountId, 10);
    expect(emails.map(({ kind }) => kind)).toEqual(['webhook_storage']);
    expect(mailed).toContain(emails[0]?.id);
  });

  it('an event above the limit is listed without a body; its first attempt makes it, all others send the same bytes, and its end deletes it', async () => {
    const { caller, ticket } = await aboveLimit();
    const before = await storedFor(caller);
    const listed = await detailsOf(ticket);
    expect(listed).toMatchObject({ body: null, delivery: { state: 'pending', eventType: 'lookup.completed' } });
    const first = await attempt(ticket, 503);
    expect(JSON.parse(first?.toString() ?? '')).toMatchObject({
      id: ticket.eventId,
      type: 'lookup.completed',
      accountId: caller.accountId,
      apiKeyId: caller.apiKeyId,
      createdAt: expect.stringMatching(/^\d{4}-/) as string,
      data: { lookupId: ticket.lookupId, response: { lookupId: ticket.lookupId, outcomes: 1, seen: { username: { count: 3 } } } },
    });
    expect(await storedFor(caller)).toBe(before + (first?.byteLength ?? 0));
    expect((await attempt(ticket))?.equals(first ?? Buffer.alloc(0))).toBe(true);
    expect(await detailsOf(ticket)).toMatchObject({ body: null, delivery: { state: 'delivered' } });
    expect(await storedFor(caller)).toBe(before);
    // A resend makes it again.
    const again = (await record.redelivery.resend(ticket.accountId, ticket.endpointId, ticket.eventId)) as DeliveryTicket;
    expect(JSON.parse((await attempt(again))?.toString() ?? '')).toMatchObject({ id: ticket.eventId });
  });

  it('an event whose lookup was deleted before its first attempt ends as `erased`, and is listed so; nothing of the lookup stays', async () => {
    const { caller, ticket } = await aboveLimit();
    expect(await record.remover.remove(caller, ticket.lookupId)).toBe(true);
    const erased = { state: 'failed', failureReason: 'erased', attempts: 0, nextAttemptAt: null };
    expect(await detailsOf(ticket)).toMatchObject({ body: null, delivery: erased });
    expect(await attempt(ticket)).toBeNull();
    const { items } = await record.deliveryReader.list(caller.accountId, { state: 'failed' }, { limit: 5, after: null });
    expect(items).toMatchObject([{ eventId: ticket.eventId, failureReason: 'erased' }]);
    // Neither a resend nor a recovery can send it.
    const again = (await record.redelivery.resend(ticket.accountId, ticket.endpointId, ticket.eventId)) as DeliveryTicket;
    expect(await attempt(again)).toBeNull();
    expect((await detailsOf(again))?.delivery).toMatchObject(erased);
    expect(await record.redelivery.recoverable(ticket.accountId, ticket.endpointId, new Date(0))).toMatchObject({ failed: 0 });
  });

  it('an event whose body was made is deleted with its lookup, whichever of the two comes first', async () => {
    const { caller } = await aboveLimit();
    for (let round = 0; round < 10; round += 1) {
      const ticket = await finished(caller);
      await Promise.all([record.eventBodies.prepare(ticket), record.remover.remove(caller, ticket.lookupId)]);
      expect((await detailsOf(ticket))?.body ?? null).toBeNull();
    }
  });

  describe('of endpoints that chose different payloads', () => {
    const parsed = (body: Buffer | Uint8Array | null | undefined) =>
      JSON.parse(Buffer.from(body ?? []).toString()) as { id: string; data: object };
    const shortOf = (lookupId: string) => ({
      lookupId,
      status: 'finished',
      planned: 3,
      answered: 2,
      omitted: 1,
      platformsChecked: 2,
      matches: 1,
      socialMatches: 1,
      href: `/v2/lookup/${lookupId}`,
    });

    it('are one event with one body each, stored once; each endpoint is sent its own, and shown it', async () => {
      const caller = await subscriber('full', 'summary', 'summary');
      const [full, ...short] = await tickets(caller);
      if (!full) throw new Error('there is no delivery');
      expect(new Set([full, ...short].map(({ eventId }) => eventId)).size).toBe(1);
      expect(parsed(await attempt(full))).toMatchObject({ id: full.eventId, data: { response: { filling: LARGE } } });
      for (const ticket of short) {
        const body = await attempt(ticket);
        expect(parsed(body)).toMatchObject({ id: full.eventId, type: 'lookup.completed', data: shortOf(full.lookupId) });
        expect(Object.keys(parsed(body).data)).not.toContain('response');
        expect(body?.byteLength).toBeLessThan(600);
        expect(parsed((await detailsOf(ticket))?.body).data).toEqual(shortOf(full.lookupId));
      }
      const stored = await storedFor(caller);
      expect(stored).toBeGreaterThan(LARGE.length);
      expect(stored).toBeLessThan(LARGE.length + 2_000);
    });

    it('are stored without the whole lookup where no endpoint wants it', async () => {
      const caller = await subscriber('summary');
      const ticket = await finished(caller);
      expect(await storedFor(caller)).toBeLessThan(600);
      expect(parsed(await attempt(ticket)).data).toEqual(shortOf(ticket.lookupId));
    });

    it('stay what they were when the choice is changed, also in a resend; later ones follow it', async () => {
      const caller = await subscriber('full');
      const before = await finished(caller);
      await record.endpoints.edit(caller.accountId, before.endpointId, { payload: 'summary' });
      expect(parsed(await attempt(before)).data).toHaveProperty('response');
      const again = (await record.redelivery.resend(before.accountId, before.endpointId, before.eventId)) as DeliveryTicket;
      expect(parsed(await attempt(again)).data).toHaveProperty('response');
      const after = await finished(caller);
      expect(parsed(await attempt(after)).data).toEqual(shortOf(after.lookupId));
    });

    it('above the limit: summaries are sent as ever, and make no whole body', async () => {
      const caller = await subscriber('full', 'summary');
      for (let n = 0; n < 3; n += 1) await finished(caller);
      const before = await storedFor(caller);
      const [full, short] = await tickets(caller);
      if (!full || !short) throw new Error('a delivery is missing');
      expect(parsed(await attempt(short)).data).toEqual(shortOf(full.lookupId));
      expect((await storedFor(caller)) - before).toBeLessThan(600);
      expect(parsed(await attempt(full)).data).toHaveProperty('response');
      expect((await storedFor(caller)) - before, 'the whole body ends with its event').toBeLessThan(600);
    });

    it('are deleted with the lookup: what was sent, and of what was not sent all but its id', async () => {
      const caller = await subscriber('full', 'summary');
      for (let n = 0; n < 3; n += 1) await finished(caller);
      const [full, short] = await tickets(caller);
      if (!full || !short) throw new Error('a delivery is missing');
      expect(await record.remover.remove(caller, full.lookupId)).toBe(true);
      for (const ticket of [full, short]) {
        expect(await detailsOf(ticket)).toMatchObject({ body: null, delivery: { state: 'failed', failureReason: 'erased' } });
        expect(await attempt(ticket)).toBeNull();
      }
      const [left] = await record.database.sql`SELECT body, summary, facts FROM webhook_events WHERE id = ${full.eventId}`;
      expect(left, 'neither its risk level nor its purpose').toEqual({ body: null, summary: null, facts: {} });
      const only = await subscriber('summary');
      const sent = await finished(only);
      await attempt(sent);
      expect(await record.remover.remove(only, sent.lookupId)).toBe(true);
      expect(await detailsOf(sent)).toBeNull();
      expect(await storedFor(only)).toBe(0);
    });
  });

  it('an erasure of the identity deletes what was sent and lists what was not', async () => {
    const { caller, ticket } = await aboveLimit();
    const identity = { kind: 'username', value: 'ada-example' } as const;
    const { id } = await record.erasures.create({ accountId: caller.accountId, apiKeyId: null, identity, isDryRun: false });
    await carryOut(record, id);
    const { items } = await record.deliveryReader.list(caller.accountId, {}, { limit: 10, after: null });
    expect(items).toMatchObject([{ eventId: ticket.eventId, state: 'failed', failureReason: 'erased' }]);
    expect(await storedFor(caller)).toBe(0);
  });
});
