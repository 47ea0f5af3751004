/** The result of each line of a batch, for the terminal, for programs and as CSV. */
import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';
import type { BatchResult } from './api-client.js';
import type { BatchRow } from './batch-file.js';
import type { Cell } from './output.js';

/** `queued`: billed and running; `finished`: `result` is set; `error`: neither billed nor looked up. */
export interface BatchLine {
  readonly line: number;
  readonly identity: string;
  readonly status: 'queued' | 'finished' | 'error';
  readonly lookupId: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Null until it is finished. */
  readonly result: LookupBodyV2 | null;
}

export function batchLine({ line, text }: BatchRow, { status, lookupId, error }: BatchResult): BatchLine {
  return { line, identity: text, status, lookupId: lookupId ?? null, error: error ?? null, result: null };
}

/** Columns of the CSV. An unknown value is empty; an omitted platform is counted in `omitted`, never as not registered. */
const COLUMNS: Readonly<Record<string, (line: BatchLine) => Cell>> = {
  line: ({ line }) => line,
  identity: ({ identity }) => identity,
  status: ({ status }) => status,
  lookup_id: ({ lookupId }) => lookupId,
  platforms_checked: ({ result }) => result?.platformsChecked,
  omitted: ({ result }) => result?.omitted,
  matches: ({ result }) => result?.matches,
  social_matches: ({ result }) => result?.socialMatches,
  hits: ({ result }) => result?.hits.join(' '),
  breaches: ({ result }) => breachesOf(result),
  risk_score: ({ result }) => result?.risk.score,
  risk_level: ({ result }) => result?.risk.level,
  error: ({ error }) => error?.code,
};

/** Names of the breaches over all identities; null where no source could be queried. */
function breachesOf(result: LookupBodyV2 | null): string | null {
  const known = (result?.modules.breaches ?? []).flatMap(({ facts }) => (facts === null ? [] : [facts]));
  return known.length === 0 ? null : [...new Set(known.flat().map(({ name }) => name))].join('; ');
}

/** CSV (RFC 4180) with a header row. */
export function renderCsv(lines: readonly BatchLine[]): string {
  const rows = [Object.keys(COLUMNS), ...lines.map((line) => Object.values(COLUMNS).map((cell) => cell(line)))];
  return rows.map((row) => `${row.map((cell) => quoted(String(cell ?? ''))).join(',')}\r\n`).join('');
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text);

/** A line for programs: missing values are left out. */
export function batchRecord({ line, identity, status, lookupId, error, result }: BatchLine): object {
  const found = result && {
    platformsChecked: result.platformsChecked,
    omitted: result.omitted,
    matches: result.matches,
    socialMatches: result.socialMatches,
    hits: result.hits,
    risk: { score: result.risk.score, level: result.risk.level },
  };
  return { line, identity, status, ...(lookupId === null ? {} : { lookupId }), ...(error === null ? {} : { error }), ...found };
}

/** The columns on a terminal, before and after the lookups are finished. */
export function batchColumns(isFinished: boolean): Readonly<Record<string, (line: BatchLine) => Cell>> {
  const shown = isFinished
    ? ['line', 'identity', 'status', 'matches', 'omitted', 'risk_level', 'hits', 'error']
    : ['line', 'identity', 'status', 'lookup_id', 'error'];
  return Object.fromEntries(shown.flatMap((name) => (COLUMNS[name] ? [[name.replaceAll('_', ' '), COLUMNS[name]]] : [])));
}
