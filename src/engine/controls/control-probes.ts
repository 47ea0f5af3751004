import type { Identity, QueryType } from '../../kernel/identity/identity.js';
import type { Platform } from '../catalogue/rules/platform.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { rootRedirectOf } from '../evaluation/root-redirect.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket, RequestClass } from '../flow/request-class.js';
import type { PlatformProber } from '../http/prober.js';
import { type ControlAccountSet, MAX_CONTROL_ACCOUNTS, NO_CONTROL_ACCOUNTS } from './control-accounts.js';
import { type Control, type ControlOutcome, isSlow, KNOWN_REDIRECTS } from './control.js';
import type { DomainControls } from './domain-controls.js';
import type { NegativeControlIdentities } from './ports.js';
import { PROBE_DEADLINE_MS, probeControl, type SendingPorts } from './probe-control.js';

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

export interface ControlProbePorts extends NegativeControlPorts, SendingPorts {
  /** Controls at mail domains; without it none is made. */
  readonly domains?: DomainControls | undefined;
}

/** What known accounts read. */
interface KnownAccounts {
  /** In the order of probing, but the one that the control rests on is the last. */
  readonly verdicts: readonly Verdict[];
  /** The account that read registered. */
  readonly seen?: string | undefined;
  /** As in its verdict. */
  readonly ageMs?: number | undefined;
}

interface ProbedAccount {
  readonly identity: Identity;
  readonly verdict: Verdict;
}

/** The known account on which a control rests: one that the platform shows, before one that a cache does, and of those the youngest. */
function shownOf(probed: readonly ProbedAccount[]): { readonly account?: ProbedAccount; readonly ageMs?: number | undefined } {
  const shown = probed.flatMap((account) => {
    const { verdict } = account;
    return verdict.state === 'registered' ? [{ account, ageMs: verdict.ageMs }] : [];
  });
  return shown.toSorted((one, other) => (one.ageMs ?? -1) - (other.ageMs ?? -1))[0] ?? {};
}

/** The probes of a control: known accounts, and an identity that cannot exist. */
export class ControlProbes {
  /** @param onContradiction called when the platform denied an account that it shows a moment later */
  constructor(
    private readonly ports: ControlProbePorts,
    private readonly target: Target,
    private readonly onContradiction: () => void,
  ) {}

  /**
   * Probes known accounts one after the other, until the platform shows one as registered: the operator's, then those that the rule names.
   * One that a cache shows may be denied by the platform behind it, as anybody else may be whom the cache does not know. Then the first that
   * was denied is probed twice more: an account that has vanished stays denied, and one that is back shows that the platform denied an
   * existing account for a moment.
   */
  async positive(queue: QueueTicket, accounts: ControlAccountSet = NO_CONTROL_ACCOUNTS): Promise<KnownAccounts> {
    const { rule, queryType } = this.target;
    const probed: ProbedAccount[] = [];
    const named = (rule.positiveControls ?? []).slice(0, MAX_CONTROL_ACCOUNTS);
    for (const value of new Set([...accounts.identities, ...named])) {
      const identity: Identity = { type: queryType, value };
      const verdict = await this.probe(identity, queue);
      // The domains of the operator's addresses are their own choice; what a catalogue names was reviewed.
      if (accounts.identities.includes(value) && verdict.state === 'registered') {
        const domain = await this.#atDomain(identity, queue);
        if (domain === 'blocked') return { verdicts: [...probed.map((each) => each.verdict), blockedAtDomain(verdict)] };
        // There every address reads registered, so this one does not show that the platform denies nobody's account.
        if (domain === 'failed') continue;
      }
      probed.push({ identity, verdict });
      if (verdict.state === 'registered' && verdict.ageMs === undefined) break;
    }
    const denied = probed.find(({ verdict }) => verdict.state === 'not_registered');
    const { account, ageMs } = shownOf(probed);
    if (denied !== undefined && account !== undefined) {
      // Twice: of two nodes that take turns, one of them at fault, the same one answers every second request.
      const again = [await this.probe(denied.identity, queue), await this.probe(denied.identity, queue)];
      if (again.some(({ state }) => state !== 'not_registered')) this.onContradiction();
    }
    const inOrder = [...probed.filter((each) => each !== account), ...(account ? [account] : [])];
    return { verdicts: inOrder.map(({ verdict }) => verdict), seen: account?.identity.value, ageMs };
  }

  async #atDomain(identity: Identity, queue: QueueTicket): Promise<ControlOutcome['state']> {
    const { domains } = this.ports;
    const { platform, rule } = this.target;
    return domains?.isNeeded(rule, identity) ? (await domains.get(platform, rule, identity, queue)).state : 'passed';
  }

  /** An identity that cannot exist. A target is made only where there is one. */
  async negative(queue: QueueTicket): Promise<Verdict> {
    const { platform, rule, queryType } = this.target;
    const identity = this.ports.negativeIdentities.make(rule, queryType, platform.slug);
    if (!identity) throw new Error('no negative control can be made for the rule');
    return this.probe(identity, queue);
  }

  /** How many negative controls in a row were redirected to this root. Where few are known, more are probed at once. */
  async countRedirects(root: string | undefined, earlier: Control | undefined, queue: QueueTicket): Promise<number> {
    if (root === undefined) return 0;
    const before = earlier?.outcome.state === 'passed' && earlier.outcome.rootRedirect === root ? (earlier.outcome.redirects ?? 1) : 0;
    const missing = Math.max(0, KNOWN_REDIRECTS - before - 1);
    const more = await Promise.all(Array.from({ length: missing }, () => this.negative(queue)));
    return more.every((verdict) => rootRedirectOf(verdict) === root) ? Math.min(before + 1 + missing, KNOWN_REDIRECTS) : 1;
  }

  /** Any identity, for a control. */
  probe(identity: Identity, queue: QueueTicket): Promise<Verdict> {
    return probeControl(this.ports, this.target.platform, identity, queue);
  }
}

/** The verdict about an account whose domain could not be checked: as if the platform had not answered, so that the control is repeated. */
function blockedAtDomain({ evidence }: Verdict): Verdict {
  return { state: 'inconclusive', reason: 'timeout', evidence: { ...evidence, explanation: 'the control at its mail domain was blocked' } };
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
  const identity = rule && negativeIdentities.make(rule, subject, platform.slug);
  if (!identity || (maySend && !(await maySend()))) return null;
  return prober.probe(platform, identity, {
    signal: new AbortController().signal,
    deadlineMs: PROBE_DEADLINE_MS,
    queue: { ...AHEAD_TICKET, maxWaitMs },
    ...(isTrial ? { isTrial } : {}),
  });
}

/** What is controlled: one rule of a platform. */
export interface Target {
  readonly platform: Platform;
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
}
