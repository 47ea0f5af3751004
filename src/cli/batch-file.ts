/** Reads the file of `footprint batch`: the item of each line, and every invalid line, before anything is sent. */
import type { BatchItem } from '../../clients/typescript/index.js';
import {
  type Column,
  columnsOf,
  describeReading,
  groupIdentities,
  isUnknownTable,
  readPeople,
  readPersonRow,
} from '../kernel/identity/columns.js';
import { hasPhonePrefix, type IdentityParser } from '../kernel/identity/identity.js';
import { IDENTITY_FAULTS } from '../kernel/identity/recognise.js';
import type { RowFault } from '../kernel/identity/row-faults.js';
import { readTable } from '../kernel/values/read-csv.js';
import type { SubjectKind as Kind } from '../kernel/identity/subjects.js';

/** One lookup. */
export interface BatchRow extends BatchItem {
  /** Number of its line in the file, from 1. */
  readonly line: number;
}

export interface BatchFile {
  /** What is read of its columns; null: every line is one identity. */
  readonly reading: string | null;
  readonly rows: readonly BatchRow[];
  /** Lines that cannot be looked up. Their text is left out: it may be anything, and terminals are logged. */
  readonly invalid: readonly RowFault[];
}

/** An identity in normal form, by the rules of the service. */
type Read = { readonly kind: Kind; readonly text: string } | { readonly reason: string };

const ANY_KIND: readonly Column[] = [{ index: 0, name: 'identity', holds: 'any' }];

/** The identities in a row of a table, in normal form, or what is wrong with each. @param columns default: one of any kind */
export function readIdentities(parser: IdentityParser, cells: readonly string[], columns: readonly Column[] = ANY_KIND) {
  const { found, fault, ...labels } = readPersonRow(columns, cells, parser);
  const read = found.map(({ kind, text }): Read => {
    const value = parser[kind](text);
    return value === null ? { reason: reasonOf(kind, text) } : { kind, text: value };
  });
  return { read: fault === undefined ? read : [{ reason: fault }], labels };
}

/** What is wrong with a number that does not say its country. */
export const NEEDS_COUNTRY = `${IDENTITY_FAULTS.phone}: it needs + and the country code`;

const reasonOf = (kind: Kind, text: string): string => (kind === 'phone' && !hasPhonePrefix(text) ? NEEDS_COUNTRY : IDENTITY_FAULTS[kind]);

const NO_COLUMN = 'has no known column: name one email, phone, username, ip or identity, or choose one, such as --column email=3';

/** Whether a first row holds identities in the columns that somebody chose, so that it is no row of names. */
const isOfPerson = (parser: IdentityParser, cells: readonly string[], chosen: readonly Column[]): boolean =>
  readIdentities(parser, cells, chosen).read.some((each) => 'kind' in each && each.kind !== 'username');

/**
 * Parses the whole file. A first line that names columns (`email`, `phone`, `username`, `ip`, `identity`; also `ref` and `name`) makes it
 * CSV, with one lookup per row for all identities in those columns; without one every line is an identity, whose kind is detected. A table
 * of which no column is known is refused.
 *
 * @param chosen the columns that are read, whatever they are called; what they hold is believed. The first row has their names, unless it
 *   has an e-mail address, a number or an IP address in one of them
 */
export function readBatchFile(content: string, parser: IdentityParser, chosen?: readonly Column[]): BatchFile {
  const all = chosen ? readTable(content) : readPeople(content);
  const [first] = all;
  const header = chosen ? { columns: chosen, fault: undefined } : first && columnsOf(first.cells);
  const lines = header && !(chosen && first && isOfPerson(parser, first.cells, chosen)) ? all.slice(1) : all;
  const refusal = header?.fault ?? (first && isUnknownTable(first.cells, header) ? NO_COLUMN : undefined);
  if (first && refusal !== undefined) return { reading: null, rows: [], invalid: [{ line: first.line, reason: refusal }] };
  const rows: BatchRow[] = [];
  const invalid: RowFault[] = [];
  for (const { line, cells, fault } of lines) {
    const { read, labels } = readIdentities(parser, cells, header?.columns);
    const wrong = fault === undefined ? read.find((each) => 'reason' in each) : { reason: fault };
    const known = read.filter((each) => 'kind' in each);
    if (wrong !== undefined) invalid.push({ line, ...wrong });
    else if (known.length === 0) invalid.push({ line, reason: 'contains no identity' });
    // A line that has no reference of its own is found again by its number.
    else rows.push({ line, identities: groupIdentities(known), ref: `line ${line}`, ...labels });
  }
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), first?.cells.length ?? 0);
  return { reading: header ? describeReading(lines.length, width, header.columns) : null, rows, invalid };
}
