/** The one list of all operations, of all audiences and versions. */
import { operatorRoutes } from '../features/operators/routes/index.js';
import { passkeyRoutes } from '../features/people/routes/index.js';
import { userRoutes } from '../features/people/routes/index.js';
import type { Route } from '../features/route.js';
import { auditRoutes } from '../features/audit/routes/index.js';
import { accountRoutes } from '../features/accounts/routes/index.js';
import { ownKeyRoutes } from '../features/accounts/routes/index.js';
import { accountDataRoutes } from '../features/privacy/routes/index.js';
import { emailRoutes } from '../features/emails/routes/index.js';
import { memberRoutes } from '../features/people/routes/index.js';
import { erasureRoutes } from '../features/privacy/routes/index.js';
import { platformHealthRoutes } from '../features/platforms/routes/index.js';
import { platformRoutes, platformStatusRoutes } from '../features/platforms/routes/index.js';
import { purposeRoutes } from '../features/accounts/routes/index.js';
import { retentionRoutes } from '../features/accounts/routes/index.js';
import { sourceRoutes } from '../features/lookups/routes/index.js';
import { suppressionRoutes } from '../features/suppressions/routes/index.js';
import { webhookDeliveryRoutes } from '../features/webhooks/routes/index.js';
import { webhookEndpointRoutes } from '../features/webhooks/routes/index.js';
import { batchRoutesV2 } from '../features/batches/routes/index.js';
import { batchRoutes } from '../features/batches/routes/index.js';
import { historyRoutes, lookupRoutes } from '../features/lookups/routes/index.js';
import { checkRoutes } from '../features/lookups/routes/index.js';
import { streamRoutes } from '../features/lookups/routes/index.js';
import { deletionRoutes, lookupRoutesV2 } from '../features/lookups/routes/index.js';
import { disputeRoutes } from '../features/disputes/routes/index.js';
import { evidenceRoutes } from '../features/lookups/routes/index.js';
import { omissionRoutes, pageRoutes } from '../features/lookups/routes/index.js';
import { streamRoutesV2 } from '../features/lookups/routes/index.js';

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
