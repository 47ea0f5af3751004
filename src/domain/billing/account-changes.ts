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
