import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { EXPORTED, NOT_EXPORTED } from '../../../../../src/features/privacy/export/exported-columns.js';
import * as schema from '../../../../../src/features/schema.js';
import { PRIVACY } from '../../../../../src/features/personal-data.js';

const tables = Object.entries(schema).flatMap(([name, table]) =>
  is(table, PgTable) ? [[name as keyof typeof PRIVACY, table] as const] : [],
);

describe('the export of an account', () => {
  it.each(tables)('shows every column of %s, or says why it leaves it out', (name, table) => {
    const found = Object.values(EXPORTED).find((each) => each.table === table);
    if (!found) return expect(NOT_EXPORTED[name], `${name} is neither exported nor left out`).toEqual(expect.stringMatching(/\w{3}/));
    expect(NOT_EXPORTED[name], `${name} is exported and left out`).toBeUndefined();
    const named = [...found.columns, ...Object.keys(found.leftOut)];
    expect(named.sort()).toEqual(Object.keys(PRIVACY[name]).sort());
    expect(Object.keys(getTableColumns(table)).sort()).toEqual(named);
    for (const reason of Object.values(found.leftOut)) expect(reason).toMatch(/\w{3}/);
  });

  it('shows no column that holds a secret or a digest', () => {
    const shown = Object.values(EXPORTED).flatMap(({ columns }) =>
      columns.filter((column) => /digest|sealed|secret|keyCheck/i.test(column)),
    );
    expect(shown).toEqual([]);
  });
});
