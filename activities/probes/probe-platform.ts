/** Probes one platform for one lookup: eligible, asked with the control that its verdict needs, recorded. */
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import { FACT_DAYS } from '../../src/features/lookups/fact-lifetime.js';
import type { CheckOutcome, Lookup } from '../../src/features/lookups/lookup.js';
import { inconclusiveOutcome } from '../../src/features/lookups/lookup-summary.js';
import type { ProbeTarget } from '../../src/engine/catalogue/rules/bands.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { BackoffStore, PlatformCatalogue, RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../src/engine/catalogue/rules/revision.js';
import { foldsCase } from '../../src/engine/catalogue/rules/rule-scope.js';
import type { Control } from '../../src/engine/controls/control.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import type { TrafficCalibration } from '../../src/engine/controls/traffic-calibration.js';
import { allowedOf, eligibilityOf } from '../../src/engine/eligibility.js';
import { type InconclusiveReason, unsentVerdict, type Verdict } from '../../src/engine/evaluation/verdict.js';
import type { EgressPool } from '../../src/engine/flow/egress-pool.js';
import type { QueueTicket } from '../../src/engine/flow/request-class.js';
import type { PlatformProber } from '../../src/engine/http/prober.js';
import { probeVerified } from '../../src/engine/verified-probe.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import { DAY_MS } from '../../src/kernel/values/durations.js';
import { kindOf, type SubjectRef } from '../../src/kernel/identity/subjects.js';
import { byTraffic, observeTraffic } from './by-traffic.js';
import type { CircuitTrials } from './health-probes.js';
import type { RequestCoalescer } from './request-coalescer.js';

export interface PlatformProbePorts {
  readonly catalogue: PlatformCatalogue;
  readonly prober: PlatformProber;
  /** The egress pool that the prober uses. */
  readonly egress: EgressPool;
  readonly backoffs: BackoffStore;
  readonly switches: Pick<PlatformSwitches, 'current'>;
  readonly controlStore: ControlStore;
  readonly controls: ControlRunner;
  readonly applicability: RuleApplicability;
  readonly coalescer: RequestCoalescer<Verdict>;
  /** What lookups show of platforms without a known account; absent: it is turned off. */
  readonly traffic?: TrafficCalibration | undefined;
  readonly trials: CircuitTrials;
  readonly now: () => Date;
}

/** What stays the same while a lookup's platforms are probed. */
export interface ProbeContext {
  readonly lookup: Pick<Lookup, 'subjects' | 'bypassCache' | 'noise' | 'scope'> & Partial<Pick<Lookup, 'accountId'>>;
  /** Takes what decides about a "no" that only traffic can cover; absent: none is covered. */
  readonly withheld?: Map<CheckOutcome, () => Promise<CheckOutcome>>;
  readonly suppressed?: ReadonlySet<SubjectRef>;
  readonly backingOff: ReadonlyMap<string, Date>;
  readonly controls: ReadonlyMap<string, Control>;
  readonly readAt: Date;
  /** Ends the checks. */
  readonly signal: AbortSignal;
  /** Ends the activity: what it interrupts is probed again, not recorded. */
  readonly cancelled: AbortSignal;
  /** How its requests wait for slots. */
  readonly queue: QueueTicket;
}

/** Probes all subjects on one platform; their outcomes are written together, so that a platform is either done or not. */
export async function probePlatform(ports: PlatformProbePorts, context: ProbeContext, target: ProbeTarget): Promise<CheckOutcome[]> {
  const found = ports.catalogue.get(target.platform);
  // Read here: a shard that waited for its turn may have begun before an operator switched the platform off.
  const disabled = await ports.switches.current();
  // Once the probe of one identity has started, the others keep waiting: the platform's outcomes are stored together.
  let hasStarted = false;
  const started: StartFlag = { keepWaiting: () => hasStarted, onStart: () => (hasStarted = true) };
  return Promise.all(
    target.subjects.map(async (subject): Promise<CheckOutcome> => {
      const value = context.lookup.subjects[subject];
      const type = kindOf(subject);
      const omit = (reason: InconclusiveReason) => inconclusiveOutcome(target.platform, subject, reason, ports.now());
      if (context.suppressed?.has(subject)) return omit('suppressed');
      if (value === undefined) return omit('not_applicable');
      const stored = context.controls.get(`${target.platform}:${type}`);
      const { applicability } = ports;
      const conditions = { applicability, reach: context.lookup, disabled, backingOff: context.backingOff, stored, now: ports.now() };
      const eligible = eligibilityOf(found, { type, value }, conditions);
      if (typeof eligible === 'string') return omit(eligible);
      const { platform, rule, identity } = eligible;
      const verdict = unlessOld(await probeIdentity(ports, context, platform, { rule, identity, stored, started }));
      const answer = verdict.state === 'inconclusive' ? verdict.withheld : verdict;
      const linked = verdict.state === 'registered' ? verdict.linkedAccounts : undefined;
      const shown = linked && allowedOf(context.lookup, linked, ports.catalogue);
      const outcome: CheckOutcome = {
        platform: platform.slug,
        subject,
        state: verdict.state,
        method: rule.method,
        mailboxProvider: false,
        reason: verdict.state === 'inconclusive' ? verdict.reason : null,
        checkedAt: new Date(ports.now().getTime() - (answer?.ageMs ?? 0)),
        fromCache: false,
        egress: ports.egress,
        evidence: verdict.evidence,
        // A fact of no rule is not reused: other lookups may see what the purpose of this one withholds.
        ...(shown?.length === linked?.length ? { rule: ruleDigest(rule) } : {}),
        isFolded: foldsCase(rule),
        ...(verdict.state === 'registered' && verdict.profile ? { profile: verdict.profile } : {}),
        ...(shown ? { linkedAccounts: shown } : {}),
      };
      const no = verdict.state === 'inconclusive' ? verdict.withheld : undefined;
      const known = { platform, rule, identity, outcome, stored };
      if (no && ports.traffic) context.withheld?.set(outcome, byTraffic(ports.traffic, ports.controls, context, { ...known, no }));
      return outcome;
    }),
  );
}

/** Leaves out what a cache in front of the platform has had for longer than a fact is reused. */
function unlessOld(verdict: Verdict): Verdict {
  if (verdict.state === 'inconclusive' || (verdict.ageMs ?? 0) <= FACT_DAYS[verdict.state] * DAY_MS) return verdict;
  const explanation = `${verdict.evidence.explanation}; a cache has had it for longer than an answer is reused`;
  return { state: 'inconclusive', reason: 'unconfirmed', evidence: { ...verdict.evidence, explanation } };
}

/** Shared by the probes of several identities on one platform. */
interface StartFlag {
  readonly keepWaiting: () => boolean;
  readonly onStart: () => void;
}

interface IdentityProbe {
  readonly rule: ProbeRule;
  readonly identity: Identity;
  readonly stored: Control | undefined;
  readonly started: StartFlag;
}

/** Probes one identity on one platform, with the control that its verdict needs. Equal requests of concurrent lookups are sent once. */
async function probeIdentity(
  ports: PlatformProbePorts,
  context: ProbeContext,
  platform: Platform,
  { rule, identity, stored, started }: IdentityProbe,
): Promise<Verdict> {
  const { signal, readAt, queue, lookup } = context;
  const ruleId = ruleDigest(rule); // the catalogue may have changed since an equal request began
  let sentAt: Date | undefined;
  const participant = { requestClass: queue.requestClass, bypassCache: lookup.bypassCache, signal };
  const verdict = await ports.coalescer
    .join(`${platform.slug}:${ruleId}:${identity.type}:${identity.value}`, participant, async (run) => {
      const onStart = (): void => {
        sentAt ??= ports.now();
        run.onStart();
        started.onStart();
      };
      const ticket = { ...queue, keepWaiting: started.keepWaiting };
      return probeVerified(ports, {
        platform,
        rule,
        identity,
        stored: { control: stored, readAt },
        queue: ticket,
        signal: run.signal,
        onStart,
      });
    })
    .catch((error: unknown): Verdict => {
      context.cancelled.throwIfAborted();
      if (!signal.aborted) throw error;
      return unsentVerdict('interrupted', 'ended before the platform had answered', platform.slug);
    });
  if (verdict.state === 'registered' && verdict.ageMs === undefined && sentAt)
    observeTraffic(ports.traffic, context, { platform, rule, identity }, { verdict, sentAt });
  if (verdict.state === 'inconclusive' && verdict.isTrialDue) ports.trials.begin(platform, identity.type);
  if (verdict.state === 'inconclusive' && verdict.reason === 'timeout') ports.trials.confirm(platform, identity.type);
  if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
    await ports.backoffs.backOff(platform.slug, verdict.retryAfterSeconds, verdict.reason);
  }
  return verdict;
}
