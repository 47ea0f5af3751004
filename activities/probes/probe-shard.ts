import { cancellationSignal } from '@temporalio/activity';
import type { CheckOutcome, Lookup } from '../../src/features/lookups/lookup.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { type SuppressionList, suppressedRefs, unlistedLinkedAccounts } from '../../src/features/suppressions/suppressions.js';
import type { ProbeTarget } from '../../src/engine/catalogue/rules/bands.js';
import type { CheckLimiter } from '../../src/engine/flow/check-limiter.js';
import { type QueueLimits, queueLimitMs } from '../../src/engine/flow/deferral.js';
import { requestClassOf } from '../../src/engine/flow/request-class.js';
import { Deadline } from '../../src/kernel/net/deadline.js';
import { missingLookup } from '../runtime/failures.js';
import { DeferrableAttempt, type DeferralBacklog } from './deferral.js';
import { batchWriter, type BatchWriter, type EgressHistory, outcomeWithoutEgress, ShardOutcomes } from './outcomes.js';
import { type PlatformProbePorts, type ProbeContext, probePlatform } from './probe-platform.js';
import { paceOf, type ShardPace } from './shard-pace.js';
import { answerTestShard } from './test-shard.js';

/** How long a background lookup is deferred while it is unknown whether the egress has failed: longer than a time-out. */
const MAX_UNDECIDED_MS = 15_000;

export interface ProbeActivityPorts extends PlatformProbePorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly suppressions: SuppressionList;
  /** This process limits the checks of lookups that no caller waits for. */
  readonly checkLimiter: Pick<CheckLimiter, 'turn'>;
  readonly backlog: DeferralBacklog;
  readonly queueLimits: QueueLimits;
  readonly egressHistory: EgressHistory;
  readonly instantCeilingMs: number;
}

export function createProbeActivities(ports: ProbeActivityPorts) {
  return {
    /**
     * Probes the platforms of a shard and stores each outcome as it arrives. Targets that get no slot in time are left: the
     * activity ends, and its retry probes those without a stored outcome. So does the retry after a killed worker, which costs a
     * second request for what was in flight and for nothing else.
     */
    async probeShard({ lookupId, shard }: { lookupId: string; shard: number }): Promise<{ checks: number }> {
      const { lookup, targets } = (await ports.reader.openShard(lookupId, shard)) ?? missingLookup();
      if (lookup.state === 'finished') return { checks: 0 };
      if (lookup.isTest) return answerTestShard(ports, { lookup, targets });
      const startedAt = ports.now().getTime();
      const attempt = new DeferrableAttempt(startedAt, ports.backlog);
      // A lookup that was deleted or finished meanwhile stores no more outcomes, and so probes no more platforms.
      const running = new Deadline([cancellationSignal()]);
      const pace = paceOf(lookup, { ceilingMs: ports.instantCeilingMs, now: ports.now, cancelled: running.signal });
      const writer = writerOf(ports, lookup, pace, running);
      const found = new ShardOutcomes(writer, attempt.waitedMs < queueLimitMs(lookup.mode, ports.queueLimits));
      let rest = { left: 0, undecided: 0 };
      try {
        const context = await openContext(ports, lookup, targets, pace, running.signal);
        const waiting = await probeTargets(ports, context, targets, found, pace);
        const endedAt = ports.now().getTime();
        const mayWait = pace.isBackground && attempt.undecidedMs(endedAt) < MAX_UNDECIDED_MS;
        rest = found.settle(ports.egressHistory, { startedAt, endedAt, mayWait });
        await settleByTraffic(ports, context, waiting, found, pace);
      } finally {
        attempt.end();
        pace.release();
        await writer.end();
        running.stop();
      }
      if (rest.left > 0) attempt.defer(rest.left, ports.now().getTime(), rest.undecided > 0);
      return { checks: targets.length };
    },
  };
}

type ShardLookup = Omit<Lookup, 'plan'>;
/** What all probes of a shard share, with each "no" that waits for traffic. */
interface ShardContext extends ProbeContext {
  readonly lookup: ShardLookup;
  readonly withheld: Map<CheckOutcome, () => Promise<CheckOutcome>>;
}

/** Writes outcomes in small batches; ends the shard's run once its lookup takes none. */
function writerOf(ports: ProbeActivityPorts, lookup: ShardLookup, pace: ShardPace, running: Deadline): BatchWriter<CheckOutcome> {
  return batchWriter<CheckOutcome>({
    write: async (batch) => {
      const outcomes = ports.egressHistory.hasFailed(0) ? batch.map(outcomeWithoutEgress) : batch;
      const shown = await unlistedLinkedAccounts(ports.suppressions, lookup.accountId, outcomes);
      if (!(await ports.writer.record(lookup.id, shown))) running.interrupt();
    },
    delayMs: () => pace.flushDelayMs(),
  });
}

/** Reads what stays the same while the shard's platforms are probed. */
async function openContext(
  ports: ProbeActivityPorts,
  lookup: ShardLookup,
  targets: readonly ProbeTarget[],
  { signal, maxWaitMs }: ShardPace,
  cancelled: AbortSignal,
): Promise<ShardContext> {
  const readAt = ports.now();
  const [backingOff, controls, suppressed] = await Promise.all([
    ports.backoffs.backoffs(),
    ports.controlStore.newest(targets.map((target) => target.platform)),
    suppressedRefs(ports.suppressions, lookup),
  ]);
  const { mode, accountId: fairnessKey, band } = lookup;
  const queue = { requestClass: requestClassOf(mode), fairnessKey, isDeep: band === 'deep', maxWaitMs };
  return { lookup, withheld: new Map(), suppressed, backingOff, controls, readAt, signal, cancelled, queue };
}

/** Probes every target as the limit allows. @returns the outcomes of platforms that wait for traffic */
async function probeTargets(
  ports: ProbeActivityPorts,
  context: ShardContext,
  targets: readonly ProbeTarget[],
  found: ShardOutcomes,
  { awaitsTraffic }: ShardPace,
): Promise<CheckOutcome[][]> {
  const waiting: CheckOutcome[][] = [];
  const probeTarget = async (target: ProbeTarget): Promise<void> => {
    const endTurn = await ports.checkLimiter.turn(context.lookup);
    try {
      context.cancelled.throwIfAborted(); // the limit may admit it after the shard's end
      const outcomes = await probePlatform(ports, context, target);
      if (awaitsTraffic && outcomes.some((outcome) => context.withheld.has(outcome))) waiting.push(outcomes);
      else found.add(await covered(context, outcomes));
    } finally {
      endTurn();
    }
  };
  await Promise.all(targets.map(probeTarget));
  context.cancelled.throwIfAborted();
  return waiting;
}

/** Decides what waits for traffic, after the counts of all workers are exchanged. */
async function settleByTraffic(
  { traffic }: ProbeActivityPorts,
  context: ShardContext,
  waiting: readonly CheckOutcome[][],
  found: ShardOutcomes,
  { awaitsTraffic }: ShardPace,
): Promise<void> {
  const exchanged = traffic?.exchange(context.withheld.size > 0);
  if (awaitsTraffic) await exchanged;
  await Promise.all(waiting.map(async (outcomes) => found.add(await covered(context, outcomes))));
  context.cancelled.throwIfAborted();
}

const covered = ({ withheld }: ShardContext, outcomes: readonly CheckOutcome[]): Promise<CheckOutcome[]> =>
  Promise.all(outcomes.map((outcome) => withheld.get(outcome)?.() ?? outcome));

export type ProbeActivities = ReturnType<typeof createProbeActivities>;
