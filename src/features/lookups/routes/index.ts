/** Operations of lookups: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { LookupReader } from '../store/lookup-reader.js';
import type { DeletingContext } from '../use-cases/delete-lookup.js';
import type { pageOmissions } from '../use-cases/read-lookups.js';
import type { SearchContext } from '../use-cases/search-lookups.js';
import { checkEmailRoute } from './check-email.js';
import { checkIpRoute } from './check-ip.js';
import { checkPhoneRoute } from './check-phone.js';
import { createLookupV2Route } from './create-lookup-v2.js';
import { createLookupRoute } from './create-lookup.js';
import { deleteLookupV2Route } from './delete-lookup-v2.js';
import { exportLookupsRoute } from './export-lookups.js';
import { followLookupV2Route } from './follow-lookup-v2.js';
import { getLookupEvidenceRoute } from './get-lookup-evidence.js';
import { getLookupV2Route } from './get-lookup-v2.js';
import { getLookupRoute } from './get-lookup.js';
import { listLookupOmissionsRoute } from './list-lookup-omissions.js';
import { listLookupsV2Route } from './list-lookups-v2.js';
import { listLookupsRoute } from './list-lookups.js';
import { listSourcesRoute, type SourcesContext } from './list-sources.js';
import { priceLookupV2Route } from './price-lookup-v2.js';
import { searchLookupsRoute } from './search-lookups.js';
import type { LookupRoutesContext } from './shared/lookup-routes.js';
import type { StreamRoutesContext } from './shared/streaming.js';
import { streamLookupV2Route } from './stream-lookup-v2.js';
import { streamLookupRoute } from './stream-lookup.js';

export function lookupRoutes(ctx: LookupRoutesContext): Route[] {
  return [createLookupRoute(ctx), getLookupRoute(ctx)];
}

export function historyRoutes(ctx: LookupRoutesContext): Route[] {
  return [listLookupsRoute(ctx)];
}

export function streamRoutes(ctx: StreamRoutesContext): Route[] {
  return [streamLookupRoute(ctx)];
}

export function evidenceRoutes(ctx: { reader: LookupReader }): Route[] {
  return [getLookupEvidenceRoute(ctx)];
}

export function lookupRoutesV2(ctx: LookupRoutesContext): Route[] {
  return [createLookupV2Route(ctx), priceLookupV2Route(ctx), getLookupV2Route(ctx)];
}

export function deletionRoutes(ctx: DeletingContext): Route[] {
  return [deleteLookupV2Route(ctx)];
}

/** `GET /v2/lookup`: everything that the account looked up, single checks included, page by page; `POST /v2/lookups/search`: some of it. */
export function pageRoutes(ctx: SearchContext): Route[] {
  return [listLookupsV2Route(ctx), searchLookupsRoute(ctx), exportLookupsRoute(ctx)];
}

export function omissionRoutes(ctx: Parameters<typeof pageOmissions>[0]): Route[] {
  return [listLookupOmissionsRoute(ctx)];
}

export function sourceRoutes(ctx: SourcesContext): Route[] {
  return [listSourcesRoute(ctx)];
}

/** `GET /v2/lookup/stream`, a v2 lookup, emitted as it becomes known; `GET /v2/lookup/{id}/stream`, any lookup that was accepted before. */
export function streamRoutesV2(ctx: StreamRoutesContext): Route[] {
  return [streamLookupV2Route(ctx), followLookupV2Route(ctx)];
}

/** The three checks of one identity. */
export function checkRoutes(ctx: LookupRoutesContext): Route[] {
  return [checkEmailRoute(ctx), checkPhoneRoute(ctx), checkIpRoute(ctx)];
}
