import { expect, it } from 'vitest';
import { PostgresAccountReports } from '../../src/features/accounts/store/account-reports.js';
import type { Sql } from '../../src/kernel/db/client.js';
import { asOwner } from '../support/databases.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';

const { record } = await openTestRecords();
const { sql } = record.database;
const OLD = 20_000;

it('an account is read without the bills of earlier periods', async () => {
  const { accountId, poolId, ...caller } = await makeCaller(record, 'higher_volume');
  await acceptOne(record, { accountId, poolId, ...caller });
  await sql`
    INSERT INTO usage_ledger (lookup_id, account_id, pool_id, period_start, amount, unit, api_key_id, module, created_at)
    SELECT 'old-' || n, ${accountId}, ${poolId}, '2020-01-01', 1, 'lookups', 'key', 'footprint', '2020-01-02' FROM generate_series(1, ${OLD}) n`;
  await asOwner(sql, (owner) => owner`ANALYZE usage_ledger`);
  expect((await record.accountReports.find(accountId, new Date()))?.usage).toMatchObject({ billed: 1, used: 1 });
  expect(await planOf(accountId)).not.toMatch(/Rows Removed by Filter: \d{3}/);
});

/** How the statement that reads bills is carried out. */
async function planOf(accountId: string): Promise<string> {
  let lines: readonly Record<string, string>[] = [];
  const client = ((parts: TemplateStringsArray, ...values: never[]) => {
    if (!parts.some((part) => part.includes('FROM usage_ledger'))) return sql(parts, ...values);
    const texts = [`EXPLAIN ANALYZE ${parts[0]}`, ...parts.slice(1)];
    return sql<Record<string, string>[]>(Object.assign(texts, { raw: texts }), ...values).then((rows) => {
      lines = rows;
      return [];
    });
  }) as unknown as Sql;
  await new PostgresAccountReports({ sql: client }).find(accountId, new Date());
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}
