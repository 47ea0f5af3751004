import type { AccountDetails } from '../../domain/billing/accounts.js';
import type { AccountStore } from '../../db/accounts/account-store.js';
import type { PlanName } from '../../domain/billing/plans.js';
import { ServiceError } from '../../domain/errors.js';
import type { IdentityParser } from '../../domain/identity/identity.js';
import type { MailDomains } from '../../domain/catalogue/ports.js';

export interface CreateAccountInput extends AccountDetails {
  /** Lookups per period, when it differs from the plan's. */
  readonly quota?: number | undefined;
  /** Prepaid balance of a credit plan. */
  readonly balanceMillicents?: number | undefined;
}

/**
 * Creates an account. On the free trial everyone at one company's e-mail domain shares one allowance; people at consumer
 * webmail have one each. docs/contract.md, 10.2.
 *
 * @throws ServiceError invalid_email, account_exists
 */
export async function createAccount(
  ctx: { accounts: Pick<AccountStore, 'create'>; identities: IdentityParser; mailDomains: MailDomains },
  { quota, balanceMillicents, ...details }: CreateAccountInput,
): Promise<{ accountId: string }> {
  const email = ctx.identities.email(details.email);
  if (email === null) throw new ServiceError('invalid_email');
  return ctx.accounts.create({
    ...details,
    email,
    poolKey: sharedPoolKey(ctx.mailDomains, email, details.plan),
    quotaOverride: quota ?? null,
    balanceMillicents: balanceMillicents ?? 0,
  });
}

/**
 * Key of the pool that an account shares with its colleagues on a plan; null: it has one of its own.
 *
 * @param email in normal form
 */
export function sharedPoolKey(mailDomains: MailDomains, email: string, plan: PlanName): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const company = mailDomains.isConsumer(domain) ? null : mailDomains.registrableDomain(domain);
  return plan === 'free_trial' && company !== null ? `domain:${company}` : null;
}
