import { unknownAccount } from '../../accounts/accounts.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { type AccountDeletion, GRACE_DAYS, SHORTEST_GRACE_SECONDS } from '../account-deletion.js';
import type { AccountDeletions } from '../store/account-deletions.js';

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
    throw new ServiceError('invalid_parameter', "confirm: the account's id or its e-mail address.");
  const graceSeconds = isImmediate ? SHORTEST_GRACE_SECONDS : GRACE_DAYS * 86_400;
  return (await accountDeletions.request({ accountId, requestedBy, graceSeconds })) ?? notFound(accountId);
}

/** Takes a deletion back that has not begun. @returns its id @throws ServiceError not_found */
export async function cancelDeletion({ accountDeletions }: DeletionContext, accountId: string): Promise<string> {
  const id = await accountDeletions.cancel(accountId);
  if (id === null) throw new ServiceError('not_found', 'There is no deletion that could be taken back.');
  return id;
}

function notFound(accountId: string): never {
  throw unknownAccount(accountId);
}
