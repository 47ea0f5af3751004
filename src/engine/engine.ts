/** The probe engine by itself: from platform and identity to a verdict, without a database, an account, Temporal or a server. */
import type { PlatformCatalogue } from './catalogue/rules/ports.js';
import { requestViolation } from './catalogue/safety/check-request.js';
import { createControlRunner } from './controls/create-control-runner.js';
import { inMemoryControls } from './controls/in-memory-controls.js';
import { ruleApplicability } from './controls/negative-control-identities.js';
import { eligibilityOf } from './eligibility.js';
import { unsentVerdict, type Verdict } from './evaluation/verdict.js';
import { createOutboundHttp, type OutboundHttpOptions } from './http/transport.js';
import type { KeyValues } from './http/platform-keys.js';
import { RuleProber } from './platform-prober.js';
import { probeVerified } from './verified-probe.js';
import type { Identity } from '../kernel/identity/identity.js';

/** Who uses an engine alone asks for the platforms that it wants. */
const NONE: ReadonlySet<string> = new Set();

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
  const prober = new RuleProber({ transport, violation: requestViolation, userAgent, keys });
  const { controlStore: store, backoffs } = inMemoryControls(now);
  const controls = createControlRunner({ prober, store, backoffs, now });
  return {
    async verdict(slug, identity, signal = new AbortController().signal) {
      const stored = { control: (await store.newest([slug])).get(`${slug}:${identity.type}`), readAt: now() };
      const conditions = { applicability: ruleApplicability, disabled: NONE, stored: stored.control, now: now() };
      const eligible = eligibilityOf(catalogue.get(slug), identity, { ...conditions, backingOff: await backoffs.backoffs() });
      if (typeof eligible === 'string') return unsentVerdict(eligible, 'not probed', slug);
      const queue = { requestClass: 'wait', fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY } as const;
      const probe = { ...eligible, stored, queue, signal, onStart: () => undefined };
      const verdict = await probeVerified({ prober, controls, now }, probe);
      if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
        await backoffs.backOff(slug, verdict.retryAfterSeconds, verdict.reason);
      }
      return verdict;
    },
    close: () => transport.close(),
  };
}
