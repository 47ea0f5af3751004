import type { Json } from '../catalogue/probe-rule.js';
import type { LookupSnapshot } from '../lookup/lookup-snapshot.js';

/** Bodies of events that are built elsewhere. Pure: the same facts give the same body. */
export interface EventBodies {
  /** The v2 body of a finished lookup (docs/contract.md, 13.2). */
  lookupResponse(known: LookupSnapshot): Json;
}
