import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.js';
import type { ColumnPrivacy, SchemaPrivacy } from '../kernel/db/personal-data.js';
import type { TextColumn } from './privacy/store/erase-texts.js';

export type { ColumnPrivacy, PersonalData } from '../kernel/db/personal-data.js';

/** The personal data that every column of every table holds, or `none`, said beside the columns. docs/privacy.md is made from it. */
export const PRIVACY = {
  ...schema.ACCOUNTS_DATA,
  ...schema.LOOKUPS_DATA,
  ...schema.BATCHES_DATA,
  ...schema.DISPUTES_DATA,
  ...schema.PEOPLE_DATA,
  ...schema.WEBHOOKS_DATA,
  ...schema.EMAILS_DATA,
  ...schema.USAGE_DATA,
  ...schema.AUDIT_DATA,
  ...schema.BREACHES_DATA,
  ...schema.FLEET_DATA,
  ...schema.PLATFORMS_DATA,
  ...schema.TRAFFIC_DATA,
  ...schema.PRIVACY_DATA,
  ...schema.SUPPRESSIONS_DATA,
} as const satisfies SchemaPrivacy<typeof schema>;

/** Columns with texts in a client's own words, in which an erasure replaces the identity. */
export const TEXT_COLUMNS: readonly TextColumn[] = Object.entries(schema).flatMap(([name, table]) => {
  if (!is(table, PgTable)) return [];
  const columns = getTableColumns(table as PgTable);
  const owner = table === schema.accounts ? 'id' : (columns['accountId']?.name ?? null);
  return Object.entries<ColumnPrivacy>(PRIVACY[name as keyof typeof PRIVACY]).flatMap(([property, privacy]) =>
    privacy !== 'none' && privacy.ownWords === 'replaced'
      ? [{ table: getTableName(table), column: columns[property]?.name ?? '', owner }]
      : [],
  );
});
