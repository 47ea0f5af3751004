/** What operators change on an account: plan, quota, balance, suspension. Each is safe to repeat. */
import { type AccountTerms, type TrialPools, unknownAccount } from '../accounts.js';
import type { AccountChanges } from '../store/account-changes.js';
import { PLAN, type PlanName } from '../plans.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { sharedPoolKey } from './create-account.js';

export interface ChangingContext {
  readonly accountChanges: Pick<AccountChanges, keyof AccountChanges>;
}

/** Longest reference of a top-up, in characters. */
export const MAX_REFERENCE = 200;
/** Most lookups a period that a quota can name: the maximum of the database column. */
export const MAX_QUOTA = 2_147_483_647;

/**
 * Puts an account on a plan, from the next lookup on. Its pool follows: on the free trial it is one of `TrialPools`, on every other plan it
 * is the account's own. A quota belongs to the plan for which it was set; a balance is kept.
 *
 * @param input.quota lookups a period instead of the plan's
 * @throws ServiceError not_found, invalid_parameter, disposable_address
 */
export async function changePlan(
  ctx: ChangingContext & { readonly trialPools: TrialPools },
  { accountId, plan, quota }: { accountId: string; plan: PlanName; quota?: number | undefined },
): Promise<AccountTerms> {
  if (quota !== undefined && PLAN[plan].unit === 'millicents') throw new ServiceError('invalid_parameter', NO_QUOTA);
  assertQuota(quota ?? null);
  const email = (await ctx.accountChanges.emailOf(accountId)) ?? notFound(accountId);
  const change = { plan, sharedPoolKey: sharedPoolKey(ctx.trialPools, email, plan), quotaOverride: quota ?? null };
  return (await ctx.accountChanges.changePlan(accountId, change)) ?? notFound(accountId);
}

/**
 * Sets how many lookups a period the account may make.
 *
 * @param input.quota null: as many as its plan says
 * @throws ServiceError not_found, invalid_parameter
 */
export async function setQuota(
  ctx: ChangingContext,
  { accountId, quota }: { accountId: string; quota: number | null },
): Promise<AccountTerms> {
  assertQuota(quota);
  const terms = (await ctx.accountChanges.setQuota(accountId, quota)) ?? notFound(accountId);
  if (terms === 'credit_plan') throw new ServiceError('invalid_parameter', NO_QUOTA);
  return terms;
}

/**
 * Adds to the prepaid balance. A repetition under the same reference, as after a lost answer, credits nothing again.
 *
 * @returns whether it was credited by this call
 * @throws ServiceError not_found, invalid_parameter, idempotency_conflict when the reference names a top-up of another amount
 */
export async function topUp(
  ctx: ChangingContext,
  { accountId, amountMillicents, reference }: { accountId: string; amountMillicents: number; reference: string },
): Promise<AccountTerms & { readonly credited: boolean }> {
  if (!Number.isSafeInteger(amountMillicents) || amountMillicents < 1)
    throw new ServiceError('invalid_parameter', 'The amount must be a whole number of millicents, at least 1.');
  if (!/^[^\p{C}]+$/u.test(reference) || reference.trim() !== reference || reference.length > MAX_REFERENCE)
    throw new ServiceError('invalid_parameter', `reference: 1 to ${MAX_REFERENCE} visible characters.`);
  const credited = (await ctx.accountChanges.topUp(accountId, { reference, amountMillicents })) ?? notFound(accountId);
  if (credited === 'too_much') throw new ServiceError('invalid_parameter', 'The balance would be larger than can be stored.');
  if (credited === 'conflict')
    throw new ServiceError('idempotency_conflict', 'Nothing was credited: an earlier top-up with this reference had a different amount.');
  return credited;
}

/**
 * Suspends an account: its keys are refused from now on. What was accepted is carried out and its events are delivered.
 *
 * @throws ServiceError not_found
 */
export async function suspendAccount(ctx: ChangingContext, accountId: string): Promise<AccountTerms> {
  return (await ctx.accountChanges.setSuspended(accountId, true)) ?? notFound(accountId);
}

/** Ends a suspension. @throws ServiceError not_found */
export async function resumeAccount(ctx: ChangingContext, accountId: string): Promise<AccountTerms> {
  return (await ctx.accountChanges.setSuspended(accountId, false)) ?? notFound(accountId);
}

const NO_QUOTA = 'A credit plan has no quota: it can spend its balance.';

function assertQuota(quota: number | null): void {
  if (quota !== null && (!Number.isInteger(quota) || quota < 0 || quota > MAX_QUOTA))
    throw new ServiceError('invalid_parameter', `A quota is a whole number from 0 to ${MAX_QUOTA}.`);
}

function notFound(accountId: string): never {
  throw unknownAccount(accountId);
}
