/** What the core needs from the outside. Small interfaces, owned here, implemented in `adapters` and `db`. */
import type { Control } from '../calibration/control.js';
import type { Identity, QueryType } from '../identity/identity.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { ProbeRule } from './probe-rule.js';
import type { Platform } from './platform.js';
import type { ShadowRule } from './revision.js';
import type { Verdict } from '../evaluation/verdict.js';

/** A catalogue. Read-only. */
export interface PlatformCatalogue {
  readonly platforms: readonly Platform[];
  get(slug: string): Platform | undefined;
  /** Which revision it is; absent: the files of the release. */
  readonly revision?: number;
  /** Changed rules that lookups do not use yet. */
  readonly shadow?: readonly ShadowRule[];
  /** Platforms that a file of the operator's own replaces. */
  readonly replaced?: ReadonlySet<string>;
  /** Of the catalogue of a process, which gets newer revisions: the present one, which stays as it is. Absent: this one does. */
  now?(): PlatformCatalogue;
  /** The same: the revision that a plan was made with; when it is no longer kept, the present one. */
  at?(revision: number | undefined): Promise<PlatformCatalogue>;
}

/** Where names, icons and tags of platforms come from; a platform that has left the catalogue is shown by its slug. */
export type PlatformNames = Pick<PlatformCatalogue, 'get'>;

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

/** Controls of platforms through this process's egress pool, shared by all its workers. */
export interface ControlStore {
  /** The newest controls of these platforms, by `<platform>:<query type>`. */
  newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>>;
  /** Stores a control; one that is older than the stored one is dropped. */
  save(control: Control): Promise<void>;
}

/** Impossible identities, for negative controls. */
export interface NegativeControlIdentities {
  /** A new one that the rule's pattern and scope allow, or a number of the operator's for its platform; null when there is none. */
  make(rule: ProbeRule, type: QueryType, platform: string): Identity | null;
  /**
   * A new one of the same kinds of characters and the same separators as an identity, so that a site treats its form alike.
   *
   * @param extra characters by which it is longer
   * @returns null when none can be made
   */
  makeLike(rule: ProbeRule, identity: Identity, extra: number): Identity | null;
}

/** What decides, besides a rule's own text, whether asking it makes sense. */
export interface RuleReach {
  /** Country of a phone number in E.164 (ISO 3166-1 alpha-2); null where it is not determined. */
  countryOf(phone: string): string | null;
  /** Whether a negative control can be made. A rule without one stays uncalibrated: its answers never count, so it is not asked. */
  hasNegativeControl(rule: ProbeRule, type: QueryType, platform: string): boolean;
}

/** Platforms that requested a pause from this process's egress pool. Shared by all its workers. */
export interface CooldownStore {
  coolingPlatforms(): Promise<ReadonlyMap<string, Date>>;
  /** Pauses a platform for some seconds; a longer pause that is already set is kept. */
  cool(platform: string, seconds: number, reason: string): Promise<void>;
}

/** What is known of mail domains without a request. Domains are in lower-case ASCII. */
export interface MailDomains {
  /** Consumer webmail (gmail.com), where unrelated people have their addresses. */
  isConsumer(domain: string): boolean;
  /** The registrable domain (`mail.example.co.uk` → `example.co.uk`); null for a public suffix. */
  registrableDomain(domain: string): string | null;
}
