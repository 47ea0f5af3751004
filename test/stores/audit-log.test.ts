/** The audit log in Postgres: what is in it stays, and what waits is written. */
import { describe, expect, it } from 'vitest';
import { AuditLog } from '../../src/features/audit/store/audit-log.js';
import type { Sql } from '../../src/kernel/db/client.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { AuditEntry } from '../../src/features/audit/audit-log.js';
import { openTestRecords } from './support/record.js';
import { asOwner } from '../support/databases.js';

const { record } = await openTestRecords(4);
const { sql } = record.database;
const entryOf = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date(),
  accountId: newId('account'),
  actor: { type: 'key', id: newId('apiKey') },
  action: 'getLookup',
  targets: [newId('lookup')],
  network: '192.0.2.1',
  outcome: 'ok',
  purpose: null,
  ...more,
});
const all = (accountId: string | null) => record.audit.page({ accountId: accountId ?? undefined }, { limit: 5_000, after: null });
const days = (count: number) => new Date(Date.now() - count * 86_400_000);

describe('the audit log in Postgres', () => {
  it('refuses to change, delete or empty what is in it, by its rights to the service and by its triggers to the owner', async () => {
    const entry = entryOf();
    await record.audit.write(entry);
    const refuses = async (by: Sql, message: RegExp) => {
      const refused = { code: '42501', message: expect.stringMatching(message) as string };
      await expect(by`UPDATE audit_log SET outcome = 'changed' WHERE account_id = ${entry.accountId}`).rejects.toMatchObject(refused);
      await expect(by`DELETE FROM audit_log WHERE account_id = ${entry.accountId}`).rejects.toMatchObject(refused);
      await expect(by`TRUNCATE audit_log`).rejects.toMatchObject(refused);
    };
    await refuses(sql, /permission denied/);
    await asOwner(sql, (owner) => refuses(owner, /append-only/));
    expect(await all(entry.accountId)).toMatchObject([entry]);
  });

  it('loses entries to retention when they were written two years ago, and none before, whatever they say of themselves', async () => {
    const accountId = newId('account');
    const [old, young, late] = [
      entryOf({ accountId, at: days(732) }),
      entryOf({ accountId, at: days(729) }),
      entryOf({ accountId, at: days(733) }),
    ];
    await asOwner(sql, (owner) => owner`ALTER TABLE audit_log ALTER COLUMN written_at SET DEFAULT now() - interval '732 days'`);
    await record.audit.write(old);
    await asOwner(sql, (owner) => owner`ALTER TABLE audit_log ALTER COLUMN written_at SET DEFAULT clock_timestamp()`);
    for (const entry of [young, late]) await record.audit.write(entry);
    await record.retention.deleteExpired();
    expect(await all(accountId)).toMatchObject([young, late]);
  });

  it('writes everything that waits in order when it is closed, without waiting for the next batch', async () => {
    const log = new AuditLog({ sql, newId });
    const accountId = newId('account');
    const entries = Array.from({ length: 1_200 }, (_, n) => entryOf({ accountId, at: new Date(1_900_000_000_000 - n) }));
    for (const entry of entries) log.add(entry);
    await log.close();
    expect((await all(accountId)).map(({ targets }) => targets)).toEqual(entries.map(({ targets }) => targets));
  });

  it('a batch that fails waits, is reported, and is written once', async () => {
    const failures: number[] = [];
    const log = new AuditLog({ sql, newId, onFailure: (waiting) => failures.push(waiting) });
    const entry = entryOf();
    await asOwner(sql, (owner) => owner`ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (outcome <> 'ok') NOT VALID`);
    try {
      log.add(entry);
      await expect(log.flush()).rejects.toThrow();
    } finally {
      await asOwner(sql, (owner) => owner`ALTER TABLE audit_log DROP CONSTRAINT broken`);
    }
    expect(failures).toEqual([1]);
    await log.close();
    expect(await all(entry.accountId)).toMatchObject([entry]);
  });
});
