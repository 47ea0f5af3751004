/** Ports of the controls. Implemented in `features/platforms/store`, for many processes. */
import type { Conclusive } from '../evaluation/verdict.js';
import type { Control } from './control.js';
import type { Identity, QueryType } from '../../kernel/identity/identity.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Observation } from './traffic.js';

/** Controls of platforms through this process's egress pool, shared by all its workers. */
export interface ControlStore {
  /** The newest controls of these platforms, by `<platform>:<query type>`. */
  newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>>;
  /** Stores a control; one that is older than the stored one is dropped. */
  save(control: Control): Promise<void>;
  /** Takes back what a platform answered, for all accounts: no fact of it is served, and lookups show it as omitted. */
  withdraw?(answers: WithdrawnAnswers): Promise<void>;
  /** Ends what is taken back at that time: what the platform answers from then on counts. */
  trustFrom?(rule: Pick<WithdrawnAnswers, 'platform' | 'subject'>, from: Date): Promise<void>;
}

/** A span in which a platform denied accounts that exist, or confirmed such as cannot. */
export interface WithdrawnAnswers {
  readonly platform: string;
  readonly subject: QueryType;
  /** The answers that count no longer. */
  readonly state: Conclusive['state'];
  readonly since: Date;
  readonly until: Date;
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

/** An observation with the rule that it is about, and the hour of the key that its digests are made with. */
export interface StoredObservation extends Observation {
  readonly platform: string;
  readonly queryType: QueryType;
  readonly rule: string;
  readonly keyHour: number;
}

export interface TrafficKeys {
  /** That of the hour before for its first 15 minutes, then that of this hour. */
  readonly keys: readonly { readonly hour: number; readonly key: Uint8Array }[];
  /** Whether at most one account has lookups. */
  readonly isSole: boolean;
}

/** What lookups showed of platforms, through this process's egress pool, for 15 minutes. */
export interface TrafficStore {
  keys(now: Date): Promise<TrafficKeys>;
  /** Stores what this process found. @returns what all found since the cursor; null: within the 15 minutes */
  exchange(
    found: readonly StoredObservation[],
    after: string | null,
  ): Promise<{ readonly observations: readonly StoredObservation[]; readonly cursor: string | null }>;
  /** `<platform>:<query type>` of which enough accounts saw enough people, so that this shows nobody what another one looked up. */
  calibrated(): Promise<ReadonlySet<string>>;
}
