import { CircuitTrials } from '../../../activities/probes/health-probes.js';
import { type PlatformProbePorts, probePlatform } from '../../../activities/probes/probe-platform.js';
import { RequestCoalescer } from '../../../activities/probes/request-coalescer.js';
import { negativeControls } from '../../../src/engine/controls/negative-control-identities.js';
import { RuleProber } from '../../../src/engine/platform-prober.js';
import { requestViolation } from '../../../src/engine/catalogue/safety/check-request.js';
import { inMemoryControls } from '../../../src/engine/controls/in-memory-controls.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { RuleApplicability } from '../../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../../src/engine/controls/ports.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import type { SubjectRef, Subjects } from '../../../src/kernel/identity/subjects.js';
import type { CheckOutcome } from '../../../src/features/lookups/lookup.js';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import type { OutboundHttp } from '../../../src/engine/http/types.js';

export interface Probing {
  readonly controlStore: ControlStore;
  readonly applicability: RuleApplicability;
  /** Probes one platform as a lookup does that waits for nobody, with the newest controls of this egress. */
  probe(platform: string, subjects: Subjects, refs?: readonly SubjectRef[]): Promise<CheckOutcome[]>;
}

/**
 * The service's probing of platforms through an egress by which nothing was asked yet: real prober and controls, in memory.
 *
 * @param numbers the operator's negative control numbers, by platform
 */
export function probingOf(
  transport: OutboundHttp,
  platforms: readonly Platform[],
  numbers: Readonly<Record<string, readonly string[]>> = {},
): Probing {
  const now = (): Date => new Date();
  const { controlStore, backoffs } = inMemoryControls(now);
  const prober = new RuleProber({ transport, violation: requestViolation });
  const { identities: negativeIdentities, applicability } = negativeControls((platform) => numbers[platform] ?? []);
  const ports = {
    prober,
    backoffs,
    now,
    applicability,
    coalescer: new RequestCoalescer<Verdict>(),
    trials: new CircuitTrials({ prober, negativeIdentities, claim: async () => false }),
    controls: new ControlRunner({ prober, backoffs, now, negativeIdentities, store: controlStore }),
    egress: 'direct',
    catalogue: { platforms, get: (slug: string) => platforms.find((each) => each.slug === slug) },
    switches: { current: async () => new Set() },
  } as unknown as PlatformProbePorts;
  const { signal } = new AbortController();
  const queue = { requestClass: 'async', fairnessKey: 'account', maxWaitMs: 5_000 } as const;
  return {
    controlStore,
    applicability,
    async probe(platform, subjects, refs = ['username']) {
      const readAt = now();
      const controls = await controlStore.newest([platform]);
      const lookup = { subjects, bypassCache: false };
      const context = { lookup, backingOff: new Map(), controls, readAt, signal, cancelled: signal, queue };
      return probePlatform(ports, context, { platform, subjects: [...refs] } as Parameters<typeof probePlatform>[2]);
    },
  };
}
