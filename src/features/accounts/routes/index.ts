/** Operations of accounts: a file each, named by its `operationId`. */
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
import { updateAccountRoute } from './update-account.js';

/** `/v2/account`: the caller's account, and its keys. Nothing here is billed. */
export const accountRoutes = [
  getAccountRoute,
  updateAccountRoute,
  getAccountUsageRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  rollApiKeyRoute,
  revokeApiKeyRoute,
  getOwnApiKeyRoute,
];

/** `/v2/account/purposes`: what lookups of this account may be for. */
export const purposeRoutes = [getPurposesRoute, replacePurposesRoute];

/** `/v2/account/retention`: how long lookups are kept. */
export const retentionRoutes = [previewRetentionRoute, setRetentionRoute];
