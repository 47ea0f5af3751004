import type { LookupFeed, LookupChangeSet, LookupReader } from '../../domain/lookup/lookup-ports.js';

/** Watchers poll the rows at this interval, in milliseconds, so that a silent feed costs seconds and never the whole wait. */
const POLL_MS = 5_000;

export interface WatchContext {
  readonly feed: LookupFeed;
  readonly reader: Pick<LookupReader, 'changes'>;
  /** Interval at which rows are read without a notification, in milliseconds. */
  readonly pollMs?: number;
}

/**
 * Yields the changes of a lookup as they are stored, until it is finished or the signal aborts. Each change is yielded once; the
 * last set of a finished lookup has the state `finished`. `wait`, `instant` and `stream` are built on this.
 *
 * @param input.afterSeq feed number after which to begin; 0: from the start
 * @param input.sinceAcceptance as for `LookupFeed.subscribe`
 * @param input.isNew it was accepted just now and watched since: nothing is stored yet, so the first read waits for a notification
 */
export async function* watchLookup(
  ctx: WatchContext,
  input: { lookupId: string; afterSeq?: number; sinceAcceptance?: boolean; isNew?: boolean; signal: AbortSignal },
): AsyncGenerator<LookupChangeSet> {
  let seq = input.afterSeq ?? 0;
  let stirred = input.isNew !== true;
  let wakeUp: (() => void) | undefined;
  const wake = (): void => {
    stirred = true;
    wakeUp?.();
  };
  const unsubscribe = ctx.feed.subscribe(input.lookupId, wake, { sinceAcceptance: input.sinceAcceptance ?? false });
  const polling = setInterval(wake, ctx.pollMs ?? POLL_MS);
  input.signal.addEventListener('abort', wake, { once: true });
  const ended = new Promise<null>((resolve) => input.signal.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    while (!input.signal.aborted) {
      if (!stirred) await new Promise<void>((resolve) => (wakeUp = resolve));
      wakeUp = undefined;
      if (input.signal.aborted) return;
      stirred = false;
      // A read that stalls does not outlast the signal.
      const news = await Promise.race([ctx.reader.changes(input.lookupId, seq), ended]);
      if (!news) return;
      seq = Math.max(seq, news.outcomes.at(-1)?.seq ?? 0, news.modules.at(-1)?.seq ?? 0);
      if (news.outcomes.length > 0 || news.modules.length > 0 || news.state === 'finished') yield news;
      if (news.state === 'finished') return;
    }
  } finally {
    clearInterval(polling);
    unsubscribe();
    input.signal.removeEventListener('abort', wake);
  }
}
