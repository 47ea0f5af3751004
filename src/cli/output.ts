/** Output of all commands: one style of tables, colours on terminals only, one JSON line per record for programs. */
import Table from 'cli-table3';
import { createColors } from 'picocolors';
import { forTerminal } from '../kernel/values/control-characters.js';

const BARE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '  ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

type Cell = string | number | boolean | Date | null | undefined;

/**
 * Whether text for a stream may contain control characters. A pipe and a file never get any, whatever `CI` says;
 * NO_COLOR (https://no-color.org) and TERM=dumb turn them off on a terminal.
 */
export function takesColours(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

export const colours = createColors(takesColours(process.stdout));

/**
 * Renders rows in aligned columns, without rules between them.
 *
 * @param head titles; none: no title row
 * @param options.widths columns of fixed width, in which long texts are wrapped
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  options: { widths?: readonly (number | null)[]; align?: readonly ('left' | 'right' | 'center')[] } = {},
): string {
  const { widths, align } = options;
  const table = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: head.map((title) => colours.bold(title)),
    ...(widths ? { colWidths: [...widths], wordWrap: true } : {}),
    ...(align ? { colAligns: [...align] } : {}),
  });
  for (const row of rows) table.push([...row]);
  return table.toString().replace(/ +$/gm, '');
}

/** A field's name for people: `domainAgeDays` becomes `domain age days`. */
export const fieldLabel = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();

function shown(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return forTerminal(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

/** Whether records are printed for programs: on request, or when standard output is no terminal. */
const forPrograms = (json: boolean | undefined): boolean => json === true || process.stdout.isTTY !== true;

/** Prints one record: a line per field on a terminal, else one JSON line. */
export function printRecord(record: object, options: { json?: boolean | undefined } = {}): void {
  if (forPrograms(options.json)) return void process.stdout.write(`${JSON.stringify(record)}\n`);
  const rows = Object.entries(record).map(([name, value]) => [
    colours.dim(fieldLabel(name)),
    Array.isArray(value) ? value.map(shown).join(', ') : shown(value),
  ]);
  process.stdout.write(`${renderTable([], rows)}\n`);
}

/**
 * Prints records of one kind: a table of the given columns on a terminal, else one JSON line each.
 *
 * @param options.toJson a record's format for programs; default: the record itself
 */
export function printRecords<T extends object>(
  records: readonly T[],
  columns: Readonly<Record<string, (record: T) => Cell>>,
  options: { json?: boolean | undefined; toJson?: (record: T) => object } = {},
): void {
  const { json, toJson = (record: T): object => record } = options;
  if (forPrograms(json)) return void process.stdout.write(records.map((record) => `${JSON.stringify(toJson(record))}\n`).join(''));
  const rows = records.map((record) => Object.values(columns).map((cell) => shown(cell(record))));
  process.stdout.write(records.length === 0 ? `  ${colours.dim('none')}\n` : `${renderTable(Object.keys(columns), rows)}\n`);
}

/** As `printRecords`, with a column for each of these fields, under its name. */
export function printFields<T extends object>(
  records: readonly T[],
  fields: readonly (keyof T & string)[],
  { json }: { readonly json?: boolean | undefined },
): void {
  printRecords(records, Object.fromEntries(fields.map((field) => [field, (each: T) => each[field] as Cell])), { json });
}

/** Prints a message that is no result: on standard error, so that piped output stays clean. */
export function printNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}
