import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../src/features/schema.js';
import { PRIVACY } from '../../src/features/personal-data.js';
import type { ColumnPrivacy } from '../../src/kernel/db/personal-data.js';
import { compareText } from '../../src/kernel/values/compare-text.js';
import type { Findings } from './tool.js';

type Annotations = Readonly<Record<string, Readonly<Record<string, ColumnPrivacy>>>>;

/** A column as the database names it, with its annotation; null: there is none. */
export interface AnnotatedColumn {
  readonly table: string;
  readonly column: string;
  readonly privacy: ColumnPrivacy | null;
}

/** Every column of every table among `tables`, by the names of the tables: the order of a module's exports depends on who loads it. */
export function annotatedColumns(tables: object = schema, annotations: Annotations = PRIVACY): AnnotatedColumn[] {
  const columns = Object.entries(tables).flatMap(([name, table]): AnnotatedColumn[] => {
    if (!is(table, PgTable)) return [];
    return Object.entries(getTableColumns(table)).map(([property, { name: column }]) => ({
      table: getTableName(table),
      column,
      privacy: annotations[name]?.[property] ?? null,
    }));
  });
  return columns.sort((a, b) => compareText(a.table, b.table));
}

/** Columns of which nobody has said whether they hold personal data. */
export function checkPrivacy(tables?: object, annotations?: Annotations): Findings {
  return annotatedColumns(tables, annotations)
    .filter(({ privacy }) => privacy === null)
    .map(({ table, column }) => `${table}.${column}: say in its schema.ts what it holds of a person, or that it holds nothing`);
}
