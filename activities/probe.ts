import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { CheckOutcome, Lookup, LookupPlan, Target } from '../src/domain/lookup.js';
import { shardOf } from '../src/domain/lookup.js';
import { unanswered } from '../src/domain/lookup-summary.js';
import type { LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import type { CooldownStore, PlatformCatalogue, PlatformProber } from '../src/domain/ports.js';
import { batchWriter } from './batch-writer.js';
import { missingLookup } from './failures.js';

/** Longest time that one platform may take, from the moment a connection slot is free. */
const PROBE_DEADLINE_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** A caller who watches gets results almost at once; a background sweep spares the database. */
const FLUSH_MS = { watched: 15, background: 100 } as const;

export interface ProbeActivityPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly prober: PlatformProber;
  readonly cooldowns: CooldownStore;
  readonly now: () => Date;
}

export function createProbeActivities(ports: ProbeActivityPorts) {
  return {
    /**
     * Asks all platforms of a shard at once and stores each answer as it comes. Run again, it asks only those that have no
     * outcome in the record yet, so a killed worker costs a second question to what was in flight and to nothing else.
     */
    async probeShard({ lookupId, shard }: { lookupId: string; shard: number }): Promise<{ asked: number }> {
      const [lookup, recorded] = await Promise.all([ports.reader.find(lookupId), ports.writer.recordedPlatforms(lookupId)]);
      if (!lookup?.plan) return missingLookup();
      if (lookup.state === 'finished') return { asked: 0 };
      const targets = shardOf(lookup.plan, shard).filter((target) => !recorded.has(target.platform));
      const signal = cancellationSignal();
      const alive = setInterval(() => heartbeat(), HEARTBEAT_MS);
      const writer = batchWriter<CheckOutcome>({
        write: (batch) => ports.writer.record(lookupId, batch).then(() => undefined),
        delayMs: FLUSH_MS[lookup.delivery === 'async' || lookup.delivery === 'batch' ? 'background' : 'watched'],
      });
      try {
        const cooling = await ports.cooldowns.coolingPlatforms();
        await Promise.all(
          targets.map(async (target) => writer.add(await askPlatform(ports, lookup, target, cooling, signal))),
        );
        signal.throwIfAborted();
      } finally {
        clearInterval(alive);
        await writer.end();
      }
      return { asked: targets.length };
    },
  };
}

/** All subjects of one platform; their outcomes are written together, so that a platform is either done or not. */
async function askPlatform(
  ports: ProbeActivityPorts,
  lookup: Lookup & { plan: LookupPlan | null },
  target: Target,
  cooling: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<CheckOutcome[]> {
  const platform = ports.catalogue.get(target.platform);
  return Promise.all(
    target.subjects.map(async (subject): Promise<CheckOutcome> => {
      const value = lookup.subjects[subject];
      const rule = platform?.probes[subject];
      if (!platform || !rule || value === undefined) return unanswered(target.platform, subject, 'not_applicable', ports.now());
      if (cooling.has(platform.slug)) return unanswered(platform.slug, subject, 'cooling_down', ports.now());
      const verdict = await ports.prober.probe(platform, { type: subject, value }, { signal, deadlineMs: PROBE_DEADLINE_MS });
      signal.throwIfAborted(); // an interrupted check is asked again by the retry, not recorded as unanswered
      const doubt = verdict.state === 'inconclusive' ? verdict.doubt : null;
      if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
        await ports.cooldowns.cool(platform.slug, verdict.retryAfterSeconds, verdict.doubt);
      }
      return {
        platform: platform.slug, subject, state: verdict.state, doubt, method: rule.method, mailboxProvider: false,
        checkedAt: ports.now(), fromCache: false, evidence: verdict.evidence,
      };
    }),
  );
}

export type ProbeActivities = ReturnType<typeof createProbeActivities>;
