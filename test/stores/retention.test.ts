import { describe, expect, it } from 'vitest';
import { asOwner, waitingForLocks } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { acceptOne, makeCaller, openTestRecords, outcome } from './support/record.js';

const { record, other } = await openTestRecords();

describe('what has served its time, on Postgres', () => {
  const rowsOf = async (table: string) => (await record.database.sql`SELECT 1 FROM ${record.database.sql(table)}`).count;

  it('is deleted to the last row, in statements that each end in time', async () => {
    const { sql } = record.database;
    await asOwner(sql, (owner) =>
      owner.unsafe(`
        CREATE FUNCTION takes_too_long() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF (SELECT count(*) FROM gone) > 10000 THEN RAISE 'canceling statement due to statement timeout'; END IF;
            RETURN NULL;
          END $$;
        CREATE TRIGGER takes_too_long AFTER DELETE ON rate_windows REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION takes_too_long();`),
    );
    await sql.unsafe(`
      INSERT INTO rate_windows (caller, rate_class, window_start, hits) SELECT 'key_' || n, 'requests', now() - interval '2 hours', 1 FROM generate_series(1, 12000) n;
      INSERT INTO rate_windows (caller, rate_class, window_start, hits) VALUES ('key_a', 'requests', now() - interval '59 minutes', 1)`);
    expect(await record.retention.deleteExpired()).toBe(12_000);
    expect(await rowsOf('rate_windows')).toBe(1);
    expect(await record.retention.deleteExpired()).toBe(0);
  });

  it('is deleted beside a table from which nothing can be deleted, and that is told', async () => {
    const { sql } = record.database;
    await asOwner(sql, (owner) =>
      owner.unsafe(`
        CREATE FUNCTION is_locked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'nothing is deleted here'; END $$;
        CREATE TRIGGER is_locked BEFORE DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION is_locked();`),
    );
    await sql.unsafe(`
      INSERT INTO idempotency_keys (account_id, key, fingerprint, acceptances, created_at) VALUES ('acc_1', 'a', 'b', '[]', now() - interval '25 hours');
      INSERT INTO platform_backoffs (egress, platform, until, reason) VALUES ('direct', 'example', now() - interval '2 days', '429')`);
    await expect(record.retention.deleteExpired()).rejects.toThrow('nothing is deleted here');
    expect(await rowsOf('platform_backoffs')).toBe(0);
    expect(await rowsOf('idempotency_keys')).toBe(1);
    await asOwner(sql, (owner) => owner`DROP TRIGGER is_locked ON idempotency_keys`);
  });

  it('is kept when it is renewed while it is being deleted', async () => {
    const { sql } = record.database;
    await sql`INSERT INTO platform_backoffs (egress, platform, until, reason) VALUES ('direct', 'renewed', now() - interval '2 days', '429')`;
    await other.database.sql.begin(async (tx) => {
      await tx`UPDATE platform_backoffs SET until = now() + interval '1 hour' WHERE platform = 'renewed'`;
      await record.retention.deleteExpired();
    });
    expect(await rowsOf('platform_backoffs')).toBe(1);
  });

  it('and sweeps that renew it do not wait for each other, whichever has locked what: neither is a deadlock', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const lookup = () => acceptOne(record, caller, requestOf({ subjects: { username: 'carol' } }));
    const checkedAt = new Date(Date.now() - 8 * 86_400_000);
    for (const platform of ['b', 'a', 'c']) await record.writer.record(await lookup(), [outcome(platform, { checkedAt })]);
    const next = await lookup();
    let sweep: Promise<unknown> | undefined;
    await other.database.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM platform_facts WHERE account_id = ${caller.accountId} AND platform = 'b' FOR UPDATE`;
      sweep = record.writer.record(next, [outcome('a'), outcome('b')]);
      // The sweep has locked "a", and waits for "b".
      await expect.poll(() => waitingForLocks(tx)).toBe(1);
      await record.retention.deleteExpired();
    });
    await sweep;
    expect(
      (await record.database.sql`SELECT platform FROM platform_facts ORDER BY platform`).map(({ platform }) => platform as string),
    ).toEqual(['a', 'b']);
  });
});
