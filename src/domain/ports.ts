/** What the core needs from the outside. Small interfaces, owned here, implemented in `adapters` and `repositories`. */
import type { Identity } from './identity.js';
import type { Platform } from './platform.js';
import type { Verdict } from './verdict.js';

/** The loaded catalogue. Read-only; the same in every process of one release. */
export interface PlatformCatalogue {
  readonly platforms: readonly Platform[];
  get(slug: string): Platform | undefined;
}

/** Asks one platform about one identity. Never throws: what goes wrong is an inconclusive verdict with its reason. */
export interface PlatformProber {
  /**
   * @param signal ends the check; the verdict is then inconclusive(interrupted). The prober has a deadline of its own
   *   besides (`deadlineMs`, counted from the moment a connection slot is free), after which the doubt is `timeout`.
   */
  probe(platform: Platform, identity: Identity, options: { signal: AbortSignal; deadlineMs: number }): Promise<Verdict>;
}

/** Platforms that asked for a pause. Shared by all workers. */
export interface CooldownStore {
  coolingPlatforms(): Promise<ReadonlySet<string>>;
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
