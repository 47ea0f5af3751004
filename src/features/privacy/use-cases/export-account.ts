import { ServiceError } from '../../../kernel/values/errors.js';
import { unknownAccount } from '../../accounts/accounts.js';
import type { LookupSnapshot } from '../../lookups/lookup-snapshot.js';
import type { LookupReader } from '../../lookups/store/lookup-reader.js';
import {
  type AccountDeletion,
  EXPORT_TYPES,
  type ExportedRow,
  type ExportType,
  GRACE_DAYS,
  SHORTEST_GRACE_SECONDS,
} from '../account-export.js';
import type { AccountExport } from '../export/account-export.js';
import type { AccountDeletions } from '../store/account-deletions.js';

export interface ExportContext {
  readonly accountExport: AccountExport;
  readonly reader: Pick<LookupReader, 'snapshot'>;
  /** What `GET /v2/lookup/{id}` answers. */
  readonly presentLookup: (known: LookupSnapshot) => object;
  /** The database's clock. */
  readonly now: () => Date;
}

/** Version of the archive's format: it grows when a line loses a field or changes its meaning. */
const FORMAT = 1;

/**
 * All that the people of an account may see, an object a line: `export`, then each type in turn, then `end` with the numbers of lines.
 * Reads page by page and holds no more than a page; what is added or deleted meanwhile may be in it or not.
 *
 * @param hasContent whether what lookups found is in it: otherwise those columns, and the answers, are null
 * @throws ServiceError not_found when there is no such account, before the first line
 */
export async function exportAccount(ctx: ExportContext, accountId: string, hasContent = true): Promise<AsyncGenerator<ExportedRow>> {
  const { rows } = await ctx.accountExport.page('account', accountId, null);
  if (rows.length === 0) throw unknownAccount(accountId);
  return linesOf(ctx, accountId, hasContent);
}

async function* linesOf(ctx: ExportContext, accountId: string, hasContent: boolean): AsyncGenerator<ExportedRow> {
  yield { type: 'export', format: FORMAT, accountId, at: ctx.now().toISOString() };
  const counts: Partial<Record<ExportType, number>> = {};
  for (const type of EXPORT_TYPES) {
    let count = 0;
    for (let after: readonly unknown[] | null = null; ; ) {
      const { rows, next } = await ctx.accountExport.page(type, accountId, after, hasContent);
      for (const row of rows) {
        const answer = type !== 'lookup' ? {} : { answer: hasContent ? await answerOf(ctx, accountId, row) : null };
        yield { type, ...row, ...answer };
        count += 1;
      }
      if (!next) break;
      after = next;
    }
    counts[type] = count;
  }
  yield { type: 'end', counts, at: ctx.now().toISOString() };
}

/** What `GET /v2/lookup/{id}` answers; null: it was deleted meanwhile. */
async function answerOf({ reader, presentLookup }: ExportContext, accountId: string, row: ExportedRow): Promise<object | null> {
  const snapshot = await reader.snapshot(String(row['id']), { owner: { accountId, onlyKey: null } });
  return snapshot && presentLookup(snapshot);
}

export interface DeletionContext {
  readonly accountDeletions: AccountDeletions;
}

export interface DeletionRequest {
  readonly accountId: string;
  /** The account's id or address, as it was typed. */
  readonly confirm: string;
  /** Member; null: an operator. */
  readonly requestedBy: string | null;
  /** Without the time in which it could be taken back. */
  readonly isImmediate?: boolean;
}

/**
 * Closes an account, and deletes it when the time to take that back is over. One that is closed already stays as it is.
 *
 * @throws ServiceError invalid_parameter unless the account was named, not_found
 */
export async function requestDeletion(
  { accountDeletions }: DeletionContext,
  { accountId, confirm, requestedBy, isImmediate = false }: DeletionRequest,
): Promise<AccountDeletion> {
  const email = (await accountDeletions.emailOf(accountId)) ?? notFound(accountId);
  const typed = confirm.trim().toLowerCase();
  if (typed !== accountId && (email === '' || typed !== email.toLowerCase()))
    throw new ServiceError('invalid_parameter', "confirm: send the account's id or its e-mail address.");
  const graceSeconds = isImmediate ? SHORTEST_GRACE_SECONDS : GRACE_DAYS * 86_400;
  return (await accountDeletions.request({ accountId, requestedBy, graceSeconds })) ?? notFound(accountId);
}

/** Takes a deletion back that has not begun. @returns its id @throws ServiceError not_found */
export async function cancelDeletion({ accountDeletions }: DeletionContext, accountId: string): Promise<string> {
  const id = await accountDeletions.cancel(accountId);
  if (id === null) throw new ServiceError('not_found', 'There is no deletion that can still be cancelled.');
  return id;
}

function notFound(accountId: string): never {
  throw unknownAccount(accountId);
}
