import { type AccountDetails, MAX_ACCOUNT_NAME, type TrialPools, unknownAccount } from '../accounts.js';
import type { AccountStore } from '../store/account-store.js';
import type { PlanName } from '../plans.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';

export interface CreateAccountInput extends AccountDetails {
  /** Lookups per period, when it differs from the plan's. */
  readonly quota?: number | undefined;
  /** Prepaid balance of a credit plan. */
  readonly balanceMillicents?: number | undefined;
}

/**
 * Creates an account. On the free trial everyone at one company's e-mail domain, or with one mailbox at consumer webmail, shares one
 * allowance. docs/contract.md, 10.2.
 *
 * @throws ServiceError invalid_email, invalid_parameter, account_exists, disposable_address on the free trial
 */
export async function createAccount(
  ctx: { accounts: Pick<AccountStore, 'create'>; identities: IdentityParser; trialPools: TrialPools },
  { quota, balanceMillicents, ...details }: CreateAccountInput,
): Promise<{ accountId: string }> {
  const email = ctx.identities.email(details.email);
  if (email === null) throw new ServiceError('invalid_email');
  return ctx.accounts.create({
    ...details,
    email,
    name: accountName(details.name ?? null),
    poolKey: sharedPoolKey(ctx.trialPools, email, details.plan),
    quotaOverride: quota ?? null,
    balanceMillicents: balanceMillicents ?? 0,
  });
}

/**
 * Names an account, for whoever is its member.
 *
 * @param input.name null: its address stands for it
 * @throws ServiceError not_found, invalid_parameter
 */
export async function renameAccount(
  ctx: { readonly accounts: Pick<AccountStore, 'rename'> },
  { accountId, name }: { readonly accountId: string; readonly name: string | null },
): Promise<{ readonly accountId: string; readonly name: string | null }> {
  const renamed = { accountId, name: accountName(name) };
  if (!(await ctx.accounts.rename(accountId, renamed.name))) throw unknownAccount(accountId);
  return renamed;
}

/** @throws ServiceError invalid_parameter */
function accountName(text: string | null): string | null {
  const name = text?.trim() || null;
  if (name !== null && (name.length > MAX_ACCOUNT_NAME || hasControlCharacters(name)))
    throw new ServiceError('invalid_parameter', `name: at most ${MAX_ACCOUNT_NAME} characters, without control characters.`);
  return name;
}

/**
 * Key of the pool that an account shares on a plan; null: it has one of its own.
 *
 * @param email in normal form
 * @throws ServiceError disposable_address on the free trial
 */
export function sharedPoolKey(trialPools: TrialPools, email: string, plan: PlanName): string | null {
  if (plan !== 'free_trial') return null;
  const key = trialPools.keyOf(email);
  if (key === null) throw new ServiceError('disposable_address');
  return key;
}
