import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { writeEvent } from '../../src/features/webhooks/store/event-writer.js';
import { addEndpointTo, occurrence } from '../support/webhooks/endpoints.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const SUBJECT = 'ada-example';

const { record, other } = await openTestRecords();

describe('a lookup that is deleted, on Postgres', () => {
  let caller: Caller;

  /** One of a new account with a result, a derived one, a module's fact, and an event with its delivery. */
  async function lookupWithEverything(): Promise<string> {
    caller = await makeCaller(record, 'higher_volume');
    const lookupId = await acceptOne(record, caller, requestOf({ query: SUBJECT, subjects: { username: SUBJECT } }));
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('example')]);
    const { subject: _subject, mailboxProvider: _provider, ...said } = outcome('example');
    await record.derived.record(lookupId, [{ ...said, handle: 'ada.example', subject: 'email' }]);
    await record.writer.recordModule(lookupId, {
      module: 'webMentions',
      subject: 'username',
      payload: [],
      evidence: { notes: [] },
      checkedAt: new Date(),
    });
    await addEndpointTo(record, caller.accountId);
    const event = occurrence(caller.accountId, { dedupKey: `lookup/${lookupId}` });
    await record.database.sql.begin((tx) => writeEvent(tx, event));
    return lookupId;
  }

  /** Rows of the account, by table. */
  async function rowsOf(lookupId: string): Promise<Record<string, number>> {
    const { sql } = record.database;
    const [row] = await sql<Record<string, number>[]>`
      SELECT (SELECT count(*)::int FROM lookups WHERE id = ${lookupId}) AS lookups,
             (SELECT count(*)::int FROM lookup_results WHERE lookup_id = ${lookupId}) AS results,
             (SELECT count(*)::int FROM lookup_derived WHERE lookup_id = ${lookupId}) AS derived,
             (SELECT count(*)::int FROM lookup_modules WHERE lookup_id = ${lookupId}) AS modules,
             (SELECT count(*)::int FROM platform_facts WHERE account_id = ${caller.accountId}) AS facts,
             (SELECT count(*)::int FROM webhook_events WHERE account_id = ${caller.accountId}) AS events,
             (SELECT count(*)::int FROM webhook_deliveries WHERE account_id = ${caller.accountId}) AS deliveries,
             (SELECT count(*)::int FROM usage_ledger WHERE account_id = ${caller.accountId}) AS bills,
             (SELECT sum(used)::int FROM usage_periods WHERE pool_id = ${caller.poolId}) AS used`;
    return row ?? {};
  }

  it('goes with everything that belongs to it; its bill stays', async () => {
    const lookupId = await lookupWithEverything();
    expect(await rowsOf(lookupId)).toEqual({
      lookups: 1,
      results: 1,
      derived: 1,
      modules: 1,
      facts: 2,
      events: 1,
      deliveries: 1,
      bills: 1,
      used: 1,
    });
    expect(await record.remover.remove(caller, lookupId)).toBe(true);
    expect(await rowsOf(lookupId)).toEqual({
      lookups: 0,
      results: 0,
      derived: 0,
      modules: 0,
      facts: 0,
      events: 0,
      deliveries: 0,
      bills: 1,
      used: 1,
    });
    expect(await record.remover.remove(caller, lookupId)).toBe(false);
  });

  it('goes with its compressed results and what they learnt, and leaves the facts that another lookup learnt', async () => {
    const lookupId = await lookupWithEverything();
    const second = await acceptOne(record, caller, requestOf({ query: SUBJECT, subjects: { username: SUBJECT } }));
    await record.writer.record(second, [
      outcome('example', { fromCache: true }),
      outcome('another', { checkedAt: new Date('2030-02-02T00:00:00Z') }),
    ]);
    for (const id of [lookupId, second]) await record.writer.finish(id);
    expect(await compress(record, lookupId, second)).toBe(2);
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 1, results: 0, facts: 3 });
    expect(await record.remover.remove(caller, second)).toBe(true);
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 1, facts: 2 });
    expect(await record.remover.remove(caller, lookupId)).toBe(true);
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 0, results: 0, derived: 0, facts: 0, bills: 2 });
    expect(await record.database.sql`SELECT 1 FROM compressed_results WHERE lookup_id = ANY (${[lookupId, second]})`).toHaveLength(0);
  });

  it('is deleted by whoever asks and by retention when its compressed results cannot be read, as those of a later release', async () => {
    const byHand = await lookupWithEverything();
    const first = caller;
    const byAge = await lookupWithEverything();
    const { sql } = record.database;
    for (const id of [byHand, byAge]) await record.writer.finish(id);
    expect(await compress(record, byHand, byAge)).toBe(2);
    await sql`UPDATE compressed_results SET head = '\\x00', body = '\\x00'`;
    await sql`UPDATE accounts SET retention_days = 1 WHERE id = ${caller.accountId}`;
    await sql`UPDATE lookups SET accepted_at = now() - interval '2 days' WHERE id = ${byAge}`;
    expect(await record.remover.remove(first, byHand)).toBe(true);
    await record.retention.deleteExpired();
    expect((await sql`SELECT id FROM lookups WHERE id IN (${byHand}, ${byAge})`).count).toBe(0);
  });

  it('leaves the facts that another lookup learnt', async () => {
    const first = await lookupWithEverything();
    const second = await acceptOne(record, caller, requestOf({ query: SUBJECT, subjects: { username: SUBJECT } }));
    await record.writer.record(second, [
      outcome('example', { fromCache: true }),
      outcome('another', { checkedAt: new Date('2030-02-02T00:00:00Z') }),
    ]);
    expect((await rowsOf(second)).facts).toBe(3);
    await record.remover.remove(caller, second);
    expect((await rowsOf(first)).facts).toBe(2);
  });

  it('is not deleted for another account', async () => {
    const lookupId = await lookupWithEverything();
    const unauthenticated = await makeCaller(record, 'higher_volume');
    expect(await record.remover.remove(unauthenticated, lookupId)).toBe(false);
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 1, results: 1, facts: 2, events: 1 });
  });

  it('takes no answer, fact, plan or finish afterwards, and says why', async () => {
    const lookupId = await lookupWithEverything();
    await record.remover.remove(caller, lookupId);
    expect(await record.writer.record(lookupId, [outcome('late')])).toBe(false);
    await expect(record.writer.savePlan(lookupId, { targets: [], modules: [] })).rejects.toMatchObject({ name: 'LookupMissing' });
    await expect(record.writer.finish(lookupId)).rejects.toMatchObject({ name: 'LookupMissing' });
    await expect(record.writer.complete(lookupId, { plan: { targets: [], modules: [] }, facts: [] })).rejects.toMatchObject({
      name: 'LookupMissing',
    });
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 0, results: 0, facts: 0, events: 0 });
  });

  it('is deleted whole beside writers of the same and of other lookups, who neither fail nor wait for each other', async () => {
    const lookupId = await lookupWithEverything();
    const neighbour = await acceptOne(record, caller, requestOf({ query: SUBJECT, subjects: { username: SUBJECT } }));
    const platforms = Array.from({ length: 40 }, (_, n) => `platform-${String(n).padStart(2, '0')}`);
    const write = (id: string) => platforms.map((platform) => other.writer.record(id, [outcome(platform, { checkedAt: new Date() })]));
    await Promise.all([...write(lookupId), ...write(neighbour), record.remover.remove(caller, lookupId)]);
    expect(await rowsOf(lookupId)).toMatchObject({ lookups: 0, results: 0 });
    expect(await rowsOf(neighbour)).toMatchObject({ lookups: 1, results: 40 });
  });
});
