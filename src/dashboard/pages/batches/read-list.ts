/** A list of identities as lookups: one for each row, with what is wrong with the others. */
import {
  type ColumnKind,
  columnsOf,
  describeReading,
  isLabel,
  isUnknownTable,
  kindOfColumn,
  type Label,
  textsOf,
} from '../../../kernel/identity/columns.js';
import { faultOfGuess, isPlaceholder } from '../../../kernel/identity/guesses.js';
import { faultOf, recogniseKind } from '../../../kernel/identity/recognise.js';
import type { RowFault } from '../../../kernel/identity/row-faults.js';
import { MAX_PER_KIND } from '../../../kernel/identity/subjects.js';
import { MAX_ITEMS } from '../../../features/batches/batch.js';
import type { TableRow } from '../../../kernel/values/read-csv.js';
import { type Identities, identitiesBody, type TypedIdentity } from '../../client/identities.js';

/** The most that a batch has, however many platforms it asks. */
const MAX_LINES = Math.max(...Object.values(MAX_ITEMS));

/** One lookup that would be sent. */
export interface BatchLine {
  readonly line: number;
  readonly typed: readonly TypedIdentity[];
  readonly identities: Identities;
  /** What its columns say besides; `ref`, by which results name it, is its line unless there is a column of references. */
  readonly labels: Readonly<Partial<Record<Label, string>>>;
}

export interface Reading {
  /** Whether the first row names the columns. */
  readonly hasHeader: boolean;
  /** Places of the columns that hold identities; those of one row are of one person. */
  readonly columns: readonly number[];
  /** Kind of every cell; `any`: as the column says, else as it is recognised. */
  readonly kind: ColumnKind;
  /** Places of the columns with the file's own references and with what people said of themselves; absent: not sent, and lines are counted. */
  readonly labels: Readonly<Partial<Record<Label, number | undefined>>>;
}

export interface ReadList {
  readonly lines: readonly BatchLine[];
  /** Rows that cannot be looked up. */
  readonly faults: readonly RowFault[];
  /** Rows that ask for what another one asks for: that is looked up, and billed, once. */
  readonly repeated: readonly { readonly line: number; readonly first: number }[];
}

/**
 * How a table is read unless somebody says otherwise: by its header. Where no column is known, those to read have to be chosen, and a first
 * row in which nothing but words is found is that of their names.
 */
export function readingOf([first]: readonly TableRow[]): Reading {
  const header = columnsOf(first?.cells ?? []);
  const named = (header?.columns ?? []).filter(({ holds }) => !isLabel(holds)).map(({ index }) => index);
  const ref = header?.columns.find(({ holds }) => holds === 'ref')?.index;
  const isUnknown = isUnknownTable(first?.cells ?? [], header);
  const isOfWords = (first?.cells ?? []).every((cell) => cell === '' || recogniseKind(cell) === 'username');
  const hasHeader = header !== null || (isUnknown && isOfWords);
  return { hasHeader, columns: header ? named : isUnknown ? [] : [0], kind: 'any', labels: { ref } };
}

/** The same with what somebody chose: of columns only while there are several. */
export function chosenReading(rows: readonly TableRow[], { kind, ...columns }: Partial<Reading>): Reading {
  const isTable = rows.some(({ cells }) => cells.length > 1);
  return { ...readingOf(rows), ...(kind && { kind }), ...(isTable && columns) };
}

/** Names of the columns, as many as the widest row has. */
export function columnNames(rows: readonly TableRow[], hasHeader: boolean): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const names = hasHeader ? (rows[0]?.cells ?? []) : [];
  return Array.from({ length: width }, (_, column) => names[column] || `Column ${column + 1}`);
}

/** What is read of the columns, as a sentence; null: it is a plain list. */
export function readingText(rows: readonly TableRow[], { hasHeader, columns, kind, labels }: Reading): string | null {
  const names = columnNames(rows, hasHeader);
  if (names.length < 2 || columns.length === 0) return null;
  const said = labelsOf(labels).map(([holds, index]) => ({ index, holds }));
  const identities = columns.map((index) => ({ index, holds: kind === 'any' ? (kindOfColumn(names[index] ?? '') ?? kind) : kind }));
  return `${describeReading(rows.length - Number(hasHeader), names.length, [...identities, ...said])}.`;
}

const labelsOf = (labels: Reading['labels']) =>
  (Object.entries(labels) as [Label, number | undefined][]).flatMap(([label, index]) =>
    index === undefined ? [] : [[label, index] as const],
  );

const NO_COLUMN = 'has no known column: choose the columns to read';

export function readList(rows: readonly TableRow[], { hasHeader, columns, kind, labels }: Reading): ReadList {
  const header = hasHeader ? (rows[0]?.cells ?? []) : [];
  const kinds = columns.map((column) => (kind === 'any' ? kindOfColumn(header[column] ?? '') : kind));
  // Whoever says what all cells are is believed: somebody may be called “null”.
  const isChosen = kind !== 'any';
  const lines: BatchLine[] = [];
  const faults: RowFault[] = [];
  const repeated: { line: number; first: number }[] = [];
  const known = new Map<string, number>();
  const refusal = (hasHeader ? columnsOf(header)?.fault : undefined) ?? (columns.length === 0 ? NO_COLUMN : undefined);
  if (refusal !== undefined) return { lines, faults: [{ line: rows[0]?.line ?? 1, reason: refusal }], repeated };
  for (const { line, cells, fault } of hasHeader ? rows.slice(1) : rows) {
    const typed = columns.flatMap((column, index) => typedOf(cells[column] ?? '', kinds[index], isChosen));
    const identities = identitiesBody(typed);
    const wrong = fault === undefined ? faultIn(typed, identities, isChosen ? faultOf : faultOfGuess) : { reason: fault };
    const key = JSON.stringify(Object.entries(identities).sort(([one], [other]) => one.localeCompare(other)));
    const first = known.get(key);
    if (wrong !== null) faults.push({ line, ...wrong });
    else if (first !== undefined) repeated.push({ line, first });
    else if (lines.length >= MAX_LINES) faults.push({ line, reason: `over the limit of ${MAX_LINES.toLocaleString('en')} lines` });
    else {
      known.set(key, line);
      const said = labelsOf(labels).map(([label, index]) => [label, cells[index] ?? '']);
      lines.push({ line, typed, identities, labels: { ref: `line ${line}`, ...Object.fromEntries(said) } });
    }
  }
  return { lines, faults, repeated };
}

function typedOf(cell: string, kind: ColumnKind | undefined, isChosen: boolean): TypedIdentity[] {
  const texts = textsOf(cell).filter((text) => isChosen || !isPlaceholder(text));
  return texts.flatMap((value) => {
    const recognised = kind === undefined || kind === 'any' ? recogniseKind(value) : kind;
    return recognised === null ? [] : [{ kind: recognised, value }];
  });
}

function faultIn(typed: readonly TypedIdentity[], identities: Identities, look: typeof faultOf): Omit<RowFault, 'line'> | null {
  if (typed.length === 0) return { reason: 'contains no identity' };
  if (Object.values(identities).some((values) => values.length > MAX_PER_KIND))
    return { reason: `more than ${MAX_PER_KIND} identities of one kind` };
  for (const { kind, value } of typed) {
    const reason = look(kind, value);
    if (reason !== null) return { reason, text: value };
  }
  return null;
}
