/** Output of all commands: one style of tables, colours on terminals only, one JSON line per record for programs, or CSV. */
import Table from 'cli-table3';
import { createColors } from 'picocolors';
import { forTerminal } from '../kernel/values/control-characters.js';
import { type CsvValue, csvOf } from '../kernel/values/write-csv.js';
import { outputFormat } from './output-option.js';

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
  return table.toString().replace(/(?<! ) +$/gm, '');
}

/** A field's name for people: `domainAgeDays` becomes `domain age days`. */
export const fieldLabel = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();

function shown(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return forTerminal(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

/** A cell of a CSV file: as in tables, because it may be shown on a terminal. */
function csvCell(cell: unknown): CsvValue {
  if (typeof cell === 'number') return cell;
  return Array.isArray(cell) ? cell.map(shown).join(' ') : shown(cell);
}

/** Prints one record: a line per field for people, one JSON line, or CSV with one row. */
export function printRecord(record: object): void {
  const format = outputFormat();
  if (format === 'json') return print(`${JSON.stringify(record)}\n`);
  if (format === 'csv') return print(csvOf([Object.keys(record), Object.values(record).map(csvCell)]));
  const rows = Object.entries(record).map(([name, value]) => [
    colours.dim(fieldLabel(name)),
    Array.isArray(value) ? value.map(shown).join(', ') : shown(value),
  ]);
  print(`${renderTable([], rows)}\n`);
}

/**
 * Prints records of one kind: as a table or CSV of the given columns, or a JSON line for each.
 *
 * @param options.toJson a record's format for programs; default: the record itself
 * @param options.whole what is printed as JSON instead, in one line
 */
export function printRecords<T extends object>(
  records: readonly T[],
  columns: Readonly<Record<string, (record: T) => Cell>>,
  { toJson = (record: T): object => record, whole }: { toJson?: (record: T) => object; whole?: object } = {},
): void {
  const format = outputFormat();
  if (format === 'json') return print((whole ? [whole] : records.map(toJson)).map((each) => `${JSON.stringify(each)}\n`).join(''));
  const titles = Object.keys(columns);
  const rows = records.map((record) => Object.values(columns).map((cell) => cell(record)));
  if (format === 'csv') return print(csvOf([titles, ...rows.map((cells) => cells.map(csvCell))]));
  print(
    rows.length === 0
      ? `  ${colours.dim('none')}\n`
      : `${renderTable(
          titles,
          rows.map((cells) => cells.map(shown)),
        )}\n`,
  );
}

const columnsOf = (fields: Iterable<string>): Record<string, (record: object) => Cell> =>
  Object.fromEntries([...fields].map((field) => [field, (record: object) => (record as Record<string, Cell>)[field]]));

/** As `printRecords`, with a column for each of these fields, under its name. */
export function printFields<T extends object>(records: readonly T[], fields: readonly (keyof T & string)[], whole?: object): void {
  printRecords<object>(records, columnsOf(fields), whole && { whole });
}

type List = readonly [records: readonly object[], fields: readonly string[]];

/** Prints lists of several kinds one after the other; as CSV in one, whose column `list` names the list of each row. */
export function printLists(lists: Readonly<Record<string, List>>): void {
  const all = Object.values(lists);
  if (outputFormat() !== 'csv') return all.forEach(([records, fields]) => printRecords(records, columnsOf(fields)));
  const rows = Object.entries(lists).flatMap(([list, [records]]) => records.map((each) => ({ list, ...each })));
  printRecords(rows, columnsOf(new Set(['list', ...all.flatMap(([, fields]) => fields)])));
}

/** Prints what has a presentation of its own, wherever it is printed. @param forms.rows those of CSV */
export function printForm({ table, json, rows: [records, fields] }: { table: () => string; json: unknown; rows: List }): void {
  const format = outputFormat('table');
  if (format === 'csv') return printRecords(records, columnsOf(fields));
  print(format === 'json' ? `${JSON.stringify(json, null, 2)}\n` : table());
}

/** Prints a part of a result. */
export const print = (text: string): void => void process.stdout.write(text);

/** Prints a message that is no result: on standard error, so that piped output stays clean. */
export function printNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}
