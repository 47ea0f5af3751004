import { expect, it } from 'vitest';
import { checkQueryStyle } from '../../../tools/checks/query-style.js';
import { plantTree } from '../../support/planted-tree.js';

it('a store is written with drizzle or with postgres.js, not with both', () => {
  expect(checkQueryStyle()).toEqual([]);
  const drizzle = "import { eq } from 'drizzle-orm';\nimport type { Database } from '../../../kernel/db/client.js';\n";
  const root = plantTree({
    'src/features/a/store/drizzle.ts': drizzle,
    'src/features/a/store/postgres.ts':
      "import type { TransactionSql } from 'postgres';\nimport type { Sql } from '../../../kernel/db/client.js';\n",
    'src/features/a/store/both.ts': `${drizzle}import type { TransactionSql } from 'postgres';\n`,
    'src/features/a/store/pools.ts': "import type { Database, Sql } from '../../../kernel/db/client.js';\n",
    'src/kernel/db/client.ts': "import { drizzle } from 'drizzle-orm';\nimport postgres from 'postgres';\n",
  });
  const mixed = ['src/features/a/store/both.ts', 'src/features/a/store/pools.ts'];
  expect(checkQueryStyle(root)).toEqual(mixed.map((path) => `${path}: drizzle and postgres.js in one store`));
});

it('a transaction begins in one way, so that what follows its commit cannot be started before it', () => {
  const root = plantTree({
    'activities/a.ts': 'await this.#sql.begin(async (tx) => tx`SELECT 1`);\n',
    'src/features/a/store/any-name.ts': 'await pool.begin(async (tx) => tx`SELECT 1`);\n',
    'src/features/a/store/drizzle.ts': 'await this.#db.transaction<number>(async (tx) => 1);\n',
    'src/features/a/store/good.ts': 'await transaction(this.#sql, async (tx) => tx`SELECT 1`);\n',
    'src/kernel/db/transaction.ts': 'await pool.begin(scope);\n',
    'src/features/a/use-cases/b.ts': 'await sql.begin(async (tx) => tx`SELECT 1`);\n',
    'src/features/a/use-cases/c.ts': 'await ctx.openId.begin();\n',
    'test/d.test.ts': 'await sql.begin(async (tx) => tx`SELECT 1`);\n',
  });
  const others = [
    'activities/a.ts',
    'src/features/a/store/any-name.ts',
    'src/features/a/store/drizzle.ts',
    'src/features/a/use-cases/b.ts',
  ];
  expect(checkQueryStyle(root)).toEqual(
    others.map((path) => `${path}: a transaction that does not begin with \`transaction\` (src/kernel/db/transaction.ts)`),
  );
});
