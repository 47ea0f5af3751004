/** Reads the file of `footprint batch`: the item of each line, and every invalid line, before anything is sent. */
import type { BatchItem } from '../../clients/typescript/index.js';
import { type Column, columnsOf, groupIdentities, readPersonRow } from '../kernel/identity/columns.js';
import type { IdentityParser } from '../kernel/identity/identity.js';
import { IDENTITY_FAULTS } from '../kernel/identity/recognise.js';
import { readTable } from '../kernel/values/read-csv.js';
import type { SubjectKind as Kind } from '../kernel/identity/subjects.js';

/** One lookup. */
export interface BatchRow extends BatchItem {
  /** Number of its line in the file, from 1. */
  readonly line: number;
}

export interface BatchFile {
  /** Names of the columns that are read; null: the file has no header row, every line is one identity. */
  readonly header: readonly string[] | null;
  readonly rows: readonly BatchRow[];
  /** Lines without an identity, with the reason. Their text is left out: it may be anything. */
  readonly invalid: readonly { readonly line: number; readonly reason: string }[];
}

/** An identity in normal form, by the rules of the service. */
type Read = { readonly kind: Kind; readonly text: string } | { readonly reason: string };

const ANY_KIND: readonly Column[] = [{ index: 0, name: 'identity', holds: 'any' }];

/** The identities in a row of a table, in normal form, or what is wrong with each. @param columns default: one of any kind */
export function readIdentities(parser: IdentityParser, cells: readonly string[], columns: readonly Column[] = ANY_KIND) {
  const { found, fault, ...labels } = readPersonRow(columns, cells, parser);
  const read = found.map(({ kind, text }): Read => {
    const value = parser[kind](text);
    return value === null ? { reason: IDENTITY_FAULTS[kind] } : { kind, text: value };
  });
  return { read: fault === undefined ? read : [{ reason: fault }], labels };
}

const NO_COLUMN = 'names no column that is known: call one email, phone, username, ip or identity';

/**
 * Whether a first row without known columns has several cells, and is not one identity with a delimiter in it.
 *
 * @param line the same row as one cell
 */
function isTable(parser: IdentityParser, cells: readonly string[], line: readonly string[]): boolean {
  return cells.length > 1 && readIdentities(parser, line).read.some((each) => 'reason' in each || each.kind === 'username');
}

/**
 * Parses the whole file. A first line that names columns (`email`, `phone`, `username`, `ip`, `identity`; also `ref` and `name`) makes it
 * CSV, with one lookup per row for all identities in those columns; without one every line is an identity, whose kind is detected. A table
 * of which no column is known is refused.
 *
 * @param chosen the columns of a table whose first row names them otherwise; what they hold is believed
 */
export function readBatchFile(content: string, parser: IdentityParser, chosen?: readonly Column[]): BatchFile {
  const [first, ...others] = readTable(content);
  const header = chosen ? { columns: chosen, fault: undefined } : first && columnsOf(first.cells);
  const lines = header ? others : readTable(content, null);
  const refusal = header?.fault ?? (first && !header && isTable(parser, first.cells, lines[0]?.cells ?? []) ? NO_COLUMN : undefined);
  if (first && refusal !== undefined) return { header: null, rows: [], invalid: [{ line: first.line, reason: refusal }] };
  const rows: BatchRow[] = [];
  const invalid: { line: number; reason: string }[] = [];
  for (const { line, cells, fault } of lines) {
    const { read, labels } = readIdentities(parser, cells, header?.columns);
    const reason = fault ?? read.find((each) => 'reason' in each)?.reason;
    const known = read.filter((each) => 'kind' in each);
    if (reason !== undefined) invalid.push({ line, reason });
    else if (known.length === 0) invalid.push({ line, reason: 'contains no identity' });
    // A line that has no reference of its own is found again by its number.
    else rows.push({ line, identities: groupIdentities(known), ref: `line ${line}`, ...labels });
  }
  return { header: header?.columns.map(({ name }) => name.toLowerCase()) ?? null, rows, invalid };
}
