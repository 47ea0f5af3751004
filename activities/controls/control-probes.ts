import type { Identity, QueryType } from '../../src/domain/identity/identity.js';
import type { Platform } from '../../src/domain/catalogue/platform.js';
import type { CooldownStore, NegativeControlIdentities, PlatformProber } from '../../src/domain/catalogue/ports.js';
import type { ProbeRule } from '../../src/domain/catalogue/probe-rule.js';
import { type Control, isSlow } from '../../src/domain/calibration/control.js';
import type { QueueTicket, RequestClass } from '../../src/domain/flow/request-class.js';
import type { Verdict } from '../../src/domain/evaluation/verdict.js';

/** Accounts vanish: this many positive controls are tried at most before the platform counts as denying all of them. */
const MAX_POSITIVE_CONTROLS = 3;
/** Time limit of one probe, of a lookup or a control, in milliseconds from the moment a connection slot is free. */
export const PROBE_DEADLINE_MS = 10_000;

/** Controls wait for a slot without a limit: verdicts rest on them. */
const NO_WAIT_LIMIT = { fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY };
/** A control for which a received response waits goes before requests that have not been sent. */
export const REQUIRED_TICKET: QueueTicket = { ...NO_WAIT_LIMIT, requestClass: 'control' };
/** A control that is renewed ahead of time: no lookup waits for it. */
export const AHEAD_TICKET: QueueTicket = { ...NO_WAIT_LIMIT, requestClass: 'calibration' };
/** A control in parallel to a request waits in that request's class; a slow platform's is sent before others. */
export const parallelTicket = (requestClass: RequestClass, control: Control | undefined): QueueTicket => ({
  ...NO_WAIT_LIMIT,
  requestClass,
  isSlow: isSlow(control),
});

export interface NegativeControlPorts {
  readonly prober: PlatformProber;
  readonly negativeIdentities: NegativeControlIdentities;
}

export interface ControlProbePorts extends NegativeControlPorts {
  readonly cooldowns: CooldownStore;
}

/** The probes of a control: known accounts, and an identity that cannot exist. */
export class ControlProbes {
  readonly #ports: ControlProbePorts;
  readonly #onContradiction: (platform: Platform, subject: QueryType) => void;

  /** @param onContradiction called when a platform denied an account that it shows a moment later */
  constructor(ports: ControlProbePorts, onContradiction: (platform: Platform, subject: QueryType) => void) {
    this.#ports = ports;
    this.#onContradiction = onContradiction;
  }

  /**
   * Probes known accounts one after the other, until one is registered. Then the first that was denied is probed once more: an
   * account that has vanished stays denied, and one that is back shows that the platform denied an existing account for a moment.
   */
  async positive(platform: Platform, subject: QueryType, rule: ProbeRule, queue: QueueTicket): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    const identities = (rule.positiveControls ?? []).slice(0, MAX_POSITIVE_CONTROLS);
    for (const value of identities) {
      const verdict = await this.#probe(platform, { type: subject, value }, queue);
      verdicts.push(verdict);
      if (verdict.state === 'registered') break;
    }
    const denied = identities[verdicts.findIndex(({ state }) => state === 'not_registered')];
    if (denied !== undefined && verdicts.at(-1)?.state === 'registered') {
      const again = await this.#probe(platform, { type: subject, value: denied }, queue);
      if (again.state !== 'not_registered') this.#onContradiction(platform, subject);
    }
    return verdicts;
  }

  /** @returns nothing when no negative control can be made */
  async negative(platform: Platform, subject: QueryType, rule: ProbeRule, queue: QueueTicket): Promise<Verdict[]> {
    const identity = this.#ports.negativeIdentities.make(rule, subject);
    return identity ? [await this.#probe(platform, identity, queue)] : [];
  }

  /**
   * Both kinds at once.
   *
   * @returns null when no negative control can be made: nothing is probed then, because no answer of the platform could count
   */
  async both(
    platform: Platform,
    subject: QueryType,
    rule: ProbeRule,
    queue: QueueTicket,
  ): Promise<{ positives: Verdict[]; negative: Verdict } | null> {
    const identity = this.#ports.negativeIdentities.make(rule, subject);
    if (!identity) return null;
    const [positives, negative] = await Promise.all([
      this.positive(platform, subject, rule, queue),
      this.#probe(platform, identity, queue),
    ]);
    return { positives, negative };
  }

  /** A control belongs to no lookup: it does not end with the lookup that happened to need it first. */
  async #probe(platform: Platform, identity: Identity, queue: QueueTicket): Promise<Verdict> {
    const { prober, cooldowns } = this.#ports;
    const verdict = await prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, queue });
    if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
      await cooldowns.cool(platform.slug, verdict.retryAfterSeconds, verdict.reason);
    }
    return verdict;
  }
}

interface NegativeControlOptions {
  /** Longest wait for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Passes an open circuit. */
  readonly isTrial?: boolean;
  /** Called last, once there is a request to send; false: it is not sent. */
  readonly maySend?: () => Promise<boolean>;
}

/**
 * Probes a platform with an identity that cannot exist, in the lowest request class: what counts is whether the platform responds.
 *
 * @returns null when no such identity can be made for the platform, or `maySend` refused
 */
export async function probeNegativeControl(
  { prober, negativeIdentities }: NegativeControlPorts,
  platform: Platform,
  subject: QueryType,
  options: NegativeControlOptions,
): Promise<Verdict | null> {
  const { maxWaitMs, isTrial, maySend } = options;
  const rule = platform.probes[subject];
  const identity = rule && negativeIdentities.make(rule, subject);
  if (!identity || (maySend && !(await maySend()))) return null;
  return prober.probe(platform, identity, {
    signal: new AbortController().signal,
    deadlineMs: PROBE_DEADLINE_MS,
    queue: { ...AHEAD_TICKET, maxWaitMs },
    ...(isTrial ? { isTrial } : {}),
  });
}
