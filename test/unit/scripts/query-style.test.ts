import { expect, it } from 'vitest';
import { checkQueryStyle } from '../../../scripts/check/query-style.js';
import { plantTree } from '../../support/planted-tree.js';

it('a repository is written with drizzle or with postgres.js, not with both', () => {
  expect(checkQueryStyle()).toEqual([]);
  const drizzle = "import { eq } from 'drizzle-orm';\nimport type { Database } from '../client.js';\n";
  const root = plantTree({
    'src/db/a/drizzle.ts': drizzle,
    'src/db/a/postgres.ts': "import type { TransactionSql } from 'postgres';\nimport type { Sql } from '../client.js';\n",
    'src/db/a/both.ts': `${drizzle}import type { TransactionSql } from 'postgres';\n`,
    'src/db/a/pools.ts': "import type { Database, Sql } from '../client.js';\n",
    'src/db/client.ts': "import { drizzle } from 'drizzle-orm';\nimport postgres from 'postgres';\n",
  });
  const mixed = ['src/db/a/both.ts', 'src/db/a/pools.ts'];
  expect(checkQueryStyle(root)).toEqual(mixed.map((path) => `${path}: drizzle and postgres.js in one repository`));
});

it('a transaction begins in one way, so that what follows its commit cannot be started before it', () => {
  const root = plantTree({
    'activities/a.ts': 'await this.#sql.begin(async (tx) => tx`SELECT 1`);\n',
    'src/db/a/any-name.ts': 'await pool.begin(async (tx) => tx`SELECT 1`);\n',
    'src/db/a/drizzle.ts': 'await this.#db.transaction<number>(async (tx) => 1);\n',
    'src/db/a/good.ts': 'await transaction(this.#sql, async (tx) => tx`SELECT 1`);\n',
    'src/db/transaction.ts': 'await pool.begin(scope);\n',
    'src/services/b.ts': 'await sql.begin(async (tx) => tx`SELECT 1`);\n',
    'src/services/c.ts': 'await ctx.openId.begin();\n',
    'test/d.test.ts': 'await sql.begin(async (tx) => tx`SELECT 1`);\n',
  });
  const others = ['activities/a.ts', 'src/db/a/any-name.ts', 'src/db/a/drizzle.ts', 'src/services/b.ts'];
  expect(checkQueryStyle(root)).toEqual(
    others.map((path) => `${path}: a transaction that does not begin with \`transaction\` (src/db/transaction.ts)`),
  );
});
