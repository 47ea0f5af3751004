import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import { lookups } from '../../src/features/schema.js';
import { createDatabase } from '../support/databases.js';

describe('statements of drizzle', () => {
  let database: DatabaseHandle;

  beforeAll(async () => {
    // One connection: what was prepared is seen by the next statement.
    database = openDatabase({ url: await createDatabase(), max: 1 });
  });
  afterAll(() => database.close());

  const prepared = async (text: string): Promise<number> => {
    const [row] = await database.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_prepared_statements WHERE strpos(statement, ${text}) > 0 AND statement NOT LIKE '%strpos%'`;
    return row?.count ?? 0;
  };
  const find = (ids: readonly string[]) =>
    database.db
      .select({ id: lookups.id })
      .from(lookups)
      .where(inArray(lookups.id, [...ids]));

  it('are planned once a connection, not with each call', async () => {
    for (const id of ['lkp_1', 'lkp_2', 'lkp_3']) expect(await find([id])).toEqual([]);
    expect(await prepared('from "lookups" where "lookups"."id" in ($1)')).toBe(1);
  });

  it('in transactions and savepoints too', async () => {
    for (const count of [1, 2]) {
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT ${count}::int AS outer_one`);
        await tx.transaction((inner) => inner.execute(sql`SELECT ${count}::int AS inner_one`));
      });
    }
    expect(await prepared('outer_one')).toBe(1);
    expect(await prepared('inner_one')).toBe(1);
  });

  it('what is rolled back stays rolled back', async () => {
    const failing = database.db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO quota_pools (id, key) VALUES ('pool_left_over', 'left over')`);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await database.sql`SELECT 1 FROM quota_pools WHERE id = 'pool_left_over'`).toEqual([]);
  });

  it('a list of any length is not kept: each length would be another statement in the memory of each connection', async () => {
    expect(await find(Array.from({ length: 41 }, (_, index) => `lkp_${index}`))).toEqual([]);
    expect(await prepared('$41')).toBe(0);
  });
});
