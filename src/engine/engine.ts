/** The probe engine by itself: from platform and identity to a verdict, without a database, an account, Temporal or a server. */
import type { PlatformCatalogue } from './catalogue/rules/ports.js';
import { requestViolation } from './catalogue/safety/check-request.js';
import { createControlRunner } from './controls/create-control-runner.js';
import { inMemoryControls } from './controls/in-memory-controls.js';
import type { Verdict } from './evaluation/verdict.js';
import { createOutboundHttp, type OutboundHttpOptions } from './http/index.js';
import type { KeyValues } from './http/platform-keys.js';
import { createPlatformProber } from './platform-prober.js';
import { probeVerified } from './verified-probe.js';
import type { Identity } from '../kernel/identity/identity.js';

export interface EngineOptions {
  readonly catalogue: PlatformCatalogue;
  /** How requests are sent: proxy, limits of a host, trusted roots. */
  readonly outbound?: OutboundHttpOptions;
  /** Names whoever probes, and never a browser; default `Footprint`. */
  readonly userAgent?: string;
  /** Keys of official interfaces; default: none. */
  readonly keys?: KeyValues;
}

export interface Engine {
  /**
   * Whether an identity is registered on a platform. Controls and requested pauses are remembered while the engine lives.
   *
   * @param slug of a platform of the catalogue
   * @param identity in normal form, as the identity parser returns it
   * @param signal ends it; the verdict is then inconclusive
   * @returns a verdict that a control supports; or inconclusive with its reason, which is never a "no"
   */
  verdict(slug: string, identity: Identity, signal?: AbortSignal): Promise<Verdict>;
  close(): Promise<void>;
}

/** Creates an engine, whose ports to a fleet (limits, controls, observations) are those of a process alone. */
export function createEngine({ catalogue, outbound = {}, userAgent, keys }: EngineOptions): Engine {
  const now = (): Date => new Date();
  const transport = createOutboundHttp(outbound);
  const prober = createPlatformProber({ transport, violation: requestViolation, userAgent, keys });
  const { controlStore: store, backoffs } = inMemoryControls(now);
  const controls = createControlRunner({ prober, store, backoffs, now });
  return {
    async verdict(slug, identity, signal = new AbortController().signal) {
      const platform = catalogue.get(slug);
      const rule = platform?.probes[identity.type];
      if (!platform || !rule) return unsent('not_applicable', 'the platform has no rule for such an identity', slug);
      if ((await backoffs.backoffs()).has(slug)) return unsent('cooling_down', 'the platform requested a pause', slug);
      const stored = { control: (await store.newest([slug])).get(`${slug}:${identity.type}`), readAt: now() };
      const queue = { requestClass: 'wait', fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY } as const;
      const probe = { platform, rule, identity, stored, queue, signal, onStart: () => undefined };
      const verdict = await probeVerified({ prober, controls, now }, probe);
      if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
        await backoffs.backOff(slug, verdict.retryAfterSeconds, verdict.reason);
      }
      return verdict;
    },
    close: () => transport.close(),
  };
}

const unsent = (reason: 'not_applicable' | 'cooling_down', explanation: string, host: string): Verdict => ({
  state: 'inconclusive',
  reason,
  evidence: { status: null, explanation, host, latencyMs: 0, requests: 0 },
});
