/** Reads the file of `footprint batch`: the identities of each line, and every invalid line, before anything is sent. */
import { parse } from 'csv-parse/sync';
import { type ColumnKind, kindOfColumn } from '../domain/identity/columns.js';
import type { Detection, IdentityParser } from '../domain/identity/identity.js';
import type { SubjectKind as Kind } from '../domain/identity/subjects.js';

export interface Identities {
  readonly emails?: readonly string[];
  readonly phones?: readonly string[];
  readonly usernames?: readonly string[];
  readonly ips?: readonly string[];
}

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
const INVALID_REASON = {
  invalid_email: 'is no valid e-mail address',
  invalid_phone: 'is no valid phone number',
  invalid_parameter: 'is no e-mail address, no phone number with its country code and no username of 1 to 64 visible characters',
} as const;
const INVALID_KIND: Readonly<Record<Kind, string>> = {
  email: INVALID_REASON.invalid_email,
  phone: INVALID_REASON.invalid_phone,
  username: 'is no username',
  ip: 'is no IP address',
};
const DELIMITERS = [',', ';', '\t'];

/** Reads an identity of one kind or of any, by the rules of the service. */
export function readIdentity(parser: IdentityParser, text: string, kind: ColumnKind): { kind: Kind; value: string } | { reason: string } {
  if (kind !== 'any') {
    const value = parser[kind](text);
    return value === null ? { reason: INVALID_KIND[kind] } : { kind, value };
  }
  const ip = parser.ip(text);
  if (ip !== null) return { kind: 'ip', value: ip };
  const found: Detection = parser.detect(text);
  return 'invalid' in found
    ? { reason: INVALID_REASON[found.invalid as keyof typeof INVALID_REASON] ?? INVALID_KIND.username }
    : { kind: found.type, value: found.value };
}

/**
 * Parses the whole file. A first line that names columns (`email`, `phone`, `username`, `ip`, `identity`) makes it CSV, with
 * one lookup per row for all identities in those columns; without one every line is an identity, whose kind is detected.
 */
export function readBatchFile(content: string, parser: IdentityParser): BatchFile {
  const text = content.replace(/^\uFEFF/, '');
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const header = headerIn(lines[first] ?? '');
  if (header === null)
    return collect(
      parser,
      null,
      lines.map((line, index) => ({ line: index + 1, cells: [{ kind: 'any', text: line.trim() }] })),
    );
  // A row's line number is that of its last line; a quoted line break makes a row of several lines.
  const parsed = parse(text, {
    delimiter: header.delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const rows = parsed.slice(1).map(({ record, info }) => ({
    line: info.lines,
    cells: header.kinds.flatMap((kind, column) => (kind === undefined ? [] : [{ kind, text: (record[column] ?? '').trim() }])),
  }));
  return collect(
    parser,
    header.names.filter((_, column) => header.kinds[column] !== undefined),
    rows,
  );
}

function headerIn(line: string) {
  const delimiter = DELIMITERS.find((each) => line.includes(each)) ?? ',';
  const names = line.split(delimiter).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  const kinds = names.map(kindOfColumn);
  return kinds.some((kind) => kind !== undefined) ? { delimiter, names, kinds } : null;
}

function collect(
  parser: IdentityParser,
  header: readonly string[] | null,
  lines: readonly { line: number; cells: readonly { kind: ColumnKind; text: string }[] }[],
): BatchFile {
  const rows: BatchRow[] = [];
  const bad: { line: number; reason: string }[] = [];
  for (const { line, cells } of lines) {
    const filled = cells.filter(({ text }) => text !== '');
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
  const identities: { -readonly [K in keyof Identities]: string[] } = {};
  for (const each of found) {
    if ('kind' in each) identities[FIELD[each.kind]] = [...(identities[FIELD[each.kind]] ?? []), each.value];
  }
  return identities;
}
