/** `/dashboard/api/operator`: what operators see and change. Ids, slugs, hosts, counts, addresses of account holders; no identity. */
import { z } from 'zod';
import { idCursor } from '../../../../kernel/http/cursor.js';
import { idText, text } from '../../../../kernel/http/request-fields.js';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../../../../kernel/identity/identity.js';
import { inJson } from '../../../../kernel/values/json.js';
import type { TrialPools } from '../../../accounts/accounts.js';
import { type ChangingContext, MAX_QUOTA } from '../../../accounts/use-cases/change-account.js';
import type { ControlAccountContext } from '../../../platforms/use-cases/control-accounts.js';
import { listAccounts, type OperatorAccountsContext } from '../../use-cases/accounts.js';
import type { SwitchesContext } from '../../use-cases/platforms.js';
import { MAX_ROWS, type StateContext } from '../../use-cases/state.js';
import * as answers from './operator-schemas.js';

export type OperatorContext = OperatorAccountsContext &
  SwitchesContext &
  StateContext &
  ControlAccountContext &
  ChangingContext & { readonly trialPools: TrialPools };

export const ROOT = '/dashboard/api/operator';

export const read = { method: 'get' } as const;

/** What changes money, access or platforms. */
export const change = { method: 'post', recent: true } as const;

export const ofAccount = { params: z.object({ account: idText }) } as const;

export const ofPlatform = { params: z.object({ platform: idText }) } as const;

/** Accounts on a page, at most. */
const MAX_PAGE = 100;

export const page = { limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20), cursor: text(200).optional() };

export const quota = z.int().min(0).max(MAX_QUOTA);

/** A page of accounts: all, or those that are searched for. */
export async function pageAccounts(
  ctx: OperatorContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  search: string | null,
) {
  const after = idCursor.decode(cursor);
  const { items, next } = await listAccounts(ctx, search, { limit, after });
  return inJson({ accounts: items, nextCursor: next && idCursor.encode(next) });
}

/** A change of an account's terms. */
export const changing = { ...change, ...ofAccount, response: answers.accountTerms } as const;

export const controlAccounts = {
  ...ofPlatform,
  path: `${ROOT}/platforms/:platform/control-accounts`,
} as const;

/** Which control accounts a request is about. */
export const controlAccountFields = {
  type: z.enum(QUERY_TYPES).optional(),
  negative: z
    .boolean()
    .optional()
    .describe("a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one"),
};
export const controlIdentity = text(MAX_IDENTITY_LENGTH);

/** How many of a list are shown. */
export const listed = z.object({ limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(20) });
