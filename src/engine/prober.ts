/** The port to the prober. Implemented in `adapters`. */
import type { Identity } from '../domain/identity/identity.js';
import type { QueueTicket } from '../domain/flow/request-class.js';
import type { Platform } from '../domain/catalogue/platform.js';
import type { Verdict } from '../domain/evaluation/verdict.js';

export interface ProbeLimits {
  /** Ends the check; the verdict is then inconclusive(interrupted). */
  readonly signal: AbortSignal;
  /** The prober's own timeout, in milliseconds from the moment a connection slot is free; then the inconclusive reason is `timeout`. */
  readonly deadlineMs: number;
  /** How it waits for a slot at the platform; default: as a lookup that no caller waits for, as long as it takes. */
  readonly queue?: QueueTicket | undefined;
  /** Passes an open circuit breaker: its result decides whether the platform is probed again. */
  readonly isTrial?: boolean | undefined;
  /** Called when the check got its first slot: sending has begun. */
  readonly onStart?: (() => void) | undefined;
  /** A verdict gets the structure of its page, whatever the rule. */
  readonly needsStructure?: boolean | undefined;
}

/** Probes one platform for one identity. Never throws: a failure is an inconclusive verdict with its reason. */
export interface PlatformProber {
  probe(platform: Platform, identity: Identity, limits: ProbeLimits): Promise<Verdict>;
}
