/** Ports of the catalogue and of what is known of its platforms. Implemented by the loader, and in `features/platforms/store`. */
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Platform } from './platform.js';
import type { ProbeRule } from './probe-rule.js';

/** A catalogue. Read-only; that of a process gets newer revisions, each of them whole. */
export interface PlatformCatalogue {
  readonly platforms: readonly Platform[];
  get(slug: string): Platform | undefined;
  /** Which revision it is; absent: the files of the release. */
  readonly revision?: number;
}

/** Where names, icons and tags of platforms come from; a platform that has left the catalogue is shown by its slug. */
export type PlatformNames = Pick<PlatformCatalogue, 'get'>;

/** What decides, besides a rule's own text, whether asking it makes sense. */
export interface RuleApplicability {
  /** Country of a phone number in E.164 (ISO 3166-1 alpha-2); null where it is not determined. */
  countryOf(phone: string): string | null;
  /** Whether a negative control can be made. A rule without one stays uncalibrated: its answers never count, so it is not asked. */
  hasNegativeControl(rule: ProbeRule, type: QueryType, platform: string): boolean;
}

/** An hour: a platform that requests a longer pause is probed again after it. */
export const MAX_BACKOFF_SECONDS = 3_600;

/** Platforms that requested a pause from this process's egress pool. Shared by all its workers. */
export interface BackoffStore {
  backoffs(): Promise<ReadonlyMap<string, Date>>;
  /** Pauses a platform for some seconds; a longer pause that is already set is kept. */
  backOff(platform: string, seconds: number, reason: string): Promise<void>;
}

/** Platforms that an operator switched off by hand: they are not asked, whatever egress pool or lookup. */
export interface DisabledPlatform {
  readonly platform: string;
  readonly since: Date;
  /** User id of the operator; null: the command line. */
  readonly by: string | null;
  /** Why, in the operator's words. */
  readonly reason: string;
}

/** Longest reason, in characters. */
export const MAX_SWITCH_REASON = 200;
