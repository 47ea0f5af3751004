/** What the core needs from the outside. Small interfaces, owned here, implemented in `adapters` and `repositories`. */
import type { Control } from './calibration.js';
import type { Identity, QueryType } from './identity.js';
import type { QueueTicket } from './flow/request-class.js';
import type { ProbeRule } from './probe-rule.js';
import type { Standings } from './platform-record.js';
import type { Platform } from './platform.js';
import type { Verdict } from './verdict.js';

/** The loaded catalogue. Read-only; the same in every process of one release. */
export interface PlatformCatalogue {
  readonly platforms: readonly Platform[];
  get(slug: string): Platform | undefined;
}

export interface ProbeLimits {
  /** Ends the check; the verdict is then inconclusive(interrupted). */
  readonly signal: AbortSignal;
  /** The prober's own deadline, in milliseconds from the moment a connection slot is free; then the doubt is `timeout`. */
  readonly deadlineMs: number;
  /** How it waits for a slot at the platform; default: as a lookup that nobody waits for, as long as it takes. */
  readonly queue?: QueueTicket | undefined;
  /** Passes an open circuit breaker: its answer decides whether the platform is asked again. */
  readonly isTrial?: boolean | undefined;
  /** Called when the check got its first slot: it has begun to be sent. */
  readonly onStart?: (() => void) | undefined;
}

/** Asks one platform about one identity. Never throws: what goes wrong is an inconclusive verdict with its reason. */
export interface PlatformProber {
  probe(platform: Platform, identity: Identity, limits: ProbeLimits): Promise<Verdict>;
}

/** Controls of platforms through this process's egress pool, shared by all its workers. */
export interface ControlStore {
  /** The newest controls of these platforms, by `<platform>:<query type>`. */
  newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>>;
  /** Remembers a control; an older one than what is stored is dropped. */
  save(control: Control): Promise<void>;
}

/** How platforms stand through this process's egress pool: controls and recent answers, for choosing and ordering what is asked. */
export interface PlatformStandings {
  /** All standings, some seconds old at most while they are asked for; cheap enough for every plan. */
  current(): Promise<Standings>;
}

/** Keeps the records that standings hold. */
export interface PlatformRecordKeeper {
  /** Sums the latest results of all accounts up, by egress pool, platform and query type. @returns how many records were renewed */
  summarise(): Promise<number>;
  /** Platforms that lookups asked through this process's egress pool since then, as `<platform>:<query type>`. */
  askedSince(moment: Date): Promise<ReadonlySet<string>>;
}

/** Identities that nobody can have, for controls. */
export interface ImpossibleIdentities {
  /** A fresh one that the rule's platform could hold by its naming rule; null when none can be made. */
  make(rule: ProbeRule, type: QueryType): Identity | null;
}

/** Platforms that asked this process's egress pool for a pause. Shared by all its workers. */
export interface CooldownStore {
  coolingPlatforms(): Promise<ReadonlyMap<string, Date>>;
  /** Keeps away from a platform for some seconds; a longer pause that already stands is kept. */
  cool(platform: string, seconds: number, reason: string): Promise<void>;
}

/** What is known of mail domains without asking anybody. Domains are in lower-case ASCII. */
export interface MailDomains {
  /** Consumer webmail (gmail.com), where people of no common company have their addresses. */
  isConsumer(domain: string): boolean;
  /** The registrable domain (`mail.example.co.uk` → `example.co.uk`); null for a public suffix. */
  organisation(domain: string): string | null;
}
