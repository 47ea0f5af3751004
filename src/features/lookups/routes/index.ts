/** Operations of lookups: a file each, named by its `operationId`. */
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
import { listSourcesRoute } from './list-sources.js';
import { priceLookupV2Route } from './price-lookup-v2.js';
import { searchLookupsRoute } from './search-lookups.js';
import { streamLookupV2Route } from './stream-lookup-v2.js';
import { streamLookupRoute } from './stream-lookup.js';

export const lookupRoutes = [createLookupRoute, getLookupRoute];

export const historyRoutes = [listLookupsRoute];

export const streamRoutes = [streamLookupRoute];

export const evidenceRoutes = [getLookupEvidenceRoute];

export const lookupRoutesV2 = [createLookupV2Route, priceLookupV2Route, getLookupV2Route];

export const deletionRoutes = [deleteLookupV2Route];

/** `GET /v2/lookup`: everything that the account looked up, single checks included, page by page; `POST /v2/lookups/search`: some of it. */
export const pageRoutes = [listLookupsV2Route, searchLookupsRoute, exportLookupsRoute];

export const omissionRoutes = [listLookupOmissionsRoute];

export const sourceRoutes = [listSourcesRoute];

/** `GET /v2/lookup/stream`, a v2 lookup, emitted as it becomes known; `GET /v2/lookup/{id}/stream`, any lookup that was accepted before. */
export const streamRoutesV2 = [streamLookupV2Route, followLookupV2Route];

/** The three checks of one identity. */
export const checkRoutes = [checkEmailRoute, checkPhoneRoute, checkIpRoute];
