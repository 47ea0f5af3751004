/** The audit log as a file: all entries that fit the filter, read page by page. */
import { csvOf } from '../../../domain/report/csv.js';
import type { CurrentAccount } from '../../client/account.js';
import { ApiFailure } from '../../client/failure.js';
import type { AuditFilter } from './audit-filter.js';
import { type AuditEntry, auditPage } from './queries.js';

const PAGE = 100;
const SECOND_MS = 1_000;

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
    const page: Page = await patiently(signal, () => auditPage(account, filter, PAGE, cursor, signal));
    signal.throwIfAborted();
    entries.push(...page.entries);
    onProgress(entries.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}

/** Sends a request until it is not refused for coming too soon. */
async function patiently<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 429 || signal.aborted) throw error;
    await pause((error.retryAfter ?? 1) * SECOND_MS, signal);
    return patiently(signal, send);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
