import { CONTROL_STATES, evaluateControl, isUnrecognisedAbsence } from './control.js';
import { mailDomainOf } from './control-accounts.js';
import { type DomainControl, needsDomainControl } from './domain-control.js';
import { BUILT_MS } from './lifetimes.js';
import type { Platform } from '../catalogue/rules/platform.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { ruleDigest } from '../catalogue/rules/revision.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { withoutTag } from '../../kernel/identity/mail-address.js';
import { isConsumerDomain } from '../../kernel/identity/mail-providers.js';
import { isUnsent, probeControl, type SendingPorts } from './probe-control.js';
import type { ControlStore } from './ports.js';
import { SingleFlight } from './single-flight.js';
import { UnprovenAnswers } from './unproven-answers.js';

/** A control at a domain, and until when it counts, in milliseconds since the epoch. */
export interface CachedDomainControl {
  readonly control: DomainControl;
  readonly expiresAt: number;
  /** Addresses that the platform confirmed there since it last showed that it does not confirm every one. */
  readonly confirmed: UnprovenAnswers;
}

export interface DomainControlPorts extends SendingPorts {
  /** An address at the domain, with a tag or without, that cannot exist and that the naming rule allows; null when none can be made. */
  readonly addressAt: (rule: ProbeRule, domain: string, isTagged: boolean) => string | null;
  /** Bounded: there are as many domains as lookups name. */
  readonly cache: { get(key: string): CachedDomainControl | undefined; set(key: string, value: CachedDomainControl): unknown };
  readonly now: () => Date;
  /** Takes back what a platform confirmed at a consumer domain before its control there failed. */
  readonly store?: Pick<ControlStore, 'withdraw'> | undefined;
  /** As in `ControlPorts`. */
  readonly workers?: (() => number) | undefined;
}

/** A "yes" about an address, and how a control for it waits. */
export interface DomainYes {
  readonly platform: Platform;
  readonly rule: ProbeRule;
  readonly identity: Identity;
  readonly givenAt: number;
  readonly queue: QueueTicket;
}

const NO_ADDRESS: DomainControl = {
  state: 'blocked',
  isCatchAll: false,
  isUnrecognised: false,
  explanation: 'no negative control fits the naming rule',
};

/**
 * Negative controls at the mail domain of a probed address: whether the platform says "registered" of every address there. One runs at a
 * time for a platform and domain, shared by all callers, and its result is cached as long as a control of that state counts.
 */
export class DomainControls {
  readonly #flight = new SingleFlight<string, DomainControl>(() => this.ports.now().getTime());

  constructor(private readonly ports: DomainControlPorts) {}

  /** Whether a "registered" about the identity needs one. */
  isNeeded(rule: ProbeRule, identity: Identity): boolean {
    return needsDomainControl(rule, identity);
  }

  /** The cached control at the address's domain; undefined: there is none, it has expired, or too many "yes" rest on it. */
  cached(platform: Platform, { value }: Identity): DomainControl | undefined {
    const entry = this.ports.cache.get(keyOf(platform, value));
    const isCurrent = entry && entry.expiresAt > this.ports.now().getTime();
    return isCurrent && (entry.control.state !== 'passed' || !entry.confirmed.isFull()) ? entry.control : undefined;
  }

  /** Notes that the platform denied an address that it was asked about then: it does not confirm every one at that domain. */
  noteNo(platform: Platform, { value }: Identity, askedAt: number): void {
    this.ports.cache.get(keyOf(platform, value))?.confirmed.prove(askedAt);
  }

  /**
   * Counts a "yes" that rests on a control at its domain.
   *
   * @param given the control that it waited for
   * @param givenAt when the platform confirmed the address, in milliseconds since the epoch
   * @returns the newest control there; one that begins now, where too many rest on that already
   */
  async countYes(given: DomainControl, { platform, rule, identity, givenAt, queue }: DomainYes): Promise<DomainControl> {
    const key = keyOf(platform, identity.value);
    const entry = this.ports.cache.get(key);
    if (given.state !== 'passed' || !entry) return given;
    if (entry.control.state !== 'passed') return entry.control; // it failed since
    if (!entry.confirmed.isBeyond(entry.confirmed.add(givenAt))) return entry.control;
    return this.#flight.after(key, 0, () => this.#run(key, platform, rule, identity, queue));
  }

  /** The control at the address's domain: the cached one, the one under way, or a new one. */
  get(platform: Platform, rule: ProbeRule, identity: Identity, queue: QueueTicket): Promise<DomainControl> {
    const known = this.cached(platform, identity);
    if (known) return Promise.resolve(known);
    const key = keyOf(platform, identity.value);
    return this.#flight.share(key, () => this.#run(key, platform, rule, identity, queue));
  }

  async #run(key: string, platform: Platform, rule: ProbeRule, identity: Identity, queue: QueueTicket): Promise<DomainControl> {
    const domain = mailDomainOf(identity.value);
    const value = this.ports.addressAt(rule, domain, isTagged(identity.value));
    if (value === null) return NO_ADDRESS;
    const beganAt = this.ports.now().getTime();
    const verdict = await probeControl(this.ports, platform, { type: 'email', value }, queue);
    const { state, explanation } = evaluateControl(rule, [], verdict);
    const fresh = (): UnprovenAnswers => new UnprovenAnswers('registered', this.ports.workers);
    const confirmed = this.ports.cache.get(key)?.confirmed ?? fresh();
    if (state === 'passed') confirmed.prove(beganAt);
    const since = verdict.state === 'registered' && isConsumerDomain(domain) ? confirmed.firstAt() : null;
    // Of every address: results do not say at which domain they are, and what is at others is asked again.
    const taken = { platform: platform.slug, subject: 'email', state: 'registered' } as const;
    if (since) await this.ports.store?.withdraw?.({ ...taken, since, until: this.ports.now() });
    const control: DomainControl = {
      state,
      explanation,
      isCatchAll: verdict.state === 'registered',
      isUnrecognised: isUnrecognisedAbsence(verdict),
    };
    // A request that was not sent says nothing about the domain: the next verdict that needs it tries again.
    // At consumer webmail a control that passed shows whose provider the site refuses.
    const kept = state === 'passed' && isConsumerDomain(domain) ? BUILT_MS : CONTROL_STATES[state].ttlMs;
    const ttlMs = isUnsent(verdict) ? 0 : kept;
    const expiresAt = this.ports.now().getTime() + ttlMs;
    this.ports.cache.set(key, { control, expiresAt, confirmed: control.isCatchAll ? fresh() : confirmed });
    return control;
  }
}

const isTagged = (address: string): boolean => withoutTag(address) !== address;

/** Includes the rule: what an earlier one of the platform showed says nothing. */
function keyOf({ slug, probes: { email } }: Platform, address: string): string {
  return `${slug} ${ruleDigest(email)} ${isTagged(address) ? '+' : ''}${mailDomainOf(address)}`;
}
