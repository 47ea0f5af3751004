import { setImmediate as nextTick } from 'node:timers/promises';
import { moduleGroup, type ChangeCursor, type ChangePage, type PageRequest } from '../../../../src/features/lookups/lookup-changes.js';
import type { LookupChanges } from '../../../../src/features/lookups/store/lookup-changes.js';
import type { LookupFeed } from '../../../../src/features/lookups/store/lookup-feed.js';
import type { LookupReader } from '../../../../src/features/lookups/store/lookup-reader.js';
import type { ModuleFact } from '../../../../src/features/lookups/module-facts.js';
import type { LookupChange } from '../../../../src/features/lookups/lookup-snapshot.js';
import { inconclusiveOutcome } from '../../../../src/features/lookups/lookup-summary.js';
import type { CheckOutcome, Lookup, LookupState, RecordedOutcome } from '../../../../src/features/lookups/lookup.js';
import { requestOf } from '../../../support/fixtures.js';

export const LOOKUP_ID = 'lkp_test';
export const REQUEST = requestOf({ band: 'instant', mode: 'instant', query: 'ada', subjects: { username: 'ada' } });
export const ACCEPTED_AT = new Date('2030-01-01');
export const FINISHED_AT = new Date('2030-01-02');

export function found(platform: string, more: Partial<CheckOutcome> = {}): CheckOutcome {
  return { ...inconclusiveOutcome(platform, 'username', 'timeout', new Date('2030-01-01')), state: 'registered', reason: null, ...more };
}

const groupOf = ({ seq, platform }: RecordedOutcome): ChangeCursor => ({ seq, group: platform });

function order(a: ChangeCursor, b: ChangeCursor): number {
  if (a.seq !== b.seq) return a.seq - b.seq;
  return a.group === b.group ? 0 : a.group < b.group ? -1 : 1;
}

/** One lookup's rows in memory, with the feed that wakes for them. Reading takes a turn of the event loop or more. */
export class FakeRecord implements Pick<LookupFeed, 'subscribe'> {
  readonly outcomes: RecordedOutcome[] = [];
  readonly modules: ModuleFact[] = [];
  state: LookupState = 'running';
  reads = 0;
  #seq = 0;
  readonly #subscribers = new Set<() => void>();
  readonly #options: { iterations?: () => number; failing?: () => boolean };

  /** @param options.turns how many turns a read takes, so that rows come in while it is under way */
  constructor(options: { iterations?: () => number; failing?: () => boolean } = {}) {
    this.#options = options;
  }

  add(...outcomes: CheckOutcome[]): void {
    this.#seq += 1;
    this.outcomes.push(...outcomes.map((outcome) => ({ ...outcome, seq: this.#seq })));
    this.wake();
  }

  addModule(module: ModuleFact['module'], payload: ModuleFact['payload']): void {
    this.#seq += 1;
    this.modules.push({
      module,
      subject: module === 'email' || module === 'phone' || module === 'ip' ? module : 'username',
      payload,
      evidence: { notes: [] },
      seq: this.#seq,
      checkedAt: new Date('2030-01-01'),
    });
    this.wake();
  }

  finish(): void {
    this.state = 'finished';
    this.wake();
  }

  wake(): void {
    for (const subscriber of [...this.#subscribers]) subscriber();
  }

  subscribe(_lookupId: string, wake: () => void): () => void {
    this.#subscribers.add(wake);
    return () => this.#subscribers.delete(wake);
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  get reader(): Pick<LookupReader, 'find' | 'openShard' | 'findOwned' | 'history' | 'snapshot'> {
    const nothing = async () => null;
    return {
      find: nothing,
      openShard: nothing,
      findOwned: nothing,
      history: async () => [],
      snapshot: (lookupId, query) => this.#read(lookupId, query?.afterSeq ?? 0),
    };
  }

  get changes(): Pick<LookupChanges, 'head' | 'page' | 'platformsBefore'> {
    return {
      head: async () => null,
      page: (lookupId, request) => this.#page(lookupId, request),
      platformsBefore: async (_lookupId, position) =>
        new Set(this.outcomes.filter((each) => order(groupOf(each), position) < 0).map(({ platform }) => platform)).size,
    };
  }

  async #page(lookupId: string, { from, inclusive, limit }: PageRequest): Promise<ChangePage | null> {
    const known = await this.#read(lookupId, 0);
    if (!known) return null;
    const isOnPage = (group: ChangeCursor): boolean => (inclusive ? order(group, from) >= 0 : order(group, from) > 0);
    const groups = [...known.outcomes.map(groupOf), ...known.modules.map((fact) => ({ seq: fact.seq, group: moduleGroup(fact) }))]
      .filter(isOnPage)
      .sort(order);
    const rest = known.outcomes.map(groupOf).filter(isOnPage).sort(order);
    const hasMore = rest.length >= limit;
    const end = (hasMore ? rest[limit - 1] : groups.at(-1)) ?? from;
    const within = (group: ChangeCursor): boolean => isOnPage(group) && order(group, end) <= 0;
    const outcomes = known.outcomes.filter((each) => within(groupOf(each))).sort((a, b) => order(groupOf(a), groupOf(b)));
    const platforms = new Set(outcomes.map(({ platform }) => platform));
    const earlier = known.outcomes.filter((each) => platforms.has(each.platform) && !isOnPage(groupOf(each)));
    const modules = known.modules.filter((fact) => within({ seq: fact.seq, group: moduleGroup(fact) }));
    return { ...known, planned: null, outcomes, earlier, modules, end, hasMore };
  }

  async #read(lookupId: string, afterSeq: number): Promise<LookupChange | null> {
    this.reads += 1;
    if (this.#options.failing?.()) throw new Error('the database is away');
    const snapshot = this.#snapshot(lookupId, afterSeq);
    for (let iteration = this.#options.iterations?.() ?? 0; iteration >= 0; iteration -= 1) await nextTick();
    return snapshot;
  }

  #snapshot(lookupId: string, afterSeq: number): LookupChange | null {
    if (lookupId !== LOOKUP_ID) return null;
    const after = <T extends { seq: number }>(rows: readonly T[]): T[] => rows.filter(({ seq }) => seq > afterSeq);
    const lookup: Lookup = {
      ...REQUEST,
      id: LOOKUP_ID,
      accountId: 'acc_1',
      apiKeyId: 'key_1',
      isTest: false,
      state: this.state,
      plan: null,
      acceptedAt: ACCEPTED_AT,
      finishedAt: this.state === 'finished' ? FINISHED_AT : null,
    };
    return { lookup, seq: this.#seq, startedAfterMs: null, outcomes: after(this.outcomes), modules: after(this.modules), derived: [] };
  }
}
