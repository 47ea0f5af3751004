/** The audit log as a file: all entries that fit the filter, read page by page. */
import { waitingFetch } from '../../../../clients/typescript/wait.js';
import { csvOf } from '../../../domain/report/csv.js';
import type { CurrentAccount } from '../../client/account.js';
import type { AuditFilter } from './audit-filter.js';
import { type AuditEntry, auditPage } from './queries.js';

const PAGE = 100;

export const FORMATS = {
  csv: { name: 'CSV', type: 'text/csv', write: csvOfEntries },
  ndjson: { name: 'NDJSON', type: 'application/x-ndjson', write: linesOfEntries },
} as const;
export type Format = keyof typeof FORMATS;

const COLUMNS = ['id', 'at', 'actor_type', 'actor_id', 'action', 'targets', 'network', 'outcome', 'purpose'];

/** A row for each entry; several targets stand in one cell, with spaces between them. */
export function csvOfEntries(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ id, at, actor, action, targets, network, outcome, purpose }) => [
    ...[id, at, actor.type, actor.id, action, targets.join(' '), network, outcome, purpose],
  ]);
  return csvOf([COLUMNS, ...rows]);
}

/** A line of JSON for each entry, as the interface has it. */
export function linesOfEntries(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

type Page = Awaited<ReturnType<typeof auditPage>>;

interface Reading {
  readonly signal: AbortSignal;
  readonly onProgress: (entries: number) => void;
}

/**
 * Every entry that fits the filter, latest first. Where the rate of the account is used up it waits, as long as the service says.
 *
 * @throws ApiFailure
 */
export async function readEntries(account: CurrentAccount, filter: AuditFilter, { signal, onProgress }: Reading): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await auditPage(account, filter, PAGE, cursor, { signal, fetch: waitingFetch() });
    signal.throwIfAborted();
    entries.push(...page.entries);
    onProgress(entries.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}
