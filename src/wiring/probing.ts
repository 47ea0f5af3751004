import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { DeferralBacklog } from '../../activities/probes/deferral.js';
import { Fleet, type FleetStore } from '../engine/flow/fleet.js';
import { egressesOf, type Egress } from '../engine/flow/egresses.js';
import { parseProxies } from '../kernel/net/proxies.js';
import type { InstantBudgetPorts } from '../features/lookups/use-cases/instant-budget.js';
import type { FlowControl } from '../engine/flow/flow-control.js';
import { START_CONCURRENCY } from '../engine/flow/adaptive-limit.js';
import type { Lane } from '../engine/flow/lane.js';
import { newId } from '../kernel/secrets/ids.js';
import { createOutboundHttp } from '../engine/http/transport.js';
import { hostTemplate } from '../engine/http/probe-request.js';
import type { Config } from '../kernel/config/env.js';
import { faultName } from '../kernel/values/errors.js';
import { ReachabilityMonitor } from '../engine/flow/reachability.js';
import type { QueryType } from '../kernel/identity/identity.js';
import type { ProbeTarget } from '../engine/catalogue/rules/bands.js';
import type { Platform } from '../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';
import { kindOf } from '../kernel/identity/subjects.js';
import { readGauge, type SetGauge } from '../kernel/http/metrics.js';
import type { Lifecycle } from './lifecycle.js';

/** The host, in the terms of flow control, whose limits apply to a platform's requests. */
export function hostOf(platform: Platform, subject: QueryType): string {
  const rule = platform.probes[subject];
  return rule ? hostTemplate(rule) : platform.slug;
}

/** The hosts that a target's requests go to; none when there is no such platform. */
function hostsOf(catalogue: PlatformCatalogue, { platform: slug, subjects }: ProbeTarget): string[] {
  const platform = catalogue.get(slug);
  return platform ? subjects.map((subject) => hostOf(platform, kindOf(subject))) : [];
}

/** What hosts allow through all egresses, by the settings and their catalogue entries. */
export function allowancesOf(config: Config, catalogue: PlatformCatalogue): Pick<InstantBudgetPorts, 'hostOf' | 'egresses'> {
  const egresses = egressesOf(parseProxies(config.PROBE_PROXY_URL)).length;
  return {
    egresses,
    hostOf(slug, subject) {
      const platform = catalogue.get(slug);
      const limits = platform?.probes[kindOf(subject)]?.request.limits;
      return {
        host: platform ? hostOf(platform, kindOf(subject)) : slug,
        perSecond: (limits?.perSecond ?? config.PROBE_HOST_RATE) * egresses,
        maxConcurrency: (limits?.maxConcurrency ?? config.PROBE_HOST_CONCURRENCY) * egresses,
      };
    },
  };
}

/** Whether a platform's requests about a target could all be sent at once. */
export function freeSlotsOf(catalogue: PlatformCatalogue, flow: FlowControl): (target: ProbeTarget) => boolean {
  return (target) => {
    const hosts = hostsOf(catalogue, target);
    return hosts.length > 0 && hosts.every((host) => flow.hasFreeSlot(host, target.platform));
  };
}

/** Whether a platform's requests about a target would start within a time, in milliseconds. */
export function startsOf(catalogue: PlatformCatalogue, flow: FlowControl): (target: ProbeTarget, ms: number) => boolean {
  return (target, ms) => hostsOf(catalogue, target).every((host) => flow.startsWithin(host, target.platform, ms));
}

/** Whether the newest request to the target's platform failed. */
export function failuresOf(catalogue: PlatformCatalogue, flow: FlowControl): (target: ProbeTarget) => boolean {
  const hasFailed = (host: string): boolean => [...(flow.hosts.get(host)?.lanes.values() ?? [])].some((lane) => lane.hasFailed);
  return (target) => hostsOf(catalogue, target).some(hasFailed);
}

/** The transport of probes and this worker's membership in the fleet that shares the platforms' limits. */
export async function openProbing(lifecycle: Lifecycle, { config, log, store }: { config: Config; log: Logger; store: FleetStore }) {
  if (config.PROBE_CONTACT === undefined)
    log.warn('PROBE_CONTACT is not set: sites cannot contact the operator of this service, and some refuse clients without a contact');
  const backlog = new DeferralBacklog();
  const reachability = new ReachabilityMonitor();
  const shared: { fleet?: Fleet } = {};
  const transport = lifecycle.register(
    createOutboundHttp({
      proxyUrl: config.PROBE_PROXY_URL,
      caFile: config.PROBE_CA_FILE,
      allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS,
      total: config.PROBE_CONCURRENCY,
      perHost: config.PROBE_HOST_CONCURRENCY,
      perSecond: config.PROBE_HOST_RATE,
      fleet: {
        position: (egress) => shared.fleet?.position(egress) ?? null,
        onChange: (lane: Lane) => {
          shared.fleet?.markChanged(lane);
          if (lane.circuit.openUntil !== null)
            log.debug({ host: lane.host, egress: lane.egress.name, trips: lane.circuit.trips }, 'circuit open');
        },
        onEgress: ({ name, health }: Egress) => {
          if (health.failedSince === null) log.info({ egress: name }, 'egress works again');
          else log.warn({ egress: name }, 'egress failed: no platform responds through it');
        },
      },
    }),
    (http) => http.close(),
  );
  const fleet = new Fleet({
    store,
    id: newId('worker'),
    flow: transport.flow,
    deferred: () => backlog.size,
    reachability: () => reachability.current,
    onFailure: (error) => log.warn({ fault: faultName(error) }, 'the fleet could not be reached'),
  });
  shared.fleet = fleet;
  lifecycle.register(fleet, (member) => member.close());
  // Whoever sends no probes leaves the limits of platforms to the others.
  const probes = config.WORKER_QUEUES !== 'webhooks';
  if (probes) await fleet.start();
  return { transport, fleet, backlog, reachability, probes };
}

/** Metrics of flow control. Hosts are labels only while something waits or their circuit is open. */
export function flowMetrics(registry: Registry, flow: FlowControl, backlog: DeferralBacklog): void {
  const gauge = (name: string, help: string, labelNames: readonly string[], read: (set: SetGauge) => void) =>
    readGauge(registry, [name, help, ...labelNames], read);
  gauge('footprint_probe_requests', 'Requests to platforms, in flight and waiting for a slot', ['state'], (set) => {
    set({ state: 'in_flight' }, flow.inFlight);
    set({ state: 'waiting' }, flow.waiting);
  });
  gauge('footprint_deferred_shards', 'Shards of lookups that wait for a slot without occupying anything', [], (set) =>
    set({}, backlog.size),
  );
  gauge('footprint_egress_up', 'Whether answers come back through the egress', ['egress'], (set) => {
    for (const { name, health } of flow.egresses) set({ egress: name }, health.failedSince === null ? 1 : 0);
  });
  gauge('footprint_platform_waiting', 'Requests that wait at a platform', ['host'], (set) => {
    for (const { name, queue } of flow.hosts.values()) if (queue.length > 0) set({ host: name }, queue.length);
  });
  gauge('footprint_circuit_open', 'Open circuit breakers', ['host', 'egress'], (set) => {
    for (const { name, lanes } of flow.hosts.values()) {
      for (const lane of lanes.values()) if (lane.circuit.openUntil !== null) set({ host: name, egress: lane.egress.name }, 1);
    }
  });
  gauge(
    'footprint_platform_concurrency',
    'Limit of requests in flight for the whole fleet, where it is not the initial one',
    ['host', 'egress'],
    (set) => {
      for (const { name, lanes } of flow.hosts.values()) {
        for (const lane of lanes.values())
          if (lane.limit.concurrency !== START_CONCURRENCY) set({ host: name, egress: lane.egress.name }, lane.limit.concurrency);
      }
    },
  );
}
