import type { DerivedOutcome } from '../identity/derived.js';
import type { Lookup, RecordedOutcome } from '../lookup/lookup.js';
import type { ModuleFact } from '../lookup/lookup-ports.js';
import type { PlatformCatalogue } from '../catalogue/ports.js';

/** Snapshot of a lookup, from which the body is built. */
export interface LookupSnapshot {
  readonly lookup: Pick<
    Lookup,
    'id' | 'kind' | 'state' | 'query' | 'queryType' | 'subjects' | 'sent' | 'checks' | 'plan' | 'acceptedAt' | 'finishedAt'
  >;
  readonly outcomes: readonly RecordedOutcome[];
  readonly modules: readonly ModuleFact[];
  readonly derived: readonly DerivedOutcome[];
}

/** Where names, icons and tags of platforms come from; a platform that has left the catalogue is shown by its slug. */
export type PlatformNames = Pick<PlatformCatalogue, 'get'>;
