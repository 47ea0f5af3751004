/** The one list of all operations, of all audiences and versions. */
import { operatorRoutes } from '../../features/operators/routes/operator-routes.js';
import { passkeyRoutes } from '../../features/people/routes/passkey-routes.js';
import { userRoutes } from '../../features/people/routes/user-routes.js';
import type { Route } from '../../kernel/http/route.js';
import { auditRoutes } from '../../features/audit/routes/audit.js';
import { accountRoutes } from '../../features/accounts/routes/account.js';
import { ownKeyRoutes } from '../../features/accounts/routes/own-key.js';
import { accountDataRoutes } from '../../features/privacy/routes/account-data.js';
import { emailRoutes } from '../../features/emails/routes/emails.js';
import { memberRoutes } from '../../features/people/routes/members.js';
import { erasureRoutes } from '../../features/privacy/routes/erasures.js';
import { platformHealthRoutes } from '../../features/platforms/routes/platform-health.js';
import { platformRoutes, platformStatusRoutes } from '../../features/platforms/routes/platforms.js';
import { purposeRoutes } from '../../features/accounts/routes/purposes.js';
import { retentionRoutes } from '../../features/accounts/routes/retention.js';
import { sourceRoutes } from '../../features/lookups/routes/v2/sources.js';
import { suppressionRoutes } from '../../features/suppressions/routes/suppressions.js';
import { webhookDeliveryRoutes } from '../../features/webhooks/routes/webhook-deliveries.js';
import { webhookEndpointRoutes } from '../../features/webhooks/routes/webhook-endpoints.js';
import { batchRoutesV2 } from '../../features/batches/routes/batches.js';
import { batchRoutes } from '../../features/batches/routes/v1-batch.js';
import { historyRoutes, lookupRoutes } from '../../features/lookups/routes/v1/lookups.js';
import { checkRoutes } from '../../features/lookups/routes/v1/checks.js';
import { streamRoutes } from '../../features/lookups/routes/v1/stream.js';
import { deletionRoutes, lookupRoutesV2 } from '../../features/lookups/routes/v2/lookups.js';
import { disputeRoutes } from '../../features/disputes/routes/disputes.js';
import { evidenceRoutes } from '../../features/lookups/routes/v2/evidence.js';
import { omissionRoutes, pageRoutes } from '../../features/lookups/routes/v2/pages.js';
import { streamRoutesV2 } from '../../features/lookups/routes/v2/stream.js';

/**
 * By what they are about, as people name it. Within a group in the order in which addresses are matched: a stream precedes the lookup by
 * id, whose path would match `stream` as an id.
 */
const FEATURES = {
  Platforms: [platformRoutes, platformStatusRoutes, platformHealthRoutes, sourceRoutes],
  Lookups: [streamRoutesV2, pageRoutes, lookupRoutesV2, evidenceRoutes, disputeRoutes, omissionRoutes, deletionRoutes],
  Batches: [batchRoutesV2],
  'Lookups of version 1': [streamRoutes, historyRoutes, batchRoutes, lookupRoutes, checkRoutes],
  'Account and keys': [accountRoutes, ownKeyRoutes, emailRoutes, auditRoutes],
  People: [memberRoutes, userRoutes, passkeyRoutes],
  Privacy: [erasureRoutes, suppressionRoutes, purposeRoutes, retentionRoutes, accountDataRoutes],
  Webhooks: [webhookEndpointRoutes, webhookDeliveryRoutes],
  Operator: [operatorRoutes],
} as const;

/** What the operations need, all together; each feature names its own part. */
export type ApiContext = (typeof FEATURES)[keyof typeof FEATURES][number] extends (ctx: infer Context) => Route[] ? Context : never;

/** All operations, of all audiences, by what they are about. */
export const groupedRoutes = (ctx: ApiContext): (readonly [group: string, routes: readonly Route[]])[] =>
  Object.entries(FEATURES).map(([group, features]) => [group, features.flatMap((routesOf) => routesOf(ctx))]);

/** All operations, of all audiences. */
export const everyRoute = (ctx: ApiContext): Route[] => groupedRoutes(ctx).flatMap(([, routes]) => routes);

/** Those that keys may call: what the OpenAPI document describes. */
export const apiRoutes = (ctx: ApiContext): Route[] => everyRoute(ctx).filter(({ audiences }) => audiences.includes('key'));
