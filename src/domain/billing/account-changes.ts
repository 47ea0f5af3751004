/** Port of the services to what an operator changes on an account. Implemented in `db`. */
import type { PlanName } from './plans.js';

/** What is in force for an account. */
export interface AccountTerms {
  readonly accountId: string;
  readonly plan: PlanName;
  /** Lookups a period, when it differs from the plan's. */
  readonly quotaOverride: number | null;
  /** Prepaid balance; spent on a credit plan only, kept on every other. */
  readonly balanceMillicents: number;
  readonly suspendedAt: Date | null;
}

export interface PlanChange {
  readonly plan: PlanName;
  /** Pool of the new plan that the account shares; null: its own. Without effect when it has the plan already. */
  readonly sharedPoolKey: string | null;
  readonly quotaOverride: number | null;
}

export interface TopUp {
  /** Names the payment: another top-up of the account under the same reference is the same one. */
  readonly reference: string;
  readonly amountMillicents: number;
}

/** Every change is one transaction, which no acceptance of the account overlaps. Null: there is no such account. */
export interface AccountChanges {
  /** The address of an account. */
  emailOf(accountId: string): Promise<string | null>;
  /**
   * What was used of the new plan's allowance in its present period, by the account or by those it now shares with, counts. What was used
   * of another allowance does not.
   */
  changePlan(accountId: string, change: PlanChange): Promise<AccountTerms | null>;
  setQuota(accountId: string, quotaOverride: number | null): Promise<AccountTerms | 'credit_plan' | null>;
  /** @returns whether it was credited now; `conflict`: the reference was used for another amount; `too_much`: beyond what can be stored */
  topUp(accountId: string, topUp: TopUp): Promise<(AccountTerms & { readonly credited: boolean }) | 'conflict' | 'too_much' | null>;
  /** From its commit on nothing is accepted. @param isSuspended a repetition changes nothing */
  setSuspended(accountId: string, isSuspended: boolean): Promise<AccountTerms | null>;
}
