import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { EgressChecks } from '../../activities/probes/health-probes.js';
import { RuleProber } from '../engine/platform-prober.js';
import { requestViolation } from '../engine/catalogue/safety/check-request.js';
import type { Config } from '../kernel/config/env.js';
import type { PlatformSwitches } from '../features/platforms/store/platform-switches.js';
import type { NegativeControlIdentities } from '../engine/controls/ports.js';
import { INCONCLUSIVE_REASONS, type Verdict } from '../engine/evaluation/verdict.js';
import { isUnreachable, type ReachabilityMonitor } from '../engine/flow/reachability.js';
import type { PlatformProber } from '../engine/http/prober.js';
import type { FlowControl } from '../engine/flow/flow-control.js';
import type { OutboundHttp } from '../engine/http/types.js';
import type { Lifecycle } from './lifecycle.js';
import { probeUserAgent } from './user-agent.js';

const WARN_EVERY_MS = 60_000;

export interface ProberOptions {
  readonly config: Pick<Config, 'PROBE_CONTACT' | 'PLATFORM_KEYS'>;
  readonly switches: Pick<PlatformSwitches, 'current'>;
  readonly transport: OutboundHttp & { readonly flow: FlowControl };
  readonly negativeIdentities: NegativeControlIdentities;
  readonly reachability: ReachabilityMonitor;
  readonly registry: Registry;
  readonly log: Logger;
}

/** The prober of a worker. While nothing comes back through the egress, a platform that answered is probed: which of them fails? */
export function openProber(lifecycle: Lifecycle, options: ProberOptions): PlatformProber {
  const { config, transport, switches, negativeIdentities, reachability, registry, log } = options;
  const egressChecks = new EgressChecks({
    negativeIdentities,
    isQuiet: () => transport.flow.egresses.some((egress) => egress.isQuiet(performance.now())),
  });
  const prober = new RuleProber({
    transport,
    switches,
    violation: requestViolation,
    userAgent: probeUserAgent(config.PROBE_CONTACT),
    keys: config.PLATFORM_KEYS,
    observers: [countVerdicts(registry), watchReachability(reachability, log), egressChecks.observe],
  });
  lifecycle.register(egressChecks.start(prober), (stop) => stop());
  return prober;
}

/** Counts verdicts by state and inconclusive reason; neither platform nor identity is a label. */
function countVerdicts(registry: Registry): (verdict: Verdict) => void {
  const verdicts = new Counter({
    name: 'footprint_probes_total',
    help: 'Probes that ended, by verdict and reason',
    labelNames: ['state', 'reason'],
    registers: [registry],
  });
  // A rate can only be computed of a series that was there before.
  for (const state of ['registered', 'not_registered']) verdicts.inc({ state, reason: '' }, 0);
  for (const reason of INCONCLUSIVE_REASONS) verdicts.inc({ state: 'inconclusive', reason }, 0);
  return (verdict) => verdicts.inc({ state: verdict.state, reason: verdict.state === 'inconclusive' ? verdict.reason : '' });
}

/** Observes how probes end, and logs a warning once a minute while nothing or almost nothing can be reached. */
function watchReachability(reachability: ReachabilityMonitor, log: Pick<Logger, 'warn'>): (verdict: Verdict) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (verdict) => {
    reachability.observe(verdict);
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS || !isUnreachable(reachability.current)) return;
    warnedAt = now;
    log.warn(reachability.current, 'hardly any platform can be reached: check the network and PROBE_PROXY_URL');
  };
}
