import type { Caller } from '../accounts.js';
import type { PlanName } from '../plans.js';
import { allowanceOf } from './locked-account.js';

/** Columns of an account that decide what its callers may do. */
export interface AccountTerms {
  readonly plan: PlanName;
  readonly poolId: string;
  readonly quotaOverride: number | null;
  readonly suspendedAt: Date | null;
  readonly closedAt: Date | null;
  readonly purposes: string[] | null;
  readonly purposeRequired: boolean;
}

/** The same for a key and for a member. */
export function termsOf({ suspendedAt, closedAt, purposes, purposeRequired: required, ...account }: AccountTerms) {
  return {
    plan: account.plan,
    poolId: account.poolId,
    allowance: allowanceOf(account),
    isSuspended: suspendedAt !== null,
    isClosed: closedAt !== null,
    purposes: { purposes: purposes ?? [], required },
  } satisfies Partial<Caller>;
}
