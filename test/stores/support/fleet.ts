import { Egress } from '../../../src/engine/flow/egresses.js';
import { Fleet, type FleetStore, type MemberStatus } from '../../../src/engine/flow/fleet.js';
import { FlowControl } from '../../../src/engine/flow/flow-control.js';

/** How a worker without work is doing. */
export const idleStatus = (): MemberStatus => ({
  takesWork: true,
  inFlight: 0,
  waiting: 0,
  deferred: 0,
  failedEgresses: [],
  reachability: { sent: 0, answered: 0 },
  queues: [],
});

/** A worker's flow control and membership, as the service puts them together. */
export function fleetWorker(
  store: FleetStore,
  id: string,
  options: { egresses?: readonly string[]; perSecond?: number; now?: () => number } = {},
) {
  const failures: unknown[] = [];
  const shared: { fleet?: Fleet } = {};
  const clock = options.now ? { now: options.now } : {};
  const flow = new FlowControl({
    egresses: (options.egresses ?? ['direct']).map((name) => new Egress(name, [])),
    host: { maxConcurrency: 8, perSecond: options.perSecond ?? 1_000 },
    total: 100,
    position: (egress) => shared.fleet?.position(egress) ?? null,
    onChange: (lane) => shared.fleet?.markChanged(lane),
    ...clock,
  });
  const fleet = new Fleet({
    store,
    id,
    flow,
    deferred: () => 0,
    reachability: () => ({ sent: 0, answered: 0 }),
    onFailure: (error) => void failures.push(error),
    ...clock,
  });
  shared.fleet = fleet;
  return { flow, fleet, failures };
}
