import { modulesToRun } from '../../src/facts/checks.js';
import type { CheckOutcome, Lookup } from '../../src/features/lookups/lookup.js';
import { servableFacts } from '../../src/features/lookups/servable-facts.js';
import type { FactStore } from '../../src/features/lookups/store/fact-store.js';
import { withoutRefs } from '../../src/features/suppressions/suppressions.js';
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import type { PlatformCatalogue } from '../../src/engine/catalogue/rules/ports.js';
import { allowedOf } from '../../src/engine/eligibility.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import { personRefs } from '../../src/kernel/identity/subjects.js';

export interface KnownFactsPorts {
  readonly catalogue: PlatformCatalogue;
  readonly facts: Pick<FactStore, 'reusable'>;
  readonly controlStore: ControlStore;
  readonly switches: Pick<PlatformSwitches, 'current'>;
}

/** What decides which facts a lookup may use, accepted or not. */
export type KnownTo = Pick<Lookup, 'accountId' | 'subjects' | 'checks' | 'bypassCache' | 'suppressed'> &
  Partial<Pick<Lookup, 'isTest' | 'scope'>>;

/**
 * Facts of an account's earlier lookups that may be served: none about an identity on the suppression list, of a platform that is switched
 * off or that its purpose forbids, or to a test key.
 */
export async function knownFacts({ catalogue, facts, controlStore, switches }: KnownFactsPorts, lookup: KnownTo): Promise<CheckOutcome[]> {
  const subjects = withoutRefs(lookup.subjects, new Set(lookup.suppressed));
  const isSwept = modulesToRun(lookup.checks, subjects).includes('footprint') && personRefs(subjects).length > 0;
  if (!isSwept || lookup.bypassCache || lookup.isTest) return [];
  const disabled = await switches.current();
  const learnt = (await facts.reusable({ accountId: lookup.accountId, subjects })).filter(({ platform }) => !disabled.has(platform));
  // Read after the facts: a control that fails in between is taken into account.
  const controls = await controlStore.newest([...new Set(learnt.map(({ platform }) => platform))]);
  return allowedOf(lookup, servableFacts(learnt, controls, catalogue), catalogue);
}
