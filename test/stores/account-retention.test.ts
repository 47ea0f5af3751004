import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { happens, addEndpointTo } from '../support/webhooks/endpoints.js';
import { asOwner, createDatabase } from '../support/databases.js';
import { advanceClock } from './support/clock.js';
import { acceptOne, compress, makeCaller, openRecordOn, outcome, type TestRecord } from './support/record.js';

describe('the retention period of an account, on Postgres', () => {
  let url: string;
  let record: TestRecord;
  const open: TestRecord[] = [];
  beforeEach(async () => {
    url = await createDatabase();
    record = openRecordOn(url, 4);
    open.push(record);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ database }) => database.close()));
  });

  /** The same record, some days later. */
  async function daysLater(days: number): Promise<TestRecord> {
    await advanceClock(url, `${days} days`);
    const moved = openRecordOn(url, 4);
    open.push(moved);
    return moved;
  }

  /** An account with a finished lookup that has results, facts, a mail and events. */
  async function account(days: number | null) {
    const caller = await makeCaller(record, 'higher_volume');
    await record.accountRetention.set(days, caller.accountId);
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
    const linkedAccounts = [{ platform: 'x', handle: 'ada_example' }];
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), linkedAccounts })]);
    await record.writer.recordModule(lookupId, {
      module: 'webMentions',
      subject: 'username',
      payload: [],
      evidence: { notes: [] },
      checkedAt: new Date(),
    });
    await record.writer.finish(lookupId);
    await addEndpointTo(record, caller.accountId);
    await happens(record, caller.accountId);
    await record.database.sql`
      INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html, state)
      VALUES (${`mail_${lookupId}`}, ${caller.accountId}, ${lookupId}, 'endpoint_disabled', 'owner@example.com', 'a', 'b', 'c', 'sent')`;
    await record.database.sql`
      INSERT INTO idempotency_keys (account_id, key, fingerprint, acceptances) VALUES (${caller.accountId}, 'once', 'f', ${`[{"lookupId":"${lookupId}"}]`}::jsonb)`;
    return { ...caller, lookupId };
  }

  async function kept({ accountId }: { accountId: string }): Promise<Record<string, number>> {
    const [row] = await record.database.sql<Record<string, number>[]>`
      SELECT (SELECT count(*)::int FROM lookups WHERE account_id = ${accountId}) AS lookups,
             (SELECT count(*)::int FROM lookup_results r JOIN lookups l ON l.id = r.lookup_id WHERE l.account_id = ${accountId}) AS results,
             (SELECT count(*)::int FROM linked_accounts d JOIN lookups l ON l.id = d.lookup_id WHERE l.account_id = ${accountId}) AS "linkedAccounts",
             (SELECT count(*)::int FROM lookup_modules m JOIN lookups l ON l.id = m.lookup_id WHERE l.account_id = ${accountId}) AS modules,
             (SELECT count(*)::int FROM platform_facts WHERE account_id = ${accountId}) AS facts,
             (SELECT count(*)::int FROM webhook_events WHERE account_id = ${accountId}) AS events,
             (SELECT count(*)::int FROM webhook_deliveries WHERE account_id = ${accountId}) AS deliveries,
             (SELECT count(*)::int FROM emails WHERE account_id = ${accountId}) AS emails,
             (SELECT count(*)::int FROM idempotency_keys WHERE account_id = ${accountId}) AS replies,
             (SELECT count(*)::int FROM usage_ledger WHERE account_id = ${accountId}) AS bills`;
    return row ?? {};
  }
  const ALL = {
    lookups: 1,
    results: 1,
    linkedAccounts: 1,
    modules: 1,
    facts: 1,
    events: 1,
    deliveries: 1,
    emails: 1,
    replies: 1,
    bills: 1,
  };
  const ONLY_BILLS = {
    lookups: 0,
    results: 0,
    linkedAccounts: 0,
    modules: 0,
    facts: 0,
    events: 0,
    deliveries: 0,
    emails: 0,
    replies: 0,
    bills: 1,
  };

  it('is ninety days for a new account; a day before nothing of its lookups is gone, a day after all but the bills', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    expect(await record.accountRetention.preview(90, caller.accountId)).toMatchObject([{ retentionDays: 90, lookups: 0 }]);
    const owner = await account(90);
    await (await daysLater(89)).retention.deleteExpired();
    expect(await kept(owner)).toMatchObject({ lookups: 1, results: 1, linkedAccounts: 1, modules: 1, emails: 1 });
    await asOwner(record.database.sql, (sql) => sql`DROP SCHEMA clock CASCADE`);
    await (await daysLater(91)).retention.deleteExpired();
    expect(await kept(owner)).toEqual(ONLY_BILLS);
  });

  it('of two days ends what others keep for longer: facts, events with deliveries, and emails', async () => {
    const [brief, usual] = [await account(2), await account(90)];
    await (await daysLater(3)).retention.deleteExpired();
    expect(await kept(brief)).toEqual(ONLY_BILLS);
    expect(await kept(usual)).toEqual({ ...ALL, replies: 0 });
  });

  it('is none until it is confirmed: after years the lookups of an account without one are there', async () => {
    const owner = await account(null);
    const moved = await daysLater(1_000);
    await moved.retention.deleteExpired();
    expect(await kept(owner)).toMatchObject({ lookups: 1, results: 1, modules: 1, bills: 1 });
    expect(await moved.accountRetention.preview(90, null)).toMatchObject([
      { accountId: owner.accountId, retentionDays: null, lookups: 1, results: 1 },
    ]);
    expect(await kept(owner)).toMatchObject({ lookups: 1, results: 1 });
    expect(await moved.accountRetention.set(90, null)).toEqual([owner.accountId]);
    expect(await moved.accountRetention.preview(90, null)).toEqual([]);
    await moved.retention.deleteExpired();
    expect(await kept(owner)).toMatchObject({ lookups: 0, results: 0, bills: 1 });
  });

  it('counts and deletes compressed results as it does rows', async () => {
    const [brief, usual] = [await account(2), await account(90)];
    expect(await compress(record, brief.lookupId, usual.lookupId)).toBe(2);
    const moved = await daysLater(3);
    expect(await moved.accountRetention.preview(1, brief.accountId)).toMatchObject([{ lookups: 1, results: 1 }]);
    await moved.retention.deleteExpired();
    expect(await kept(brief)).toEqual(ONLY_BILLS);
    expect(await kept(usual)).toEqual({ ...ALL, results: 0, replies: 0 });
    expect(await moved.database.sql`SELECT lookup_id AS "lookupId" FROM compressed_results`).toEqual([{ lookupId: usual.lookupId }]);
  });

  it('does not end a lookup that is not finished: it is still owed', async () => {
    const owner = await account(90);
    const lookupId = await acceptOne(record, owner);
    const moved = await daysLater(200);
    await moved.retention.deleteExpired();
    expect(await kept(owner)).toMatchObject({ lookups: 1 });
    await moved.writer.finish(lookupId);
    await moved.retention.deleteExpired();
    expect(await kept(owner)).toMatchObject({ lookups: 0, bills: 2 });
  });

  it('holds for the other accounts when nothing can be deleted from one, and that is told', async () => {
    const owners = [await account(90), await account(90), await account(90)];
    const stuck = owners[1]?.lookupId ?? '';
    await asOwner(record.database.sql, (sql) =>
      sql.unsafe(`
        CREATE FUNCTION is_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.id = '${stuck}' THEN RAISE 'nothing is deleted here'; END IF; RETURN OLD; END $$;
        CREATE TRIGGER is_stuck BEFORE DELETE ON lookups FOR EACH ROW EXECUTE FUNCTION is_stuck()`),
    );
    const moved = await daysLater(91);
    await expect(moved.retention.deleteExpired()).rejects.toThrow('nothing is deleted here');
    expect(await Promise.all(owners.map(async (owner) => (await kept(owner))['lookups']))).toEqual([0, 1, 0]);
    expect(await kept(owners[1] ?? { accountId: '' })).toMatchObject({ results: 1, modules: 1 });
    await asOwner(record.database.sql, (sql) => sql`DROP TRIGGER is_stuck ON lookups`);
    await moved.retention.deleteExpired();
    expect(await kept(owners[1] ?? { accountId: '' })).toEqual(ONLY_BILLS);
  });

  it('is carried on by the next run when one was interrupted', async () => {
    const owners = [await account(90), await account(90), await account(90)];
    const moved = await daysLater(91);
    const deleted = async () =>
      (await Promise.all(owners.map(async (owner) => (await kept(owner))['lookups']))).filter((count) => count === 0).length;
    // Each run is ended one chunk later than the one before it, until one reached the first account.
    for (let chunks = 1; (await deleted()) === 0; chunks += 1) {
      const interrupted = new AbortController();
      let progress = 0;
      const onProgress = (): void => void ((progress += 1) === chunks && interrupted.abort());
      await expect(moved.retention.deleteExpired({ signal: interrupted.signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' });
    }
    expect(await deleted()).toBe(1);
    await moved.retention.deleteExpired();
    expect(await deleted()).toBe(3);
  });

  it('is a day or more', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await expect(record.accountRetention.set(0, caller.accountId)).rejects.toThrow('retention_at_least_one_day');
  });
});
