/**
 * The only place where the measurements in this process touch the engine: the service's own probing of a platform, with its own prober,
 * controls and stores, on simulated platforms and on a clock that the measurement moves.
 */
import { createControlRunner } from '../../../src/engine/controls/create-control-runner.js';
import { type PlatformProbePorts, probePlatform } from '../../../activities/probes/probe-platform.js';
import { RequestCoalescer } from '../../../activities/probes/request-coalescer.js';
import { ruleApplicability } from '../../../src/engine/controls/negative-control-identities.js';
import { RuleProber } from '../../../src/engine/platform-prober.js';
import { inMemoryControls } from '../../../src/engine/controls/in-memory-controls.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import type { MemorySimulator } from '../../simulator/memory-simulator.js';
import { memoryTransport } from './memory-transport.js';

export interface Engine {
  /** One question of a lookup that no caller waits for. @param value a name, or what the type says */
  probe(platform: Platform, value: string, type?: QueryType): Promise<EngineAnswer>;
  /** What the schedule does ahead of lookups: a control, and known accounts in other spellings. */
  renew(platform: Platform): Promise<void>;
  /** Whether a control or a repeated question has contradicted an earlier one there. */
  hasContradicted(slug: string): boolean;
  /** Moves the clock. */
  pass(milliseconds: number): void;
  readonly now: () => Date;
}

export interface EngineAnswer {
  readonly answer: 'registered' | 'not_registered' | 'omitted';
  /** Why it was omitted. */
  readonly reason: string | null;
  /** The page or the redirect that an answer rests on, for people who look into a wrong one. */
  readonly explanation: string;
}

const START = new Date('2030-01-01T00:00:00Z').getTime();

/** @param registry the simulated platforms, of which these are some or all */
export function createEngine(registry: Pick<MemorySimulator, 'exchange'>, platforms: readonly Platform[]): Engine {
  let at = START;
  const now = (): Date => new Date(at);
  const { controlStore: store, backoffs } = inMemoryControls(now);
  const contradicted = new Set<string>();
  const controlStore: typeof store = {
    ...store,
    async save(control) {
      if (control.outcome.contradictions?.length) contradicted.add(control.platform);
      await store.save(control);
    },
  };
  const prober = new RuleProber({ transport: memoryTransport(registry), violation: () => null });
  const controls = createControlRunner({ prober, store: controlStore, backoffs, now, spacingMs: 0 });
  const bySlug = new Map(platforms.map((platform) => [platform.slug, platform]));
  // What a single platform's probing uses of the ports of its activity.
  const ports = {
    prober,
    backoffs,
    controlStore,
    controls,
    applicability: ruleApplicability,
    egress: 'simulator',
    coalescer: new RequestCoalescer<Verdict>(() => at),
    trials: { begin: () => undefined, confirm: () => undefined },
    catalogue: { platforms, get: (slug: string) => bySlug.get(slug) },
    switches: { current: async () => new Set<string>() },
    now,
  } as unknown as PlatformProbePorts;
  const { signal } = new AbortController();

  return {
    async probe({ slug }, value, type = 'username') {
      const context = {
        lookup: { subjects: { [type]: value }, bypassCache: true },
        backingOff: await backoffs.backoffs(),
        controls: await controlStore.newest([slug]),
        readAt: now(),
        signal,
        cancelled: signal,
        queue: { requestClass: 'async' as const, fairnessKey: 'bench', maxWaitMs: 60_000 },
      };
      const [outcome] = await probePlatform(ports, context, { platform: slug, subjects: [type] });
      const state = outcome?.state ?? 'inconclusive';
      return {
        answer: state === 'registered' || state === 'not_registered' ? state : 'omitted',
        reason: outcome?.reason ?? null,
        explanation: outcome?.evidence?.explanation ?? '',
      };
    },
    async renew(platform) {
      const before = (await controlStore.newest([platform.slug])).get(`${platform.slug}:username`);
      await controls.renew(platform, 'username', before);
    },
    hasContradicted: (slug) => contradicted.has(slug),
    pass(milliseconds) {
      at += milliseconds;
    },
    now,
  };
}
