import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { PRIVACY } from '../features/personal-data.js';
import type { ColumnPrivacy } from '../kernel/db/personal-data.js';
import type { TextColumn } from '../features/privacy/store/erase-texts.js';
import * as schema from '../features/schema.js';

/** Columns with texts in a client's own words, in which an erasure replaces the identity. */
export const TEXT_COLUMNS: readonly TextColumn[] = Object.entries(schema).flatMap(([name, table]) => {
  if (!is(table, PgTable)) return [];
  const columns = getTableColumns(table as PgTable);
  const owner = table === schema.accounts ? 'id' : (columns['accountId']?.name ?? null);
  return Object.entries<ColumnPrivacy>(PRIVACY[name as keyof typeof PRIVACY]).flatMap(([property, privacy]) =>
    privacy !== 'none' && privacy.ownWords === 'replaced'
      ? [{ table: getTableName(table), column: columns[property]?.name ?? '', owner, isReported: table === schema.lookups }]
      : [],
  );
});
