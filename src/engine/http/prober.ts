/** The port to the prober. Implemented in `platform-prober.ts`. */
import type { Identity } from '../../kernel/identity/identity.js';
import type { CallLimits } from '../flow/request-class.js';
import type { Platform } from '../catalogue/rules/platform.js';
import type { Verdict } from '../evaluation/verdict.js';

export interface ProbeLimits extends CallLimits {
  /** A verdict gets the structure of its page, whatever the rule. */
  readonly needsStructure?: boolean | undefined;
}

/** Probes one platform for one identity. Never throws: a failure is an inconclusive verdict with its reason. */
export interface PlatformProber {
  probe(platform: Platform, identity: Identity, limits: ProbeLimits): Promise<Verdict>;
}
