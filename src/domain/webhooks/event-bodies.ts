import type { Json } from '../probe-rule.js';
import type { LookupKnowledge } from '../v2/knowledge.js';

/** Bodies of events that are built elsewhere. Pure: the same facts give the same body. */
export interface EventBodies {
  /** The v2 body of a finished lookup (docs/contract.md, 13.2). */
  lookupResponse(known: LookupKnowledge): Json;
}
