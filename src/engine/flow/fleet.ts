import type { FlowControl } from './flow-control.js';
import type { Lane } from './lane.js';
import type { Reachability } from './reachability.js';
import { SECOND_MS } from '../../kernel/values/durations.js';
import { type FleetPosition, SOLE_MEMBER } from './fleet-shares.js';

/** Interval at which the lease is renewed and changes are exchanged, in milliseconds. */
export const RENEW_MS = 750;
/** A view older than this is not used. Shorter than the lease in the store, so that this worker stops before others take its share. */
const VIEW_TTL_MS = 2 * SECOND_MS;
/** Of a worker's queues, as many of the longest are told to operators. */
const MAX_QUEUES = 10;

export interface FleetOptions {
  readonly store: FleetStore;
  readonly id: string;
  readonly flow: FlowControl;
  readonly deferred: () => number;
  /** Responses to this worker's requests within the last minute. */
  readonly reachability: () => Reachability;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/**
 * This worker's membership in the fleet: it holds a lease, tracks the other members, and uses its share of each host's limits while its
 * view is fresh. A joining worker waits until every other has shrunk to its new share, so that the limits hold at every moment; a worker
 * that loses the store stops starting requests before its lease ends.
 */
export class Fleet {
  readonly #now: () => number;
  readonly #dirty = new Map<string, Lane>();
  /** Lanes whose circuit is open according to the store. */
  readonly #open = new Set<string>();
  #others: readonly FleetMember[] = [];
  #viewAt = Number.NEGATIVE_INFINITY;
  #settled: readonly string[] = [];
  #isMember = false;
  #isActive = false;
  #cursor: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the next exchange begins; in the past while one is running. */
  #dueAt = Number.POSITIVE_INFINITY;
  #exchange: Promise<void> = Promise.resolve();
  #isClosed = false;
  #activated!: () => void;
  #takesWork = false;
  /** Resolves when this worker may send requests. */
  readonly active = new Promise<void>((resolve) => (this.#activated = resolve));

  constructor(private readonly options: FleetOptions) {
    this.#now = options.now ?? (() => performance.now());
  }

  /** Joins the fleet. Retries while the store cannot be reached. */
  async start(): Promise<void> {
    await this.#join()
      .then(() => this.#pull())
      .catch(this.options.onFailure);
    this.#schedule(RENEW_MS);
  }

  /** This worker's position among the members that use an egress; null: no request may start now. */
  position(egress: string): FleetPosition | null {
    if (!this.#isActive || this.#isClosed || this.#now() - this.#viewAt > VIEW_TTL_MS) return null;
    if (this.#others.length === 0) return SOLE_MEMBER;
    const { id } = this.options;
    const members = [id, ...this.#others.filter(({ egresses }) => egresses.includes(egress)).map((other) => other.id)].sort();
    return { index: members.indexOf(id), members: members.length };
  }

  /** Tells the processes that accept lookups whether this worker takes some. */
  async announce(takesWork: boolean): Promise<void> {
    this.#takesWork = takesWork;
    this.#exchange = this.#exchange.then(() => this.#renew()).catch(this.options.onFailure);
    await this.#exchange;
  }

  /** Marks a changed lane, to be pushed to the other workers: an opened circuit at once, or right after the exchange that is under way. */
  markChanged(lane: Lane): void {
    this.#dirty.set(lane.key, lane);
    if (isOpen(lane)) this.#schedule(0);
  }

  claimTrial(host: string): Promise<boolean> {
    return this.options.store.claimTrial(host);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#exchange;
    await this.options.store.release(this.options.id).catch(() => undefined); // the lease expires by itself
  }

  /** Brings the next exchange forward. Exchanges run one at a time: a late response must not replace a newer view. */
  #schedule(ms: number): void {
    const dueAt = this.#now() + ms;
    if (this.#isClosed || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#exchange = this.#exchange
        .then(() => this.#tick())
        .then(() => ([...this.#dirty.values()].some(isOpen) ? 0 : RENEW_MS))
        .catch((error: unknown) => {
          this.options.onFailure(error);
          return RENEW_MS;
        })
        .then((nextMs) => {
          this.#dueAt = Number.POSITIVE_INFINITY;
          this.#schedule(nextMs);
        });
    }, ms);
  }

  async #tick(): Promise<void> {
    await this.#renew();
    await this.#push();
    if (this.#others.length > 0) await this.#pull();
  }

  get #self(): FleetMember {
    const { id, flow } = this.options;
    return { id, egresses: flow.egresses.map(({ name }) => name), acknowledgedMembers: this.#settled };
  }

  async #join(): Promise<void> {
    const exchangedAt = this.#now();
    this.#isMember = this.#isActive = false;
    const others = await this.options.store.join({ ...this.#self, acknowledgedMembers: [] });
    this.#isMember = true;
    this.#see(others, exchangedAt);
  }

  async #renew(): Promise<void> {
    if (!this.#isMember) return this.#join();
    const exchangedAt = this.#now();
    // Only members seen in the last exchange count as settled, and only once nothing in flight exceeds the new share.
    const present = this.#others.map(({ id }) => id);
    this.#settled = this.options.flow.isWithinShares() ? present : this.#settled.filter((id) => present.includes(id));
    const others = await this.options.store.renew(this.#self, this.#status());
    if (others === null) await this.#join();
    else this.#see(others, exchangedAt);
  }

  /** @param exchangedAt when the store was queried: the view may be as old */
  #see(others: readonly FleetMember[], exchangedAt: number): void {
    const { id, flow } = this.options;
    this.#others = others;
    this.#viewAt = exchangedAt;
    for (const { name, health } of flow.egresses)
      health.hasFailedElsewhere = others.some(({ failedEgresses = [] }) => failedEgresses.includes(name));
    if (!this.#isActive && others.every(({ acknowledgedMembers }) => acknowledgedMembers.includes(id))) {
      this.#isActive = true;
      this.#activated();
    }
    flow.serveWaiting();
  }

  async #push(): Promise<void> {
    const lanes = [...this.#dirty.values()];
    if (lanes.length === 0) return;
    this.#dirty.clear();
    const now = this.#now();
    const changes = lanes.map(
      (lane): HostFlowChange => ({
        host: lane.host,
        egress: lane.egress.name,
        concurrency: lane.limit.concurrency,
        // A response that has just closed the circuit outweighs a decrease.
        isDecrease: now - lane.limit.decreasedAt < VIEW_TTL_MS && (isOpen(lane) || !this.#open.has(lane.key)),
        openForMs: lane.circuit.openUntil === null ? null : Math.max(0, Math.round(lane.circuit.openUntil - now)),
        trips: lane.circuit.trips,
      }),
    );
    await this.options.store.push(changes).catch((error: unknown) => {
      for (const lane of lanes) this.#dirty.set(lane.key, lane);
      throw error;
    });
    for (const lane of lanes) this.#noteCircuit(lane.key, isOpen(lane));
  }

  #noteCircuit(key: string, isNowOpen: boolean): void {
    if (isNowOpen) this.#open.add(key);
    else this.#open.delete(key);
  }

  async #pull(): Promise<void> {
    const { flow, store } = this.options;
    const { flows, cursor } = await store.pull(this.#cursor);
    this.#cursor = cursor;
    for (const { host, egress, concurrency, openForMs, trips } of flows) {
      const lane = flow.lane(host, egress);
      if (!lane || this.#dirty.has(lane.key)) continue; // newer local state is pushed next time
      this.#noteCircuit(lane.key, openForMs !== null);
      lane.adopt({ concurrency, openUntil: openForMs === null ? null : this.#now() + openForMs, trips });
      if (openForMs !== null) flow.refuseWaitingIfOpen(host);
    }
    if (flows.length > 0) flow.serveWaiting();
  }

  #status(): MemberStatus {
    const { flow, deferred, reachability } = this.options;
    const queues = [...flow.hosts.values()]
      .filter(({ queue }) => queue.length > 0)
      .map(({ name, queue }) => ({ host: name, waiting: queue.length }));
    return {
      takesWork: this.#takesWork,
      inFlight: flow.inFlight,
      waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
      deferred: deferred(),
      reachability: reachability(),
      failedEgresses: flow.egresses.filter(({ health }) => health.failedSince !== null).map(({ name }) => name),
      queues: queues.sort((a, b) => b.waiting - a.waiting).slice(0, MAX_QUEUES),
    };
  }
}

function isOpen({ circuit }: Lane): boolean {
  return circuit.openUntil !== null;
}

/** What the workers of a fleet share about hosts and about themselves. Times are on the store's clock. */

/** A live worker. */
export interface FleetMember {
  readonly id: string;
  readonly egresses: readonly string[];
  /** Members whose shares this one has taken into account: it holds no slot above its own share. */
  readonly acknowledgedMembers: readonly string[];
  /** Egresses through which this worker gets no responses; absent before its first report. */
  readonly failedEgresses?: readonly string[];
}

/** Load and health of a worker, for operators. */
export interface MemberStatus {
  /** Whether it takes lookups: from the end of its start to the begin of its end. */
  readonly takesWork: boolean;
  readonly inFlight: number;
  readonly waiting: number;
  readonly deferred: number;
  /** Egresses through which the worker gets no responses at present. */
  readonly failedEgresses: readonly string[];
  /** How requests to platforms ended within the last minute. */
  readonly reachability: Reachability;
  /** The longest queues. */
  readonly queues: readonly { readonly host: string; readonly waiting: number }[];
}

/** What is known of one host through one egress. */
export interface HostFlow {
  readonly host: string;
  readonly egress: string;
  /** Requests in flight for the whole fleet. */
  readonly concurrency: number;
  /** Milliseconds for which the circuit stays open; 0 when a trial is due; null when it is closed. */
  readonly openForMs: number | null;
  readonly trips: number;
}

export interface HostFlowChange extends HostFlow {
  /** Whether the limit was just decreased: then the lower of two workers' limits holds, and an open circuit stays open. */
  readonly isDecrease: boolean;
}

export interface FleetStore {
  /**
   * Adds a worker, also one whose lease had expired. Joins are serialised, so that of two at the same time one sees the other.
   *
   * @returns the other live members
   */
  join(member: FleetMember): Promise<readonly FleetMember[]>;
  /** Renews a lease. @returns the other live members; null when the lease had expired: the worker has to join again */
  renew(member: FleetMember, status: MemberStatus): Promise<readonly FleetMember[] | null>;
  release(id: string): Promise<void>;
  /** How many live workers, of whatever egress pool, take lookups. */
  workers(): Promise<number>;
  /** Load and health of the live members. */
  statuses(): Promise<readonly MemberStatus[]>;
  /** Stores changes of hosts that this worker observed. */
  push(changes: readonly HostFlowChange[]): Promise<void>;
  /** At least what was stored since the cursor of an earlier call. @param after null: the last ten minutes */
  pull(after: string | null): Promise<{ readonly flows: readonly HostFlow[]; readonly cursor: string | null }>;
  /** Claims the trial request of a host whose circuit is half-open. @returns false when another worker makes it */
  claimTrial(host: string): Promise<boolean>;
}
