/** The one list of all operations, of all audiences and versions. */
import { operatorRoutes } from './dashboard/operator-routes.js';
import { passkeyRoutes } from './dashboard/passkey-routes.js';
import { userRoutes } from './dashboard/user-routes.js';
import type { Route } from './http/route.js';
import { auditRoutes } from './v2/audit.js';
import { accountRoutes } from './v2/account.js';
import { accountDataRoutes } from './v2/account-data.js';
import { mailRoutes } from './v2/emails.js';
import { memberRoutes } from './v2/members.js';
import { erasureRoutes } from './v2/erasures.js';
import { platformHealthRoutes } from './v2/platform-health.js';
import { platformStatusRoutes } from './v2/platforms.js';
import { purposeRoutes } from './v2/purposes.js';
import { retentionRoutes } from './v2/retention.js';
import { sourceRoutes } from './v2/sources.js';
import { suppressionRoutes } from './v2/suppressions.js';
import { webhookDeliveryRoutes } from './v2/webhook-deliveries.js';
import { webhookEndpointRoutes } from './v2/webhook-endpoints.js';
import { batchRoutes, historyRoutes, lookupRoutes } from './v1/lookups.js';
import { checkRoutes } from './v1/checks.js';
import { platformRoutes } from './v1/platforms.js';
import { streamRoutes } from './v1/stream.js';
import { batchRoutesV2, deletionRoutes, lookupRoutesV2 } from './v2/lookups.js';
import { evidenceRoutes } from './v2/evidence.js';
import { omissionRoutes, pageRoutes } from './v2/pages.js';
import { streamRoutesV2 } from './v2/stream.js';

/** In the order in which addresses are matched: a stream precedes the lookup by id, whose path would match `stream` as an id. */
const FEATURES = [
  platformRoutes,
  streamRoutes,
  historyRoutes,
  batchRoutes,
  lookupRoutes,
  checkRoutes,
  platformStatusRoutes,
  platformHealthRoutes,
  sourceRoutes,
  streamRoutesV2,
  pageRoutes,
  batchRoutesV2,
  lookupRoutesV2,
  evidenceRoutes,
  omissionRoutes,
  deletionRoutes,
  accountRoutes,
  memberRoutes,
  mailRoutes,
  accountDataRoutes,
  erasureRoutes,
  suppressionRoutes,
  auditRoutes,
  purposeRoutes,
  retentionRoutes,
  webhookEndpointRoutes,
  webhookDeliveryRoutes,
  userRoutes,
  passkeyRoutes,
  operatorRoutes,
] as const;

/** What the operations need, all together; each feature names its own part. */
export type ApiContext = (typeof FEATURES)[number] extends (ctx: infer Context) => Route[] ? Context : never;

/** All operations, of all audiences. */
export const everyRoute = (ctx: ApiContext): Route[] => FEATURES.flatMap((routesOf) => routesOf(ctx));

/** Those that keys may call: what the OpenAPI document describes. */
export const apiRoutes = (ctx: ApiContext): Route[] => everyRoute(ctx).filter(({ audiences }) => audiences.includes('key'));
