import { cancellationSignal } from '@temporalio/activity';
import { servableFacts } from '../../src/features/lookups/servable-facts.js';
import type { DerivedOutcome } from '../../src/features/lookups/derived.js';
import type { DerivedStore } from '../../src/features/lookups/store/derived-store.js';
import type { CheckOutcome, DerivedTarget, Lookup } from '../../src/features/lookups/lookup.js';
import type { FactStore } from '../../src/features/lookups/store/fact-store.js';
import { allowedOf } from '../../src/engine/eligibility.js';
import { requestClassOf } from '../../src/engine/flow/request-class.js';
import { suppressedRefs, unlistedHandles } from '../../src/features/suppressions/suppressions.js';
import { Deadline } from '../../src/kernel/net/deadline.js';
import { batchWriter } from '../probes/outcomes.js';
import { missingLookup } from '../runtime/failures.js';
import { startHeartbeat } from '../runtime/heartbeat.js';
import { answerTestHandle } from '../probes/test-shard.js';
import { probePlatform } from '../probes/probe-platform.js';
import type { ProbeActivityPorts } from '../probes/probe-shard.js';

const FLUSH_MS = 100;
/** Derived usernames are an extra: a platform without a free slot within this time is omitted. */
const MAX_WAIT_MS = 5_000;

export interface DerivedActivityPorts extends ProbeActivityPorts {
  readonly derived: DerivedStore;
  readonly facts: FactStore;
}

export function createDerivedActivities(ports: DerivedActivityPorts) {
  return {
    /**
     * Probes a few platforms for the usernames derived from a lookup's e-mail addresses, by the same rules as the sweep. Known
     * facts about such a username are reused, and a second run probes only platforms without a stored outcome.
     */
    async probeDerived({ lookupId }: { lookupId: string }): Promise<{ checks: number }> {
      const [lookup, recorded] = await Promise.all([ports.reader.find(lookupId), ports.derived.read(lookupId)]);
      if (!lookup?.plan) return missingLookup();
      if (lookup.state === 'finished') return { checks: 0 };
      const { accountId, plan } = lookup;
      const suppressed = await suppressedRefs(ports.suppressions, lookup);
      const targets = await unlistedHandles(ports.suppressions, accountId, plan.derived ?? [], suppressed);
      const done = new Set(recorded.map(({ handle, platform }) => `${handle} ${platform}`));
      const running = new Deadline([cancellationSignal()]);
      const { signal } = running;
      const stop = startHeartbeat();
      const writer = batchWriter<DerivedOutcome>({
        write: async (batch) => {
          if (!(await ports.derived.record(lookupId, batch))) running.interrupt();
        },
        delayMs: () => FLUSH_MS,
      });
      const probeTarget = async (target: DerivedTarget): Promise<number> => {
        const open = target.platforms.filter((platform) => !done.has(`${target.handle} ${platform}`));
        if (lookup.isTest) return answerTestHandle(ports, { lookup, target: { ...target, platforms: open }, add: writer.add });
        return open.length === 0 ? 0 : probeHandle(ports, { lookup, signal, target: { ...target, platforms: open }, add: writer.add });
      };
      try {
        const counts = await Promise.all(targets.map(probeTarget));
        signal.throwIfAborted();
        return { checks: counts.reduce((sum, each) => sum + each, 0) };
      } finally {
        stop();
        await writer.end();
        running.stop();
      }
    },
  };
}

interface DerivedProbeRun {
  readonly lookup: Lookup;
  readonly signal: AbortSignal;
  readonly target: DerivedTarget;
  readonly add: (outcomes: readonly DerivedOutcome[]) => void;
}

/** @returns how many platforms were probed */
async function probeHandle(ports: DerivedActivityPorts, { lookup, signal, target, add }: DerivedProbeRun): Promise<number> {
  const { handle, subject, platforms } = target;
  const subjects = { username: handle };
  const readAt = ports.now();
  const [facts, backingOff, controls, disabled] = await Promise.all([
    lookup.bypassCache ? [] : ports.facts.reusable({ accountId: lookup.accountId, subjects }),
    ports.backoffs.backoffs(),
    ports.controlStore.newest(platforms),
    ports.switches.current(),
  ]);
  // A derived handle may be somebody else's: what their account reveals is neither shown nor kept. A fact without it is not reused (it has
  // no rule), since it would hide that from a lookup of the name itself.
  const derived = ({ linkedAccounts = [], profile, rule, ...outcome }: CheckOutcome): DerivedOutcome => ({
    ...outcome,
    rule: linkedAccounts.length > 0 || profile ? undefined : rule,
    handle,
    subject,
  });
  const allowed = allowedOf(lookup, servableFacts(facts, controls, ports.catalogue), ports.catalogue);
  const servable = allowed.filter(({ platform }) => !disabled.has(platform));
  const known = new Map(servable.map((fact) => [fact.platform, fact]));
  add(platforms.flatMap((platform) => known.get(platform) ?? []).map(derived));
  const unknown = platforms.filter((platform) => !known.has(platform));
  const queue = { requestClass: requestClassOf(lookup.mode), fairnessKey: lookup.accountId, maxWaitMs: MAX_WAIT_MS };
  const context = { lookup: { ...lookup, subjects }, backingOff, controls, readAt, signal, cancelled: signal, queue };
  await Promise.all(
    unknown.map(async (platform) => add((await probePlatform(ports, context, { platform, subjects: ['username'] })).map(derived))),
  );
  return unknown.length;
}

export type DerivedActivities = ReturnType<typeof createDerivedActivities>;
