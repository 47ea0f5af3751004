/** Instant lookups beyond what workers and hosts allow are refused before acceptance. docs/load.md. */
import type { PlatformStatusReader } from '../../platforms/store/platform-stats.js';
import { type ProbeTarget, selectTargets } from '../../../engine/catalogue/rules/bands.js';
import type { PlatformStatuses } from '../../../engine/catalogue/rules/platform-status.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { START_CONCURRENCY } from '../../../engine/flow/adaptive-limit.js';
import { UNKNOWN_MS } from '../../../engine/flow/lane.js';
import { type FleetStore, type HostFlow, RENEW_MS } from '../../../engine/flow/fleet.js';
import { USUAL_SHARE } from '../../../engine/flow/instant.js';
import { type HostAllowance, HostBudgets } from '../../../engine/flow/instant-host-budgets.js';
import { isAskedAt } from '../../../engine/eligibility.js';
import { kindOf, type PersonRef } from '../../../kernel/identity/subjects.js';
import type { InconclusiveReason } from '../../../engine/evaluation/verdict.js';
import { modulesToRun } from '../../../facts/checks.js';
import { type CheckOutcome, type Lookup, type LookupRequest, type RecordedOutcome, reusableOutcomes } from '../lookup.js';
import { mostInstant, type PlanningContext } from '../lookup-snapshot.js';
import type { LookupRoom } from './lookup-room.js';

/** How old the number of workers may be, in milliseconds: nothing takes the lookups that are accepted after the only one was killed. */
const WORKERS_TTL_MS = 100;
/** A lookup probes no fewer platforms, or half of those that it would: one or two answers may all come late, and it is billed. */
const FEWEST_PROBED = 3;

/** Reasons for which a platform that was counted was not asked. */
const UNSENT: ReadonlySet<InconclusiveReason> = new Set([
  'not_applicable',
  'suppressed',
  'reserved_name',
  'not_passive',
  'purpose_forbids',
  'disabled',
  'backing_off',
  'quarantined',
]);

export interface InstantBudgetPorts extends PlanningContext {
  readonly fleet: Pick<FleetStore, 'workers' | 'pull'>;
  /** For lookups that stored facts answer while there is no worker: they wait for one. */
  readonly untaken: Pick<LookupRoom, 'take'>;
  readonly statuses: Pick<PlatformStatusReader, 'current'>;
  /** Facts of the account's earlier lookups that may be served. */
  readonly known: (lookup: LookupRequest & Pick<Lookup, 'accountId'>) => Promise<readonly CheckOutcome[]>;
  /** The host that a platform is asked at about an identity, and what its settings and its entry allow through all egresses. */
  readonly hostOf: (
    platform: string,
    subject: PersonRef,
  ) => Pick<HostAllowance, 'host' | 'perSecond'> & { readonly maxConcurrency: number };
  readonly egresses: number;
}

/** What a lookup's response shows of its outcomes. */
export type KnownOutcomes = readonly Pick<RecordedOutcome, 'platform' | 'reason' | 'fromCache'>[];

/** What an instant lookup was given. */
export interface BudgetShare {
  /** Platforms that its caller named and that it is not to ask. Of a band, workers choose what is free. */
  readonly busy: readonly string[];
  /** No worker takes it at present: what is known answers it. */
  readonly isUntaken?: true;
  /** To be called when the response leaves. */
  readonly settle: (outcomes: KnownOutcomes) => void;
}

/** What the fleet can still be given of instant lookups, as its members and the state of hosts in the store tell. */
export class InstantBudget {
  readonly #budgets: HostBudgets;
  readonly #flows = new Map<string, Map<string, HostFlow>>();
  #workers: { readonly readAt: number; readonly count: Promise<number> } | null = null;
  #statuses: PlatformStatuses = new Map();
  #cursor: string | null = null;
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: InstantBudgetPorts) {
    this.#budgets = new HostBudgets(ports.instantCeilingMs * USUAL_SHARE);
  }

  /** Reads the state of the fleet as often as workers write it, from now on. */
  async follow(): Promise<this> {
    await Promise.all([this.#read(), this.#readStatuses()]);
    this.#timer = setInterval(() => void this.#read().catch(() => undefined), RENEW_MS).unref();
    return this;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Takes what an instant lookup will ask: the platforms that its caller named, or those of the band, at hosts that can be asked now.
   *
   * @param isKnown a fact that it may use was found already
   * @throws ServiceError unavailable when no worker takes work, and no fact is known or too many wait for one; when no fact is known, and
   *   fewer platforms can be probed than are worth a bill
   */
  async take(accountId: string, request: LookupRequest, isKnown = false): Promise<BudgetShare> {
    if (!(await this.#hasWorkers())) {
      const isAnswered = (isKnown || (await this.knows(accountId, request))) && (await this.ports.untaken.take(accountId));
      if (isAnswered) return { busy: [], isUntaken: true, settle: () => undefined };
      throw refusal('No worker is accepting instant lookups at the moment.');
    }
    void this.#readStatuses().catch(() => undefined); // the next one uses them: a ceiling waits for nothing
    const targets = this.#targetsOf(request);
    const given = new Map<string, readonly HostAllowance[]>();
    const busy: string[] = [];
    const most = request.platforms === null ? mostInstant(this.ports, request) : Number.POSITIVE_INFINITY;
    const withinMs = (request.deadlineMs ?? this.ports.instantCeilingMs) * USUAL_SHARE;
    for (const { platform, subjects, hosts } of targets) {
      if (!isAskedAt(request, this.ports.catalogue.get(platform), subjects)) continue;
      // An open circuit costs nothing and is an answer of its own.
      if (hosts.some(({ host }) => this.#isOpen(host))) continue;
      if (given.size >= most) break;
      if (this.#budgets.take(accountId, hosts, withinMs)) given.set(platform, hosts);
      else busy.push(platform);
    }
    const fewest = Math.min(FEWEST_PROBED, Math.ceil(Math.min(most, busy.length + given.size) / 2));
    if (given.size < fewest && !isKnown && !(await this.knows(accountId, request, targets))) {
      for (const hosts of given.values()) this.#budgets.giveBack(accountId, hosts);
      throw refusal('The platforms that this lookup would query are busy.');
    }
    const settle = (outcomes: KnownOutcomes): void => {
      for (const { platform, reason, fromCache } of outcomes) {
        const hosts = given.get(platform) ?? [];
        if (fromCache || (reason !== null && UNSENT.has(reason))) this.#budgets.giveBack(accountId, hosts);
        if (reason === 'busy') this.#budgets.lower(hosts);
      }
    };
    return { busy: request.platforms === null ? [] : busy, settle };
  }

  /** Whether a platform that the lookup would ask is known already. @param targets those, where they are at hand */
  async knows(accountId: string, request: LookupRequest, targets?: readonly ProbeTarget[]): Promise<boolean> {
    const facts = await this.ports.known({ ...request, accountId });
    // Before the catalogue is gone through: most of those that are asked about beyond the limit are refused, and that has to be cheap.
    if (facts.length === 0) return false;
    if (!targets) await this.#readStatuses();
    return reusableOutcomes({ targets: targets ?? this.#targetsOf(request) }, facts).length > 0;
  }

  #targetsOf({ checks, subjects, platforms, deadlineMs }: LookupRequest) {
    if (!modulesToRun(checks, subjects).includes('footprint')) return [];
    const { catalogue, applicability } = this.ports;
    const instantCeilingMs = deadlineMs ?? this.ports.instantCeilingMs;
    const evidence = { statuses: this.#statuses, disabled: new Set<string>(), instantCeilingMs, now: new Date() };
    return selectTargets(catalogue.platforms, subjects, 'instant', platforms, evidence, applicability).map((target) => ({
      ...target,
      hosts: this.#allowancesOf(target),
    }));
  }

  #allowancesOf({ platform, subjects }: ProbeTarget): HostAllowance[] {
    return subjects.map((subject) => {
      const { host, perSecond, maxConcurrency } = this.ports.hostOf(platform, subject);
      const lanes = [...(this.#flows.get(host)?.values() ?? [])];
      const reported = lanes.reduce((sum, { concurrency }) => sum + concurrency, 0);
      const unreported = Math.max(0, this.ports.egresses - lanes.length) * START_CONCURRENCY;
      const status = this.#statuses.get(`${platform}:${kindOf(subject)}`);
      return {
        host,
        perSecond,
        concurrency: Math.max(1, Math.min(maxConcurrency, reported + unreported)),
        usualMs: status?.stats?.medianLatencyMs ?? status?.controlLatencyMs ?? UNKNOWN_MS,
      };
    });
  }

  #isOpen(host: string): boolean {
    const lanes = [...(this.#flows.get(host)?.values() ?? [])];
    return lanes.length >= this.ports.egresses && lanes.every(({ openForMs }) => openForMs !== null);
  }

  async #readStatuses(): Promise<void> {
    this.#statuses = await this.ports.statuses.current();
  }

  /** Where there was none a moment ago, it is read again, and the state of hosts with it: the first worker may have just started. */
  async #hasWorkers(): Promise<boolean> {
    if ((await this.#countWorkers(WORKERS_TTL_MS)) > 0) return true;
    await this.#read();
    return (await this.#countWorkers(0)) > 0;
  }

  /** Requests share a read. @param maxAgeMs how old it may be */
  #countWorkers(maxAgeMs: number): Promise<number> {
    const now = performance.now();
    if (this.#workers === null || now >= this.#workers.readAt + maxAgeMs) {
      const count = this.ports.fleet.workers();
      count.catch(() => (this.#workers = null));
      this.#workers = { readAt: now, count };
    }
    return this.#workers.count;
  }

  /** One read at a time. */
  #read(): Promise<void> {
    const read = async (): Promise<void> => {
      const { flows, cursor } = await this.ports.fleet.pull(this.#cursor);
      this.#cursor = cursor;
      for (const flow of flows)
        this.#flows.set(flow.host, (this.#flows.get(flow.host) ?? new Map<string, HostFlow>()).set(flow.egress, flow));
    };
    this.#reading ??= read().finally(() => (this.#reading = null));
    return this.#reading;
  }
}

function refusal(why: string): ServiceError {
  return new ServiceError('unavailable', `${why} Nothing was billed; try again in a second.`, { retryAfterSeconds: 1 });
}
