/** Waits for the changes of a lookup: the feed says when to read, the read says what there is. */
import type { LookupFeed } from '../store/lookup-feed.js';
import type { LookupReader } from '../store/lookup-reader.js';
import type { ModuleFact } from '../module-facts.js';
import { type LookupChange, type LookupSnapshot, type SnapshotLookup, snapshotOfRequest } from '../lookup-snapshot.js';
import type { DerivedOutcome } from '../derived.js';
import type { RecordedLinkedAccount } from '../../../engine/linked-accounts/linked-accounts.js';
import type { LookupRequest, RecordedOutcome } from '../lookup.js';
import { Deadline, withTimeout } from '../../../kernel/net/deadline.js';

/** Watchers read at this interval, in milliseconds, so that a silent feed costs seconds and never the whole wait. */
const POLL_MS = 5_000;
/** The same for a lookup that is waited for, of which the end alone is notified: what there is at the deadline is at most this old. */
const PROGRESS_MS = 1_000;

export interface WatchContext {
  readonly feed: Pick<LookupFeed, 'subscribe'>;
  /** Interval at which is read without a notification, in milliseconds. */
  readonly pollMs?: number;
}

/** What a read found. */
export interface WatchedRead<T> {
  /** Null when there is nothing to yield. */
  readonly value: T | null;
  /** `more`: there is more to read at once. `end`: nothing can follow. */
  readonly next: 'wait' | 'more' | 'end';
}

/**
 * Yields what is read of a lookup each time that its rows have changed, until nothing can follow or the signal aborts. Every wait, stream
 * and response that a caller waits for is built on this.
 *
 * @param input.read null: the lookup was deleted
 * @param input.sinceAcceptance as for `LookupFeed.subscribe`
 * @param input.isNew it was accepted just now and watched since: nothing is stored yet, so the first read waits for a notification
 */
export async function* watchLookup<T>(
  ctx: WatchContext,
  input: {
    lookupId: string;
    read: () => Promise<WatchedRead<T> | null>;
    sinceAcceptance?: boolean;
    isNew?: boolean;
    signal: AbortSignal;
  },
): AsyncGenerator<T> {
  const { lookupId, read, signal, isNew = false, sinceAcceptance = false } = input;
  let hasChanged = !isNew;
  let resume: (() => void) | undefined;
  const wake = (): void => {
    hasChanged = true;
    resume?.();
  };
  const unsubscribe = ctx.feed.subscribe(lookupId, wake, { sinceAcceptance });
  const polling = setInterval(wake, ctx.pollMs ?? POLL_MS);
  signal.addEventListener('abort', wake, { once: true });
  try {
    while (!signal.aborted) {
      if (!hasChanged) await new Promise<void>((resolve) => (resume = resolve));
      resume = undefined;
      if (signal.aborted) return;
      hasChanged = false;
      // A read that stalls does not outlast the signal.
      const found = await withTimeout(read(), Infinity, () => null, signal);
      if (!found) return;
      if (found.next === 'more') hasChanged = true;
      if (found.value !== null) yield found.value;
      if (found.next === 'end') return;
    }
  } finally {
    clearInterval(polling);
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}

/** Everything of a lookup that was read so far, change by change; when it is finished, everything there is. */
export class SnapshotBuffer implements LookupSnapshot {
  lookup: SnapshotLookup;
  readonly outcomes: RecordedOutcome[] = [];
  readonly modules: ModuleFact[] = [];
  readonly derived: DerivedOutcome[] = [];
  readonly linkedAccounts: RecordedLinkedAccount[] = [];
  /** Position in the feed up to which this is everything. */
  seq = 0;
  /** Milliseconds from acceptance to the plan; null when that was not read. */
  startedAfterMs: number | null = null;

  /** @param request describes the lookup until its row is read */
  constructor(lookupId: string, request: LookupRequest, isTest: boolean) {
    this.lookup = snapshotOfRequest(lookupId, request, isTest).lookup;
  }

  get isFinished(): boolean {
    return this.lookup.state === 'finished';
  }

  /** @param isWhole it is everything, and not what came after `seq` alone */
  add({ lookup, outcomes, modules, derived, linkedAccounts = [], seq, startedAfterMs }: LookupChange, isWhole = false): void {
    if (isWhole) for (const rows of [this.outcomes, this.modules, this.derived, this.linkedAccounts]) rows.length = 0;
    this.lookup = { ...lookup, plan: lookup.plan ?? this.lookup.plan };
    this.outcomes.push(...outcomes);
    this.modules.push(...modules);
    this.derived.push(...derived);
    this.linkedAccounts.push(...linkedAccounts);
    this.seq = seq;
    this.startedAfterMs = startedAfterMs;
  }
}

/**
 * Waits for a lookup to finish and returns everything known of it, at the deadline at the latest: a stalled database costs what was
 * not read yet and nothing else. The plan is read once.
 *
 * @param input.deadline `performance.now()` at which the response has to leave
 * @param input.onPlan called when its plan has been read
 * @param input.signal ends the wait sooner: the client disconnected, or need not be kept waiting
 */
export async function awaitLookup(
  ctx: WatchContext & { readonly reader: Pick<LookupReader, 'snapshot'> },
  input: {
    lookupId: string;
    request: LookupRequest;
    isTest?: boolean;
    isNew: boolean;
    deadline: number;
    signal: AbortSignal;
    onPlan?: (() => void) | undefined;
  },
): Promise<SnapshotBuffer> {
  const { lookupId, request, isTest = false, isNew } = input;
  const known = new SnapshotBuffer(lookupId, request, isTest);
  const read = async (): Promise<WatchedRead<{ change: LookupChange; isWhole: boolean }> | null> => {
    const query = { withPlan: known.lookup.plan === null };
    const added = await ctx.reader.snapshot(lookupId, { afterSeq: known.seq, ...query });
    // An answer that was read may have been taken back since.
    const isWhole = known.seq > 0 && added?.lookup.withdrawals !== known.lookup.withdrawals;
    const change = isWhole ? await ctx.reader.snapshot(lookupId, query) : added;
    return change && { value: { change, isWhole }, next: change.lookup.state === 'finished' ? 'end' : 'wait' };
  };
  const waiting = request.mode === 'wait' ? { feed: ctx.feed, pollMs: ctx.pollMs ?? PROGRESS_MS } : ctx;
  const deadline = new Deadline([input.signal], input.deadline - performance.now());
  const reading = (async () => {
    const watched = { lookupId, read, isNew, sinceAcceptance: true, signal: deadline.signal };
    for await (const { change, isWhole } of watchLookup(waiting, watched)) {
      known.add(change, isWhole);
      if (known.lookup.plan) input.onPlan?.();
    }
  })().catch(() => undefined); // what was read before the fault is still true
  await deadline.settle(reading, () => undefined);
  deadline.interrupt();
  deadline.stop();
  return known;
}
