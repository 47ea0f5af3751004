/** Operations of accounts: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { PurposeStore } from '../store/account-store.js';
import { createApiKeyRoute } from './create-api-key.js';
import { getAccountUsageRoute } from './get-account-usage.js';
import { getAccountRoute } from './get-account.js';
import { getOwnApiKeyRoute } from './get-own-api-key.js';
import { getPurposesRoute } from './get-purposes.js';
import { listApiKeysRoute } from './list-api-keys.js';
import { previewRetentionRoute } from './preview-retention.js';
import { replacePurposesRoute } from './replace-purposes.js';
import { revokeApiKeyRoute } from './revoke-api-key.js';
import { rollApiKeyRoute } from './roll-api-key.js';
import { setRetentionRoute } from './set-retention.js';
import type { AccountContext } from './shared/account.js';
import type { RetentionContext } from './shared/retention.js';
import { updateAccountRoute } from './update-account.js';

/** `/v2/account`: the caller's account, and its keys. Nothing here is billed. */
export function accountRoutes(ctx: AccountContext): Route[] {
  return [
    getAccountRoute(ctx),
    updateAccountRoute(ctx),
    getAccountUsageRoute(ctx),
    listApiKeysRoute(ctx),
    createApiKeyRoute(ctx),
    rollApiKeyRoute(ctx),
    revokeApiKeyRoute(ctx),
  ];
}

export function ownKeyRoutes(): Route[] {
  return [getOwnApiKeyRoute()];
}

/** `/v2/account/purposes`: what lookups of this account may be for. */
export function purposeRoutes(ctx: { readonly purposes: PurposeStore }): Route[] {
  return [getPurposesRoute(ctx), replacePurposesRoute(ctx)];
}

/** `/v2/account/retention`: how long lookups are kept. */
export function retentionRoutes(ctx: RetentionContext): Route[] {
  return [previewRetentionRoute(ctx), setRetentionRoute(ctx)];
}
