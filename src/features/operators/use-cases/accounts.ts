/** Accounts as operators see them. */
import { type AccountUsage, unknownAccount } from '../../accounts/accounts.js';
import type { PostgresAccountReports } from '../../accounts/store/account-reports.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import type { AccountCounts, ListedAccount } from '../reports.js';
import type { OperatorReports } from '../store/operator-reports.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

export interface OperatorAccountsContext {
  readonly operatorReports: OperatorReports;
  readonly accountReports: PostgresAccountReports;
  readonly now: () => Date;
}

/** Longest text to search for, in characters. */
export const MAX_SEARCH = 320;

/** An account with the use of its period and what it has. */
export interface AccountOverview extends Omit<ListedAccount, 'owners' | 'used' | 'allowance'> {
  /** Days after which its lookups are deleted; null: they are kept. */
  readonly retentionDays: number | null;
  readonly usage: AccountUsage;
  readonly counts: AccountCounts;
}

/**
 * Accounts, newest first.
 *
 * @param search beginning of an id, or part of an account's address or name; null: all
 * @returns a page, and the id after which the next one begins; null on the last
 * @throws ServiceError invalid_parameter
 */
export async function listAccounts(
  { operatorReports, now }: OperatorAccountsContext,
  search: string | null,
  { limit, after }: KeysetPage<string>,
): Promise<{ readonly items: readonly ListedAccount[]; readonly next: string | null }> {
  if (search !== null && (search.length > MAX_SEARCH || hasControlCharacters(search)))
    throw new ServiceError('invalid_parameter', `search: at most ${MAX_SEARCH} characters, without control characters.`);
  const found = await operatorReports.accounts({ search }, { limit: limit + 1, after }, now());
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.accountId ?? null) : null };
}

/** @throws ServiceError not_found */
export async function readAccount(
  { operatorReports, accountReports, now }: OperatorAccountsContext,
  accountId: string,
): Promise<AccountOverview> {
  const [found, counts] = await Promise.all([accountReports.find(accountId, now()), operatorReports.accountCounts(accountId)]);
  if (!found || !counts) throw unknownAccount(accountId);
  const { email, name, plan, createdAt, suspendedAt, activeKeys, retentionDays, usage } = found;
  return { accountId, email, name, plan, createdAt, suspendedAt, activeKeys, retentionDays, usage, counts };
}
