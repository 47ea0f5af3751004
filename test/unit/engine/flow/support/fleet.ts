import {
  Fleet,
  type FleetMember,
  type FleetOptions,
  type FleetStore,
  type HostFlow,
  type HostFlowChange,
  type MemberStatus,
} from '../../../../../src/engine/flow/fleet.js';
import { harness } from './harness.js';

/** The store of a fleet in memory. Leases end when a test deletes a member. */
export function memoryFleet() {
  const members = new Map<string, FleetMember>();
  const statuses = new Map<string, MemberStatus>();
  /** What was asked of the store, in its order. */
  const asked: string[] = [];
  const pushed: HostFlowChange[] = [];
  /** Found by other workers; the cursor is how many of them were read. */
  const found: HostFlow[] = [];
  /** What fails, and what takes 100 ms. */
  const state: { down: string | null; slow: string | null } = { down: null, slow: null };
  const ask = async (what: string, detail = ''): Promise<void> => {
    asked.push(`${what}${detail}`);
    if (state.slow === what) await new Promise((resolve) => setTimeout(resolve, 100));
    if (state.down === what) throw new Error(`no ${what}`);
  };
  const others = (id: string) => [...members.values()].filter((member) => member.id !== id);
  const store: FleetStore = {
    join: async (member) => {
      await ask('join');
      members.set(member.id, member);
      return others(member.id);
    },
    renew: async (member, status) => {
      await ask('renew');
      if (!members.has(member.id)) return null;
      members.set(member.id, member);
      statuses.set(member.id, status);
      return others(member.id);
    },
    release: async (id) => {
      await ask('release');
      members.delete(id);
    },
    workers: async () => members.size,
    statuses: async () => [...statuses.values()],
    push: async (changes) => {
      await ask('push');
      pushed.push(...changes);
    },
    pull: async (after) => {
      await ask('pull', ` after ${after}`);
      return { flows: found.slice(Number(after ?? 0)), cursor: String(found.length) };
    },
    claimTrial: async (host) => host === 'free',
  };
  return { store, members, statuses, asked, pushed, found, state };
}

/** Another member, which has made room for the ones that it acknowledges. */
export const member = (id: string, acknowledgedMembers: readonly string[] = [], more: Partial<FleetMember> = {}): FleetMember => ({
  id,
  egresses: ['direct'],
  acknowledgedMembers,
  ...more,
});

/** The worker "me" on the fake clock of vitest, as the service puts its parts together. */
export function fleetWorker(store: FleetStore, options: Partial<FleetOptions> & { names?: readonly string[]; total?: number } = {}) {
  const { names = ['direct'], total = 1_000, ...more } = options;
  const failures: unknown[] = [];
  const shared: { fleet?: Fleet } = {};
  const worker = harness({
    names,
    total,
    position: (egress) => shared.fleet?.position(egress) ?? null,
    onChange: (lane) => shared.fleet?.markChanged(lane),
  });
  const fleet = new Fleet({
    store,
    id: 'me',
    flow: worker.flow,
    deferred: () => 0,
    reachability: () => ({ sent: 0, answered: 0 }),
    onFailure: (error) => void failures.push(error),
    now: () => Date.now(),
    ...more,
  });
  shared.fleet = fleet;
  return { ...worker, fleet, failures };
}
