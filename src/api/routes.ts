import type { Route } from './route.js';
import { auditRoutes } from './v2/audit.js';
import { type AccountContext, accountRoutes } from './v2/account.js';
import { accountDataRoutes } from './v2/account-data.js';
import { mailRoutes } from './v2/mails.js';
import { memberRoutes } from './v2/members.js';
import { erasureRoutes } from './v2/erasures.js';
import { platformHealthRoutes } from './v2/platform-health.js';
import { platformStatusRoutes } from './v2/platforms.js';
import { purposeRoutes } from './v2/purposes.js';
import { type RetentionContext, retentionRoutes } from './v2/retention.js';
import { sourceRoutes, type SourcesContext } from './v2/sources.js';
import { suppressionRoutes } from './v2/suppressions.js';
import { webhookDeliveryRoutes } from './v2/webhook-deliveries.js';
import { webhookEndpointRoutes } from './v2/webhook-endpoints.js';
import type { StreamRoutesContext } from './streaming.js';
import { batchRoutes, historyRoutes, lookupRoutes } from './v1/lookups.js';
import { checkRoutes } from './v1/checks.js';
import { platformRoutes } from './v1/platforms.js';
import { streamRoutes } from './v1/stream.js';
import { batchRoutesV2, deletionRoutes, lookupRoutesV2 } from './v2/lookups.js';
import { evidenceRoutes } from './v2/evidence.js';
import { omissionRoutes, pageRoutes } from './v2/pages.js';
import { streamRoutesV2 } from './v2/stream.js';

export type ApiContext = Parameters<typeof v1Routes>[0] &
  Parameters<typeof platformHealthRoutes>[0] &
  SourcesContext &
  AccountContext &
  Parameters<typeof memberRoutes>[0] &
  Parameters<typeof mailRoutes>[0] &
  Parameters<typeof accountDataRoutes>[0] &
  Parameters<typeof erasureRoutes>[0] &
  Parameters<typeof suppressionRoutes>[0] &
  Parameters<typeof auditRoutes>[0] &
  Parameters<typeof purposeRoutes>[0] &
  RetentionContext &
  Parameters<typeof v2LookupRoutes>[0] &
  Parameters<typeof webhookEndpointRoutes>[0];

/** All operations of all versions that keys may call: what is served to them, and what the OpenAPI document describes. */
export function apiRoutes(ctx: ApiContext): Route[] {
  return everyRoute(ctx).filter(({ keys }) => keys !== false);
}

/** All operations, those for people alone included. */
export function everyRoute(ctx: ApiContext): Route[] {
  return [
    ...v1Routes(ctx),
    ...platformStatusRoutes(ctx),
    ...platformHealthRoutes(ctx),
    ...sourceRoutes(ctx),
    ...v2LookupRoutes(ctx),
    ...accountRoutes(ctx),
    ...memberRoutes(ctx),
    ...mailRoutes(ctx),
    ...accountDataRoutes(ctx),
    ...erasureRoutes(ctx),
    ...suppressionRoutes(ctx),
    ...auditRoutes(ctx),
    ...purposeRoutes(ctx),
    ...retentionRoutes(ctx),
    ...webhookEndpointRoutes(ctx),
    ...webhookDeliveryRoutes(ctx),
  ];
}

/** All operations of v1. The stream precedes the lookup by id, whose path would match `stream` as an id. */
function v1Routes(ctx: StreamRoutesContext & Parameters<typeof platformRoutes>[0]): Route[] {
  return [
    ...platformRoutes(ctx),
    ...streamRoutes(ctx),
    ...historyRoutes(ctx),
    ...batchRoutes(ctx),
    ...lookupRoutes(ctx),
    ...checkRoutes(ctx),
  ];
}

/** The lookups of v2. The stream precedes the lookup by id, whose path would match `stream` as an id. */
function v2LookupRoutes(
  ctx: StreamRoutesContext & Parameters<typeof pageRoutes>[0] & Parameters<typeof omissionRoutes>[0] & Parameters<typeof deletionRoutes>[0],
): Route[] {
  return [
    ...streamRoutesV2(ctx),
    ...pageRoutes(ctx),
    ...batchRoutesV2(ctx),
    ...lookupRoutesV2(ctx),
    ...evidenceRoutes(ctx),
    ...omissionRoutes(ctx),
    ...deletionRoutes(ctx),
  ];
}
