/** Reads the file of `footprint batch`: the identities of each line, and every invalid line, before anything is sent. */
import type { BatchItem } from '../../clients/typescript/index.js';
import { type ColumnKind, kindOfColumn } from '../kernel/identity/columns.js';
import type { IdentityParser } from '../kernel/identity/identity.js';
import { bareAddress, IDENTITY_FAULTS, kindOfText } from '../kernel/identity/recognise.js';
import { readTable, type TableRow } from '../kernel/values/read-csv.js';
import type { SubjectKind as Kind } from '../kernel/identity/subjects.js';

export type Identities = BatchItem['identities'];

/** One lookup. */
export interface BatchRow {
  /** Number of its line in the file, from 1. */
  readonly line: number;
  /** Its text in the file. */
  readonly text: string;
  readonly identities: Identities;
}

export interface BatchFile {
  /** Names of the columns that are read; null: the file has no header row, every line is one identity. */
  readonly header: readonly string[] | null;
  readonly rows: readonly BatchRow[];
  /** Lines without an identity, with the reason. Their text is left out: it may be anything. */
  readonly invalid: readonly { readonly line: number; readonly reason: string }[];
}

const FIELD = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const;

/** Reads an identity of one kind or of any, by the rules of the service. */
export function readIdentity(parser: IdentityParser, text: string, of: ColumnKind): { kind: Kind; value: string } | { reason: string } {
  const bare = bareAddress(text);
  const kind = of === 'any' ? kindOfText(parser, bare) : of;
  const value = parser[kind](bare);
  return value === null ? { reason: IDENTITY_FAULTS[kind] } : { kind, value };
}

/**
 * Parses the whole file. A first line that names columns (`email`, `phone`, `username`, `ip`, `identity`) makes it CSV, with
 * one lookup per row for all identities in those columns; without one every line is an identity, whose kind is detected.
 */
export function readBatchFile(content: string, parser: IdentityParser): BatchFile {
  const [header, ...rows] = readTable(content);
  const kinds = (header?.cells ?? []).map(kindOfColumn);
  const names = (header?.cells ?? []).filter((_, column) => kinds[column] !== undefined).map((name) => name.toLowerCase());
  if (names.length === 0) return collect(parser, null, ['any'], readTable(content, null));
  return collect(parser, names, kinds, rows);
}

function collect(
  parser: IdentityParser,
  header: readonly string[] | null,
  kinds: readonly (ColumnKind | undefined)[],
  table: readonly TableRow[],
): BatchFile {
  const rows: BatchRow[] = [];
  const bad: { line: number; reason: string }[] = [];
  for (const { line, cells } of table) {
    const filled = kinds.flatMap((kind, column) => (kind !== undefined && cells[column] ? [{ kind, text: cells[column] }] : []));
    const read = filled.map(({ kind, text }) => readIdentity(parser, text, kind));
    const fault = read.find((each) => 'reason' in each);
    if (fault && 'reason' in fault) bad.push({ line, reason: fault.reason });
    else if (filled.length > 0) rows.push({ line, text: filled.map(({ text }) => text).join(', '), identities: groupIdentities(read) });
    else if (header !== null) bad.push({ line, reason: `has no ${header.join(', ')}` });
  }
  return { header, rows, invalid: bad };
}

/** Groups identities in the format of v2. */
export function groupIdentities(found: readonly ({ kind: Kind; value: string } | { reason: string })[]): Identities {
  const identities: Identities = {};
  for (const each of found) {
    if ('kind' in each) identities[FIELD[each.kind]] = [...(identities[FIELD[each.kind]] ?? []), each.value];
  }
  return identities;
}
