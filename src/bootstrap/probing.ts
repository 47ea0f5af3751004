import type { Logger } from 'pino';
import { DeferralBacklog } from '../../activities/deferral.js';
import { Fleet } from '../adapters/flow/fleet.js';
import type { Egress } from '../adapters/flow/egresses.js';
import type { FlowControl } from '../adapters/flow/flow-control.js';
import type { Lane } from '../adapters/flow/lane.js';
import { newId } from '../adapters/ids.js';
import { createOutboundHttp } from '../adapters/outbound-http/index.js';
import { hostTemplate } from '../adapters/probe-request.js';
import type { Config } from '../config/env.js';
import type { FleetStore } from '../domain/flow/fleet-ports.js';
import type { QueryType } from '../domain/identity.js';
import type { Target } from '../domain/lookup.js';
import type { Platform } from '../domain/platform.js';
import type { PlatformCatalogue } from '../domain/ports.js';
import { kindOf } from '../domain/subjects.js';
import type { Lifecycle } from './lifecycle.js';

/** What shares the limits of a platform's requests. */
export function hostOf(platform: Platform, subject: QueryType): string {
  const rule = platform.probes[subject];
  return rule ? hostTemplate(rule) : platform.slug;
}

/** Whether a platform's requests about a target could all be sent at once. */
export function freeSlotsOf(catalogue: PlatformCatalogue, flow: FlowControl): (target: Target) => boolean {
  return ({ platform: slug, subjects }) => {
    const platform = catalogue.get(slug);
    return platform !== undefined && subjects.every((subject) => flow.hasFreeSlot(hostOf(platform, kindOf(subject)), slug));
  };
}

/** The transport of probes and this worker's membership in the fleet that shares the platforms' limits. */
export async function openProbing(lifecycle: Lifecycle, { config, log, store }: { config: Config; log: Logger; store: FleetStore }) {
  const backlog = new DeferralBacklog();
  const shared: { fleet?: Fleet } = {};
  const transport = lifecycle.opened(
    createOutboundHttp({
      proxyUrl: config.PROBE_PROXY_URL,
      caFile: config.PROBE_CA_FILE,
      total: config.PROBE_CONCURRENCY,
      perHost: config.PROBE_HOST_CONCURRENCY,
      perSecond: config.PROBE_HOST_RATE,
      fleet: {
        position: (egress) => shared.fleet?.position(egress) ?? null,
        onChange: (lane: Lane) => {
          shared.fleet?.changed(lane);
          if (lane.circuit.openUntil !== null) log.debug({ host: lane.host, egress: lane.egress.name, trips: lane.circuit.trips }, 'circuit open');
        },
        onEgress: ({ name, health }: Egress) => {
          if (health.failedSince === null) log.info({ egress: name }, 'egress works again');
          else log.warn({ egress: name }, 'egress failed: nothing comes back from any platform');
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
    onFailure: (error) => log.warn({ fault: error instanceof Error ? error.name : 'unknown' }, 'the fleet could not be reached'),
  });
  shared.fleet = fleet;
  lifecycle.opened(fleet, (member) => member.close());
  await fleet.start();
  return { transport, fleet, backlog };
}
