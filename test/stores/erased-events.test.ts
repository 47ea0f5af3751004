/** Whom a client names in words about somebody else is erased where those words went, too: from events, and what receivers answered. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { presentV2 } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores } from '../../src/wiring/stores.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { columnTraces, formsFound } from '../support/traces.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { email, erasing } from './support/erasing.js';
import { acceptOne, makeCaller, outcome } from './support/record.js';

const settings = { DATABASE_URL: await createDatabase(), DATABASE_POOL: '10', SECRETS_KEY: randomBytes(32).toString('hex') };
const record = openStores(readConfig(settings), 'store-test', {
  launcher: { launch: () => undefined, start: () => undefined, recheckEndpoint: () => undefined, startEmail: () => undefined },
  bodyOf: (known, seen) => presentV2(known, { get: () => undefined }, { seen }),
});
afterAll(() => record.database.close());
const { sql } = record.database;
const { erase, left } = erasing(record);

const ADDRESS = 'Quixotic.Zephyr@privat-zephyr.example.com';
const WORDS = { claimedName: `Casey, for ${ADDRESS}`, claimedCompany: `${ADDRESS} Ltd` };

/** A lookup of somebody else that has finished, with its event. */
async function finished(caller: Caller): Promise<{ lookupId: string; eventId: string }> {
  const subjects = { username: 'casey-example' };
  const lookupId = await acceptOne(record, caller, requestOf({ query: 'casey-example', subjects, ...WORDS }));
  await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
  await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date() })]);
  await record.writer.finish(lookupId);
  const [event] = await sql<{ id: string }[]>`SELECT id FROM webhook_events WHERE dedup_key = ${`lookup/${lookupId}`}`;
  return { lookupId, eventId: event?.id ?? expect.fail('there is no event') };
}
const found = async () =>
  [...(await columnTraces(sql))].flatMap(([column, trace]) => (formsFound(trace, ADDRESS).length > 0 ? [column] : []));

describe('somebody who is named in the words of another’s lookup', () => {
  it('is in no column after the erasure; the event is there, was sent, and says the rest of the words from then on', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const { id: endpointId } = await addEndpointTo(record, caller.accountId);
    await record.eventFeed.read(caller.accountId, { limit: 1 });
    const [sent, waiting] = [await finished(caller), await finished(caller)];
    await sql`
      UPDATE webhook_deliveries SET state = 'delivered', attempts = 1, last_attempt_at = '2030-01-01T00:00:00Z' WHERE event_id = ${sent.eventId}`;
    await sql`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, status, duration_ms, response_body)
      VALUES (${sent.eventId}, ${endpointId}, 1, 'event', '2030-01-01T00:00:00Z', 'https://example.com', 200, 5, ${Buffer.from(ADDRESS)})`;
    expect(await found()).toEqual(
      expect.arrayContaining(['lookups.claimed_name', 'lookups.claimed_company', 'webhook_events.body', 'webhook_attempts.response_body']),
    );

    const { id, counts } = await erase(email(ADDRESS), caller.accountId);
    expect(await found()).toEqual([]);
    expect(counts).toEqual({});
    expect(await left(sent.lookupId, waiting.lookupId)).toBe(2);
    expect(await record.erasures.sent(id)).toEqual([
      { eventId: sent.eventId, endpointId, outcome: 'delivered', at: new Date('2030-01-01T00:00:00Z') },
    ]);

    const said = { claimedName: { value: 'Casey, for [erased]' }, claimedCompany: '[erased] Ltd' };
    const page = await record.eventFeed.read(caller.accountId, { limit: 10 });
    const events = typeof page === 'string' ? [] : page.events.map((event) => JSON.parse(event.toString()) as { id: string });
    expect(events).toMatchObject([sent, waiting].map(({ eventId }) => ({ id: eventId, data: { response: said } })));
    await record.redelivery.resend(caller.accountId, endpointId, sent.eventId);
    for (const { eventId } of [sent, waiting]) {
      expect(await record.eventBodies.prepare({ eventId, endpointId })).toBeGreaterThan(0);
      const details = await record.deliveryReader.read(caller.accountId, endpointId, eventId);
      expect(details?.delivery.state).toBe('pending');
      expect(JSON.parse(Buffer.from(details?.body ?? []).toString())).toMatchObject({ id: eventId, data: { response: said } });
    }
    const [stored] = await sql<{ counted: number; real: number }[]>`
      SELECT (SELECT sum(bytes)::int FROM webhook_stored_bytes WHERE account_id = ${caller.accountId}) AS counted,
             (SELECT sum(octet_length(body))::int FROM webhook_events WHERE account_id = ${caller.accountId}) AS real`;
    expect(stored?.counted).toBe(stored?.real);
  });

  it('leaves the events of others as they are, byte for byte', async () => {
    const [caller, other] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    for (const { accountId } of [caller, other]) await addEndpointTo(record, accountId);
    const [mine, theirs] = [await finished(caller), await finished(other)];
    const bodyOf = async (eventId: string) => {
      const [event] = await sql<{ body: Buffer | null }[]>`SELECT body FROM webhook_events WHERE id = ${eventId}`;
      return event?.body;
    };
    const before = await bodyOf(theirs.eventId);
    await erase(email(ADDRESS), caller.accountId);
    expect(await bodyOf(mine.eventId)).toBeNull();
    expect(await bodyOf(theirs.eventId)).toEqual(before);
    await erase(email(ADDRESS), null);
    expect(await found()).toEqual([]);
  });
});
