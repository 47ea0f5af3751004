import { cancellationSignal } from '@temporalio/activity';
import type { Control } from '../../src/engine/controls/control.js';
import { eligibilityOf } from '../../src/engine/eligibility.js';
import type { EgressPool } from '../../src/engine/flow/egress-pool.js';
import { type QueueLimits, queueLimitMs, SLOT_WAIT_MS } from '../../src/engine/flow/deferral.js';
import { type QueueTicket, requestClassOf } from '../../src/engine/flow/request-class.js';
import type { InstantSize } from '../../src/engine/flow/instant.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import type { CheckOutcome, Lookup } from '../../src/features/lookups/lookup.js';
import type { ProbeTarget } from '../../src/engine/catalogue/rules/bands.js';
import { inconclusiveOutcome } from '../../src/features/lookups/lookup-summary.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../src/engine/catalogue/rules/revision.js';
import type { BackoffStore, PlatformCatalogue, RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import type { PlatformProber } from '../../src/engine/http/prober.js';
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import { foldsCase } from '../../src/engine/catalogue/rules/rule-scope.js';
import { kindOf, type SubjectRef } from '../../src/kernel/identity/subjects.js';
import { type SuppressionList, suppressedRefs, unlistedLinkedAccounts } from '../../src/features/suppressions/suppressions.js';
import { type InconclusiveReason, unsentVerdict, type Verdict } from '../../src/engine/evaluation/verdict.js';
import { Deadline } from '../../src/kernel/net/deadline.js';
import { batchWriter, type EgressHistory, flushDelayMs, outcomeWithoutEgress, ShardOutcomes } from './outcomes.js';
import type { CircuitTrials } from './health-probes.js';
import { PROBE_DEADLINE_MS } from '../../src/engine/controls/control-probes.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';
import { DeferrableAttempt, type DeferralBacklog } from './deferral.js';
import { instantLimits } from './instant-limits.js';
import { missingLookup } from '../runtime/failures.js';
import type { RequestCoalescer } from './request-coalescer.js';
import { probeVerified } from '../../src/engine/verified-probe.js';
import type { TrafficCalibration } from '../../src/engine/controls/traffic-calibration.js';
import { answerTestShard } from './test-shard.js';
import { byTraffic, observeTraffic } from './by-traffic.js';

/** How long a background lookup is deferred while it is unknown whether the egress has failed: longer than a time-out. */
const MAX_UNDECIDED_MS = 15_000;

export interface ProbeActivityPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly prober: PlatformProber;
  /** The egress pool that the prober uses. */
  readonly egress: EgressPool;
  readonly backoffs: BackoffStore;
  readonly switches: Pick<PlatformSwitches, 'current'>;
  readonly controlStore: ControlStore;
  readonly controls: ControlRunner;
  readonly applicability: RuleApplicability;
  readonly suppressions: SuppressionList;
  /** Runs a check as soon as the limit allows: this process limits the checks of lookups that no caller waits for. */
  readonly limitConcurrency: (lookup: Pick<Lookup, 'mode' | 'accountId' | 'band'>, check: () => Promise<void>) => Promise<void>;
  readonly coalescer: RequestCoalescer<Verdict>;
  /** What lookups show of platforms without a known account; absent: it is turned off. */
  readonly traffic?: TrafficCalibration | undefined;
  readonly trials: CircuitTrials;
  readonly backlog: DeferralBacklog;
  readonly queueLimits: QueueLimits;
  readonly instantSize: InstantSize;
  readonly egressHistory: EgressHistory;
  readonly instantCeilingMs: number;
  readonly now: () => Date;
}

export function createProbeActivities(ports: ProbeActivityPorts) {
  return {
    /**
     * Probes the platforms of a shard and stores each outcome as it arrives. Targets that get no slot in time are left: the
     * activity ends, and its retry probes those without a stored outcome. So does the retry after a killed worker, which costs a
     * second request for what was in flight and for nothing else. A "no" that only traffic can cover waits for it when all others are
     * written; an instant lookup's does not wait.
     */
    async probeShard({ lookupId, shard }: { lookupId: string; shard: number }): Promise<{ checks: number }> {
      const { lookup, targets } = (await ports.reader.openShard(lookupId, shard)) ?? missingLookup();
      if (lookup.state === 'finished') return { checks: 0 };
      if (lookup.isTest) return answerTestShard(ports, { lookup, targets });
      // A lookup that was deleted or finished meanwhile stores no more outcomes, and so probes no more platforms.
      const running = new Deadline([cancellationSignal()]);
      const { signal } = running;
      const startedAt = ports.now().getTime();
      const isDeep = lookup.band === 'deep';
      const attempt = new DeferrableAttempt(startedAt, ports.backlog, isDeep);
      const { instantCeilingMs: ceilingMs, instantSize } = ports;
      const deadlineMs = lookup.deadlineMs ?? ceilingMs;
      const beganAt = performance.now();
      const instant =
        lookup.mode === 'instant'
          ? instantLimits({ acceptedAt: lookup.acceptedAt.getTime(), ceilingMs, deadlineMs, graceMs: PROBE_DEADLINE_MS }, signal)
          : null;
      const isBackground = lookup.mode === 'async' || lookup.mode === 'batch';
      const mayDefer = attempt.waitedMs < queueLimitMs(lookup.mode, ports.queueLimits);
      const writer = batchWriter<CheckOutcome>({
        write: async (batch) => {
          const outcomes = ports.egressHistory.hasFailed(0) ? batch.map(outcomeWithoutEgress) : batch;
          const shown = await unlistedLinkedAccounts(ports.suppressions, lookup.accountId, outcomes);
          if (!(await ports.writer.record(lookupId, shown))) running.interrupt();
        },
        delayMs: () => flushDelayMs(isBackground, instant && instant.ceilingAt - ports.now().getTime()),
      });
      const found = new ShardOutcomes(writer, mayDefer);
      let rest = { left: 0, undecided: 0 };
      const count = () => instantSize.observe({ planned: targets.length, inTime: found.answered }, performance.now(), beganAt);
      instant?.atCeiling(count);
      try {
        const readAt = ports.now();
        const [backingOff, controls, suppressed] = await Promise.all([
          ports.backoffs.backoffs(),
          ports.controlStore.newest(targets.map((target) => target.platform)),
          suppressedRefs(ports.suppressions, lookup),
        ]);
        const maxWaitMs = instant ? Math.max(1, instant.ceilingAt - startedAt) : SLOT_WAIT_MS;
        const { mode, accountId: fairnessKey } = lookup;
        const queue: QueueTicket = { requestClass: requestClassOf(mode), fairnessKey, isDeep, maxWaitMs };
        const withheld = new Map<CheckOutcome, () => Promise<CheckOutcome>>();
        const settled = (outcomes: CheckOutcome[]) => Promise.all(outcomes.map((outcome) => withheld.get(outcome)?.() ?? outcome));
        const waiting: CheckOutcome[][] = [];
        const context: ProbeContext = {
          lookup,
          withheld,
          suppressed,
          backingOff,
          controls,
          readAt,
          signal: instant?.signal ?? signal,
          cancelled: signal,
          queue,
        };
        const probeTarget = async (target: ProbeTarget): Promise<void> => {
          signal.throwIfAborted(); // the limit may admit it after the shard's end
          const outcomes = await probePlatform(ports, context, target);
          if (instant || !outcomes.some((outcome) => withheld.has(outcome))) found.add(await settled(outcomes));
          else waiting.push(outcomes);
        };
        await Promise.all(targets.map((target) => ports.limitConcurrency(lookup, () => probeTarget(target))));
        signal.throwIfAborted();
        const endedAt = ports.now().getTime();
        rest = found.settle(ports.egressHistory, {
          startedAt,
          endedAt,
          mayWait: isBackground && attempt.undecidedMs(endedAt) < MAX_UNDECIDED_MS,
        });
        const exchanged = ports.traffic?.exchange(withheld.size > 0);
        if (!instant) await exchanged;
        await Promise.all(waiting.map(async (outcomes) => found.add(await settled(outcomes))));
        signal.throwIfAborted();
      } finally {
        attempt.end();
        instant?.release();
        await writer.end();
        running.stop();
      }
      if (rest.left > 0) attempt.defer(rest.left, ports.now().getTime(), rest.undecided > 0);
      return { checks: targets.length };
    },
  };
}

/** What stays the same while a lookup's platforms are probed. */
export interface ProbeContext {
  readonly lookup: Pick<Lookup, 'subjects' | 'bypassCache'> & Partial<Pick<Lookup, 'accountId'>>;
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
export async function probePlatform(ports: ProbeActivityPorts, context: ProbeContext, target: ProbeTarget): Promise<CheckOutcome[]> {
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
      const conditions = { applicability: ports.applicability, disabled, backingOff: context.backingOff, stored, now: ports.now() };
      const eligible = eligibilityOf(found, { type, value }, conditions);
      if (typeof eligible === 'string') return omit(eligible);
      const { platform, rule, identity } = eligible;
      const verdict = await probeIdentity(ports, context, platform, { rule, identity, stored, started });
      const outcome: CheckOutcome = {
        platform: platform.slug,
        subject,
        state: verdict.state,
        method: rule.method,
        mailboxProvider: false,
        reason: verdict.state === 'inconclusive' ? verdict.reason : null,
        checkedAt: ports.now(),
        fromCache: false,
        egress: ports.egress,
        evidence: verdict.evidence,
        rule: ruleDigest(rule),
        isFolded: foldsCase(rule),
        ...(verdict.state === 'registered' && verdict.profile ? { profile: verdict.profile } : {}),
        ...(verdict.state === 'registered' && verdict.linkedAccounts ? { linkedAccounts: verdict.linkedAccounts } : {}),
      };
      const no = verdict.state === 'inconclusive' ? verdict.withheld : undefined;
      const known = { platform, rule, identity, outcome, stored };
      if (no && ports.traffic) context.withheld?.set(outcome, byTraffic(ports.traffic, ports.controls, context, { ...known, no }));
      return outcome;
    }),
  );
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
  ports: ProbeActivityPorts,
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
  if (verdict.state === 'registered' && sentAt) observeTraffic(ports.traffic, context, { platform, rule, identity }, { verdict, sentAt });
  if (verdict.state === 'inconclusive' && verdict.isTrialDue) ports.trials.begin(platform, identity.type);
  if (verdict.state === 'inconclusive' && verdict.reason === 'timeout') ports.trials.confirm(platform, identity.type);
  if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
    await ports.backoffs.backOff(platform.slug, verdict.retryAfterSeconds, verdict.reason);
  }
  return verdict;
}

export type ProbeActivities = ReturnType<typeof createProbeActivities>;
