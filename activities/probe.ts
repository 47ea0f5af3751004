import { cancellationSignal } from '@temporalio/activity';
import { isQuarantined, type Control } from '../src/domain/calibration.js';
import type { EgressPool } from '../src/domain/egress.js';
import type { Identity } from '../src/domain/identity.js';
import type { CheckOutcome, Lookup, Target } from '../src/domain/lookup.js';
import { unanswered } from '../src/domain/lookup-summary.js';
import type { LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import type { Platform } from '../src/domain/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue, PlatformProber } from '../src/domain/ports.js';
import { kindOf } from '../src/domain/subjects.js';
import type { Doubt, Verdict } from '../src/domain/verdict.js';
import { batchWriter } from './batch-writer.js';
import { type Controls, PROBE_DEADLINE_MS, urgencyAt } from './controls.js';
import { missingLookup } from './failures.js';
import { keepAlive } from './keep-alive.js';
import { vouched } from './second-look.js';

/** A caller who watches gets results almost at once; a background sweep spares the database. */
const FLUSH_MS = { watched: 15, background: 400 } as const;

export interface ProbeActivityPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly prober: PlatformProber;
  /** The way out that the prober takes. */
  readonly egress: EgressPool;
  readonly cooldowns: CooldownStore;
  readonly controlStore: ControlStore;
  readonly controls: Controls;
  /** Begins a check of a background sweep when its turn has come: those begun at once in this process are limited. */
  readonly inTurn: (check: () => Promise<void>) => Promise<void>;
  /** Ceiling of the instant path, in milliseconds. */
  readonly instantCeilingMs: number;
  readonly now: () => Date;
}

export function createProbeActivities(ports: ProbeActivityPorts) {
  return {
    /**
     * Asks all platforms of a shard at once and stores each answer as it comes. Run again, it asks only those that have no
     * outcome in the record yet, so a killed worker costs a second question to what was in flight and to nothing else.
     */
    async probeShard({ lookupId, shard }: { lookupId: string; shard: number }): Promise<{ asked: number }> {
      const { lookup, targets } = (await ports.reader.openShard(lookupId, shard)) ?? missingLookup();
      if (lookup.state === 'finished') return { asked: 0 };
      const signal = cancellationSignal();
      const instant = lookup.delivery === 'instant' ? instantLimits(lookup.acceptedAt.getTime() + ports.instantCeilingMs, ports.instantCeilingMs + PROBE_DEADLINE_MS, signal) : null;
      const isBackground = lookup.delivery === 'async' || lookup.delivery === 'batch';
      const stop = keepAlive();
      const writer = batchWriter<CheckOutcome>({
        write: (batch) => ports.writer.record(lookupId, batch).then(() => undefined),
        delayMs: FLUSH_MS[isBackground ? 'background' : 'watched'],
      });
      try {
        const readAt = ports.now();
        const [cooling, controls] = await Promise.all([
          ports.cooldowns.coolingPlatforms(),
          ports.controlStore.newest(targets.map((target) => target.platform)),
        ]);
        const asking: Asking = { lookup, cooling, controls, readAt, signal, ...(instant ? { instant } : {}) };
        const ask = async (target: Target): Promise<void> => {
          signal.throwIfAborted(); // its turn may come after the shard's end
          writer.add(await askPlatform(ports, asking, target));
        };
        await Promise.all(targets.map((target) => (isBackground ? ports.inTurn(() => ask(target)) : ask(target))));
        signal.throwIfAborted();
      } finally {
        stop();
        instant?.release();
        await writer.end();
      }
      return { asked: targets.length };
    },
  };
}

/** What stands while a lookup's platforms are asked. */
export interface Asking {
  readonly lookup: Pick<Lookup, 'subjects'>;
  readonly cooling: ReadonlyMap<string, Date>;
  readonly controls: ReadonlyMap<string, Control>;
  /** When the controls were read. */
  readonly readAt: Date;
  readonly signal: AbortSignal;
  readonly instant?: InstantLimits;
}

/** What an instant lookup adds: who waits until when, and that its checks end, served or not, soon after. */
interface InstantLimits {
  /** Milliseconds since the epoch. */
  readonly ceilingAt: number;
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * @param ceilingAt when the answer leaves, in milliseconds since the epoch
 * @param endsInMs a check that waits for its turn at a busy platform until then is left out
 */
function instantLimits(ceilingAt: number, endsInMs: number, cancelled: AbortSignal): InstantLimits {
  const clock = new AbortController();
  const end = (): void => clock.abort();
  const timer = setTimeout(end, endsInMs);
  cancelled.addEventListener('abort', end, { once: true });
  return {
    ceilingAt,
    signal: clock.signal,
    release() {
      clearTimeout(timer);
      cancelled.removeEventListener('abort', end);
    },
  };
}

/** All subjects of one platform; their outcomes are written together, so that a platform is either done or not. */
export async function askPlatform(ports: ProbeActivityPorts, asking: Asking, target: Target): Promise<CheckOutcome[]> {
  const platform = ports.catalogue.get(target.platform);
  return Promise.all(
    target.subjects.map(async (subject): Promise<CheckOutcome> => {
      const value = asking.lookup.subjects[subject];
      const type = kindOf(subject);
      const rule = platform?.probes[type];
      const leave = (doubt: Doubt) => unanswered(target.platform, subject, doubt, ports.now());
      if (!platform || !rule || value === undefined) return leave('not_applicable');
      if (asking.cooling.has(platform.slug)) return leave('cooling_down');
      const stored = asking.controls.get(`${platform.slug}:${type}`);
      if (isQuarantined(stored, ports.now())) return leave('quarantined');
      const verdict = await askOne(ports, asking, platform, { type, value }, stored);
      return {
        platform: platform.slug, subject, state: verdict.state, method: rule.method, mailboxProvider: false,
        doubt: verdict.state === 'inconclusive' ? verdict.doubt : null,
        checkedAt: ports.now(), fromCache: false, egress: ports.egress, evidence: verdict.evidence,
      };
    }),
  );
}

/** One question, with what its answer rests on. */
async function askOne(ports: ProbeActivityPorts, asking: Asking, platform: Platform, identity: Identity, stored: Control | undefined): Promise<Verdict> {
  const { signal, readAt, instant } = asking;
  const urgency = instant ? { wantedWithinMs: Math.max(0, instant.ceilingAt - ports.now().getTime()) } : urgencyAt(stored);
  const answer = ports.prober.probe(platform, identity, { signal: instant?.signal ?? signal, deadlineMs: PROBE_DEADLINE_MS, ...urgency });
  const verdict = await vouched(ports.controls, { platform, subject: identity.type, stored: { control: stored, readAt }, verdict: answer, now: ports.now });
  signal.throwIfAborted(); // an interrupted check is asked again by the retry, not recorded as unanswered
  if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
    await ports.cooldowns.cool(platform.slug, verdict.retryAfterSeconds, verdict.doubt);
  }
  return verdict;
}

export type ProbeActivities = ReturnType<typeof createProbeActivities>;
