import type { LookupFeed, LookupNews, LookupReader } from '../domain/lookup-ports.js';

/** Readers look into the rows this often unasked, so that a feed that has fallen silent costs seconds and never the whole wait. */
const POLL_MS = 5_000;

export interface FollowingContext {
  readonly feed: LookupFeed;
  readonly reader: Pick<LookupReader, 'news'>;
  /** How often rows are read without being woken, in milliseconds. */
  readonly pollMs?: number;
}

/**
 * Tells what becomes known of a lookup, as it is stored, until it is finished or the signal ends the following. Each news
 * is told once; the last one of a finished lookup says so. `wait`, `instant` and `stream` are readers of this.
 *
 * @param input.afterSeq place in the feed from which to go on; 0 from the start
 * @param input.sinceAcceptance as for `LookupFeed.subscribe`
 * @param input.isNew nothing can be stored of it yet: it was accepted just now, and has been followed since
 */
export async function* followLookup(
  ctx: FollowingContext,
  input: { lookupId: string; afterSeq?: number; sinceAcceptance?: boolean; isNew?: boolean; signal: AbortSignal },
): AsyncGenerator<LookupNews> {
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
      const news = await Promise.race([ctx.reader.news(input.lookupId, seq), ended]);
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
