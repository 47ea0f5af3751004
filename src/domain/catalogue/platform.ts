import { QUERY_TYPES, type QueryType } from '../identity/identity.js';
import type { KeyUse } from './platform-keys.js';
import type { Probes } from './probe-rule.js';

/** How much a platform's answers are trusted: strong ones form the default band. */
export type Strength = 'strong' | 'standard';

/** One platform of the catalogue, as loaded: site software is already expanded into its sites. */
export interface Platform {
  readonly slug: string;
  readonly name: string;
  readonly homepage: string;
  readonly icon: string | null;
  readonly tags: readonly string[];
  readonly strength: Strength;
  /** Query types for which the platform answers on the instant path. */
  readonly instant: readonly QueryType[];
  readonly probes: Probes;
  /** The platform gives out addresses: an account follows from the address itself, without a probe. */
  readonly mailbox?: true;
  /** Keys of official interfaces that its rules can use; set where the operator's keys are known. */
  readonly keys?: readonly KeyUse[];
}

/** Query types that the platform can be probed for. */
export function supports(platform: Platform): QueryType[] {
  return QUERY_TYPES.filter((type) => platform.probes[type] !== undefined);
}

/** Query types from which an account on the platform follows without a probe. */
export function impliedBy(platform: Platform): QueryType[] {
  return platform.mailbox ? ['email'] : [];
}
