/** Events are written with what they tell, once, and only where somebody listens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { writeEvent, writeMemberJoined } from '../../src/features/webhooks/store/event-writer.js';
import { createDatabase } from '../support/databases.js';
import { addEndpointTo, happens, occurrence } from '../support/webhooks/endpoints.js';
import { acceptOne, makeCaller, outcome } from './support/record.js';
import { requestOf } from '../support/fixtures.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

type Envelope = { id: string; type: string; data: Record<string, unknown>; accountId: string; apiKeyId: string };

describe('events on Postgres', () => {
  const launched: DeliveryTicket[] = [];
  const launcher = {
    launch: (tickets: readonly Pick<DeliveryTicket, 'endpointId'>[]) => void launched.push(...(tickets as readonly DeliveryTicket[])),
    start: () => undefined,
    recheckEndpoint: () => undefined,
    startEmail: () => undefined,
  };
  let record: Stores;
  beforeAll(async () => {
    const config = readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: await createDatabase(), DATABASE_POOL: '20' });
    record = openStores(config, 'store-test', {
      launcher,
      bodyOf: ({ lookup, outcomes }) => ({ lookupId: lookup.id, state: lookup.state, outcomes: outcomes.length }),
    });
  });
  afterAll(() => record.database.close());

  async function eventsOf(accountId: string): Promise<(Envelope & { deliveries: number })[]> {
    const rows = await record.database.sql<{ body: Buffer; deliveries: number }[]>`
      SELECT body, (SELECT count(*)::int FROM webhook_deliveries d WHERE d.event_id = e.id) AS deliveries
      FROM webhook_events e WHERE account_id = ${accountId} ORDER BY created_at, id`;
    return rows.map(({ body, deliveries }) => ({ ...(JSON.parse(body.toString()) as Envelope), deliveries }));
  }
  const launchedFor = (accountId: string) => launched.filter((ticket) => ticket.accountId === accountId);

  it('go to the enabled endpoints that chose their type', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    const chosen = await addEndpointTo(record, accountId);
    await addEndpointTo(record, accountId, { eventTypes: ['lookup.completed'] });
    const off = await addEndpointTo(record, accountId);
    await record.endpoints.disable(accountId, off.id, new Date());
    const tickets = await happens(record, accountId);
    expect(tickets.map(({ endpointId }) => endpointId)).toEqual([chosen.id]);
    expect(await eventsOf(accountId)).toMatchObject([{ id: tickets[0]?.eventId, type: 'usage.threshold_reached', deliveries: 1 }]);
  });

  it('are one for one cause, however many tell it at once', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    await addEndpointTo(record, accountId);
    const received = await Promise.all(Array.from({ length: 12 }, () => happens(record, accountId, { dedupKey: `the-same/${accountId}` })));
    expect(received.flat()).toHaveLength(1);
    expect(await eventsOf(accountId)).toHaveLength(1);
  });

  it('are undone with the transaction that they tell of', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    await addEndpointTo(record, accountId);
    const failed = record.database.sql.begin(async (tx) => {
      await writeEvent(tx, occurrence(accountId));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await eventsOf(accountId)).toEqual([]);
  });

  describe('lookup.completed', () => {
    it('is written with the finish, once a request, with the body of v2, and started after the commit', async () => {
      const caller = await makeCaller(record, 'growth');
      const endpoint = await addEndpointTo(record, caller.accountId);
      const lookupId = await acceptOne(record, caller);
      await record.writer.savePlan(lookupId, { targets: [], modules: [] });
      await record.writer.record(lookupId, [outcome('a'), outcome('b')]);
      await Promise.all([record.writer.finish(lookupId), record.writer.finish(lookupId), record.writer.finish(lookupId)]);
      const [event, ...more] = await eventsOf(caller.accountId);
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        type: 'lookup.completed',
        accountId: caller.accountId,
        apiKeyId: caller.apiKeyId,
        deliveries: 1,
        data: { lookupId, response: { lookupId, state: 'finished', outcomes: 2 } },
      });
      expect(launchedFor(caller.accountId)).toEqual([
        { eventId: event?.id, endpointId: endpoint.id, run: 0, accountId: caller.accountId, eventType: 'lookup.completed', logged: 0 },
      ]);
    });

    it('is written for each item of a batch and for single checks', async () => {
      const caller = await makeCaller(record, 'growth');
      await addEndpointTo(record, caller.accountId);
      const requests = [
        requestOf({ mode: 'batch' }),
        requestOf({ mode: 'batch' }),
        requestOf({ kind: 'email', mode: 'check', queryType: 'email' }),
      ];
      const accepted = await record.acceptance.accept(caller, requests, null);
      for (const each of accepted) if ('lookupId' in each) await record.writer.finish(each.lookupId);
      const received = await eventsOf(caller.accountId);
      expect(received.map(({ data }) => data['lookupId']).sort()).toEqual(
        accepted.map((each) => ('lookupId' in each ? each.lookupId : '')).sort(),
      );
    });

    it('is not written for an account without an endpoint that chose it', async () => {
      const caller = await makeCaller(record, 'growth');
      await addEndpointTo(record, caller.accountId, { eventTypes: ['usage.threshold_reached'] });
      await record.writer.finish(await acceptOne(record, caller));
      expect(await eventsOf(caller.accountId)).toEqual([]);
    });

    it('is kept while the only endpoint is switched off, so that it can be recovered', async () => {
      const caller = await makeCaller(record, 'growth');
      const endpoint = await addEndpointTo(record, caller.accountId);
      await record.endpoints.disable(caller.accountId, endpoint.id, new Date());
      await record.writer.finish(await acceptOne(record, caller));
      expect(await eventsOf(caller.accountId)).toMatchObject([{ deliveries: 0 }]);
    });
  });

  describe('usage.threshold_reached', () => {
    it('tells 80 and 100 percent once each, also when twenty requests cross them at once', async () => {
      const caller = await makeCaller(record, 'growth', { quota: 10 });
      await addEndpointTo(record, caller.accountId);
      await Promise.all(Array.from({ length: 20 }, () => record.acceptance.accept(caller, [requestOf()], null)));
      const received = (await eventsOf(caller.accountId)).sort((a, b) => Number(a.data['percent']) - Number(b.data['percent']));
      expect(received.map(({ type, data }) => [type, data['percent'], data['used'], data['limit'], data['scope']])).toEqual([
        ['usage.threshold_reached', 80, 8, 10, 'footprint'],
        ['usage.threshold_reached', 100, 10, 10, 'footprint'],
      ]);
      expect(received[0]?.apiKeyId).toBe(caller.apiKeyId);
      expect(launchedFor(caller.accountId)).toHaveLength(2);
    });

    it('tells a threshold again that is reached after the allowance was enlarged', async () => {
      const caller = await makeCaller(record, 'growth', { quota: 5 });
      await addEndpointTo(record, caller.accountId);
      const four = Array<ReturnType<typeof requestOf>>(4).fill(requestOf());
      await record.acceptance.accept(caller, four, null);
      await record.accountChanges.setQuota(caller.accountId, 10);
      await record.acceptance.accept(caller, four, null);
      const received = await eventsOf(caller.accountId);
      expect(received.map(({ data }) => [data['percent'], data['used'], data['limit']])).toEqual([
        [80, 4, 5],
        [80, 8, 10],
      ]);
    });

    it('names the module of the lookup with which each threshold was reached', async () => {
      const caller = await makeCaller(record, 'growth', { quota: 10 });
      await addEndpointTo(record, caller.accountId);
      const ip = requestOf({ kind: 'ip', queryType: null, query: '192.0.2.1', subjects: { ip: '192.0.2.1' } });
      const breaches = requestOf({ checks: { footprint: false } });
      await record.acceptance.accept(caller, [...Array<typeof ip>(7).fill(requestOf()), ip, requestOf(), breaches], null);
      const received = (await eventsOf(caller.accountId)).sort((a, b) => Number(a.data['percent']) - Number(b.data['percent']));
      expect(received.map(({ data }) => [data['percent'], data['scope']])).toEqual([
        [80, 'ip'],
        [100, 'breaches'],
      ]);
    });

    it('names the credit and counts in millicents on a credit plan', async () => {
      const caller = await makeCaller(record, 'credit', { balance: 10_000 });
      await addEndpointTo(record, caller.accountId);
      const sweep = requestOf({ checks: { breaches: false, webMentions: false } });
      for (let n = 0; n < 5; n += 1) await record.acceptance.accept(caller, [sweep], null);
      const received = await eventsOf(caller.accountId);
      expect(received.map(({ data }) => [data['scope'], data['percent'], data['used'], data['limit']])).toEqual([
        ['credit', 80, 8_000, 10_000],
        ['credit', 100, 10_000, 10_000],
      ]);
    });
  });

  it('team.member_joined names no key: none caused it', async () => {
    const caller = await makeCaller(record, 'growth');
    await addEndpointTo(record, caller.accountId);
    const joinedAt = new Date('2030-01-02T03:04:05.678Z');
    const member = {
      accountId: caller.accountId,
      memberId: 'usr_example',
      email: 'ada@example.com',
      role: 'member',
      joinedAt,
    };
    const join = () => record.database.sql.begin((tx) => writeMemberJoined(tx, member));
    expect(await join()).toHaveLength(1);
    expect(await join()).toEqual([]);
    expect(await eventsOf(caller.accountId)).toMatchObject([
      {
        type: 'team.member_joined',
        apiKeyId: '',
        data: { memberId: 'usr_example', email: 'ada@example.com', role: 'member', joinedAt: joinedAt.toISOString() },
      },
    ]);
  });
});
