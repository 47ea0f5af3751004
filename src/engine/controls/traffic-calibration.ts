import type { StoredObservation, TrafficStore } from './ports.js';
import { decideNo, isForTraffic, type Observation, observed, type TrafficDecision, uncovered, WAIT_MS } from './traffic.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { ruleDigest } from '../catalogue/rules/revision.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/values/durations.js';
import { RECENT_MS } from './lifetimes.js';

export interface TrafficPorts {
  readonly store: TrafficStore;
  /** Keyed digest of a text. */
  readonly digest: (key: Uint8Array, text: string) => string;
  readonly countryOf: (phone: string) => string | null;
  readonly now: () => Date;
  readonly onFailure: (error: unknown) => void;
}

/** Who was looked up where, and by whom. */
export interface TrafficSubject {
  readonly platform: string;
  readonly rule: ProbeRule;
  readonly identity: Identity;
  readonly account: string;
}

type Group = Pick<StoredObservation, 'platform' | 'queryType' | 'rule'>;
type Digests = Pick<Observation, 'identity' | 'account' | 'location'>;
type Key = Awaited<ReturnType<TrafficStore['keys']>>['keys'][number];

/** What is seen of somebody at a platform, before it is digested. */
interface Seen extends Digests, Group {
  readonly isConsumer: boolean;
}

const nameOf = ({ platform, queryType, rule }: Group): string => `${platform}:${queryType}:${rule}`;

/**
 * What the lookups of all workers showed of platforms within 15 minutes, and which "no" that covers. A process keeps it in memory and
 * exchanges what is new with the others once a shard.
 */
export class TrafficCalibration {
  /** By rule and hour of the key. */
  readonly #observations = new Map<string, StoredObservation[]>();
  readonly #deniedAt = new Map<string, number>();
  /** Called when something is observed; by rule. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #found: StoredObservation[] = [];
  #known: Awaited<ReturnType<TrafficStore['keys']>> = { keys: [], isSole: false };
  #cursor: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: TrafficPorts) {}

  /** Begins to follow what others found. While the store cannot be reached nothing more is covered than what this process has. */
  async follow(): Promise<this> {
    await this.#refresh();
    await this.exchange(true);
    this.#timer = setInterval(() => void this.#refresh(), MINUTE_MS).unref();
    return this;
  }

  /** Observations that this process has, of all rules. */
  get size(): number {
    return [...this.#observations.values()].reduce((sum, each) => sum + each.length, 0);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * A "registered" that a request of this lookup brought, after the controls that it needs.
   *
   * @param sentAt when its request began
   * @param controlAt when the platform's negative control did
   */
  observe(subject: TrafficSubject, sentAt: Date, controlAt: Date): void {
    const seen = this.#seen(subject);
    const key = this.#keys[0];
    if (!seen || !key) return;
    const at = sentAt.getTime();
    // Somebody else who was denied shows that it does not say "registered" of everybody as well as an identity that nobody has.
    if (Math.max(controlAt.getTime(), this.#deniedAt.get(nameOf(seen)) ?? 0) < at - RECENT_MS) return;
    const { account } = this.#digests(seen, key);
    // An account's observations of one rule are a second apart.
    if (this.#of(seen, key).some((each) => each.account === account && Math.abs(each.at - at) < SECOND_MS)) return;
    this.#add(seen, 'registered', at);
  }

  /**
   * Decides about a "no" that no control covers: at once, or when somebody was seen there after it.
   *
   * @param no.at when it was answered
   * @param no.signal ends the wait
   */
  async decide(
    subject: TrafficSubject,
    no: { readonly at: Date; readonly isInstant: boolean; readonly signal: AbortSignal },
  ): Promise<TrafficDecision> {
    const seen = this.#seen(subject);
    if (!seen) return uncovered('no account of the rule is known');
    const at = no.at.getTime();
    let digests: (Digests & Pick<Key, 'hour'>) | undefined;
    const decide = (): TrafficDecision => {
      const key = this.#keys[0];
      if (!key) return uncovered('it is not known what was observed');
      if (digests?.hour !== key.hour) digests = { ...this.#digests(seen, key), hour: key.hour };
      const observations = this.#of(seen, key);
      const { account } = digests;
      const isSole = this.#known.isSole && observations.every((each) => each.account === account);
      const about = { ...digests, at, isConsumer: seen.isConsumer, isInstant: no.isInstant };
      return decideNo({ no: about, observations, isSole, now: this.ports.now().getTime() });
    };
    const first = decide();
    this.#deniedAt.set(nameOf(seen), at);
    const key = this.#keys[0];
    if (key && this.#of(seen, key).some((each) => each.identity === digests?.identity)) this.#add(seen, 'contradicted', at);
    return first.is === 'waits' ? this.#whenDecided(nameOf(seen), decide, at + WAIT_MS, no.signal) : first;
  }

  #whenDecided(group: string, decide: () => TrafficDecision, until: number, signal: AbortSignal): Promise<TrafficDecision> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(group) ?? new Set();
      this.#waiting.set(group, waiting);
      const end = (decision: TrafficDecision): void => {
        clearTimeout(timer);
        waiting.delete(look);
        if (waiting.size === 0) this.#waiting.delete(group);
        signal.removeEventListener('abort', give);
        resolve(decision);
      };
      const look = (): void => {
        const decision = decide();
        if (decision.is !== 'waits') end(decision);
      };
      const give = (): void => end(uncovered('its lookup ended'));
      const giveUp = (): void => {
        look();
        end(uncovered('no account was seen there after it'));
      };
      const timer = setTimeout(giveUp, until - this.ports.now().getTime());
      waiting.add(look);
      signal.addEventListener('abort', give);
      if (signal.aborted) give();
    });
  }

  /** Stores what this process observed since, and takes what others did: one statement. @param isWanted also where it found nothing */
  async exchange(isWanted: boolean): Promise<void> {
    const found = this.#found;
    if (found.length === 0 && !isWanted) return;
    this.#found = [];
    try {
      const { observations, cursor } = await this.ports.store.exchange(found, this.#cursor);
      this.#cursor = cursor;
      const changed = new Set(observations.filter((each) => this.#keep(each)).map(nameOf));
      for (const group of changed) this.#wake(group);
    } catch (error) {
      const oldest = this.ports.now().getTime() - RECENT_MS;
      this.#found = [...found, ...this.#found].filter(({ at }) => at > oldest);
      this.ports.onFailure(error);
    }
  }

  async #refresh(): Promise<void> {
    const now = this.ports.now();
    const oldest = now.getTime() - RECENT_MS - WAIT_MS;
    for (const [group, all] of this.#observations) {
      const kept = all.filter(({ at }) => at > oldest);
      if (kept.length === 0) this.#observations.delete(group);
      else this.#observations.set(group, kept);
    }
    for (const [group, at] of this.#deniedAt) if (at < oldest) this.#deniedAt.delete(group);
    try {
      this.#known = await this.ports.store.keys(now);
    } catch (error) {
      this.ports.onFailure(error);
    }
  }

  /** What an identity shows of a rule; null where nothing is observed of it, or the rule has no use for it. */
  #seen({ platform, rule, identity, account }: TrafficSubject): Seen | null {
    if (!isForTraffic(rule)) return null;
    const person = observed(rule, identity, this.ports.countryOf);
    return person && { ...person, platform, queryType: identity.type, rule: ruleDigest(rule), account };
  }

  /** Keys of the last 15 minutes; all that was observed in them is stored under the first. */
  get #keys(): readonly Key[] {
    const oldest = Math.floor((this.ports.now().getTime() - RECENT_MS) / HOUR_MS);
    return this.#known.keys.filter(({ hour }) => hour >= oldest);
  }

  #of(group: Group, { hour }: Key): readonly StoredObservation[] {
    return this.#observations.get(`${nameOf(group)} ${hour}`) ?? [];
  }

  #digests(seen: Seen, { key }: Key): Digests {
    // With the rule in each, digests do not show who is known to several platforms, or who asked several.
    const of = (kind: keyof Digests): string => this.ports.digest(key, `${nameOf(seen)} ${kind} ${seen[kind]}`);
    return { identity: of('identity'), account: of('account'), location: of('location') };
  }

  #add(seen: Seen, state: Observation['state'], at: number): void {
    const { platform, queryType, rule } = seen;
    for (const key of this.#keys) {
      const observation = { platform, queryType, rule, keyHour: key.hour, ...this.#digests(seen, key), state, at };
      if (this.#keep(observation)) this.#found.push(observation);
    }
    this.#wake(nameOf(seen));
  }

  /** An identity counts once for an account, by when it was seen first. @returns whether it was not known */
  #keep(observation: StoredObservation): boolean {
    const group = `${nameOf(observation)} ${observation.keyHour}`;
    const all = this.#observations.get(group) ?? [];
    const { identity, account, state } = observation;
    if (all.some((each) => each.identity === identity && each.account === account && each.state === state)) return false;
    this.#observations.set(group, [...all, observation]);
    return true;
  }

  #wake(group: string): void {
    for (const look of [...(this.#waiting.get(group) ?? [])]) look();
  }
}
