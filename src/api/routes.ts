/** The one list of all operations, of all audiences and versions. */
import { accountRoutes, purposeRoutes, retentionRoutes } from '../features/accounts/routes/index.js';
import { auditRoutes } from '../features/audit/routes/index.js';
import { batchRoutes, batchRoutesV2 } from '../features/batches/routes/index.js';
import { disputeRoutes } from '../features/disputes/routes/index.js';
import { emailRoutes } from '../features/emails/routes/index.js';
import {
  checkRoutes,
  deletionRoutes,
  evidenceRoutes,
  historyRoutes,
  lookupRoutes,
  lookupRoutesV2,
  omissionRoutes,
  pageRoutes,
  sourceRoutes,
  streamRoutes,
  streamRoutesV2,
} from '../features/lookups/routes/index.js';
import { operatorRoutes } from '../features/operators/routes/index.js';
import { calibrationRoutes, outcomeRoutes } from '../features/outcomes/routes/index.js';
import { memberRoutes, passkeyRoutes, userRoutes } from '../features/people/routes/index.js';
import { platformRoutes } from '../features/platforms/routes/index.js';
import { accountDataRoutes, erasureRoutes } from '../features/privacy/routes/index.js';
import { suppressionRoutes } from '../features/suppressions/routes/index.js';
import { eventRoutes, webhookDeliveryRoutes, webhookEndpointRoutes } from '../features/webhooks/routes/index.js';
import type { Route } from '../features/route.js';

/**
 * By what they are about, as people name it. Within a group in the order in which addresses are matched: a stream precedes the lookup by
 * id, whose path would match `stream` as an id.
 */
const FEATURES = {
  Platforms: [platformRoutes, sourceRoutes],
  Lookups: [streamRoutesV2, pageRoutes, lookupRoutesV2, evidenceRoutes, disputeRoutes, outcomeRoutes, omissionRoutes, deletionRoutes],
  Risk: [calibrationRoutes],
  Batches: [batchRoutesV2],
  'Lookups of version 1': [streamRoutes, historyRoutes, batchRoutes, lookupRoutes, checkRoutes],
  'Account and keys': [accountRoutes, emailRoutes, auditRoutes],
  People: [memberRoutes, userRoutes, passkeyRoutes],
  Privacy: [erasureRoutes, suppressionRoutes, purposeRoutes, retentionRoutes, accountDataRoutes],
  Webhooks: [webhookEndpointRoutes, webhookDeliveryRoutes, eventRoutes],
  Operator: [operatorRoutes],
} as const;

/** What the handlers need, all together; each names its own part. */
export type ApiContext = (typeof FEATURES)[keyof typeof FEATURES][number][number] extends Route<infer Ctx> ? Ctx : never;

/** All operations, of all audiences, by what they are about. */
export const groupedRoutes = Object.entries(FEATURES).map(
  ([group, features]): readonly [group: string, routes: readonly Route<ApiContext>[]] => [group, features.flat()],
);

/** All operations, of all audiences. */
export const everyRoute = groupedRoutes.flatMap(([, routes]) => routes);

/** Those that keys may call: what the OpenAPI document describes. */
export const apiRoutes = everyRoute.filter(({ audiences }) => audiences.includes('key'));
