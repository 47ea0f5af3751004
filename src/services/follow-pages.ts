import type { ChangeCursor, ChangePage, LookupChanges } from '../domain/lookup-changes.js';
import type { LookupFeed } from '../domain/lookup-ports.js';
import { followLookup } from './follow-lookup.js';

/** Runs a read when its turn has come, so that many streams do not read at once. */
export type Turn = <T>(read: () => Promise<T>) => Promise<T>;

export interface PagedContext {
  readonly feed: LookupFeed;
  readonly changes: LookupChanges;
}

/**
 * Reads a lookup's rows page by page, as they are stored, until it is finished or the signal ends. A page is read when it is
 * asked for, never ahead. The state of a page is `finished` only when it is the last one.
 *
 * @param input.from group with which to begin, inclusive
 */
export async function* followPages(
  ctx: PagedContext,
  input: { lookupId: string; from: ChangeCursor; limit: number; signal: AbortSignal; turn: Turn },
): AsyncGenerator<ChangePage> {
  const { limit, signal, turn } = input;
  let page = null as ChangePage | null;
  let wake: () => void = () => undefined;
  const feed: LookupFeed = {
    subscribe(lookupId, woken) {
      wake = woken;
      return ctx.feed.subscribe(lookupId, woken);
    },
  };
  const readNext = async (lookupId: string): Promise<ChangePage | null> => {
    const from = page?.end ?? input.from;
    page = await turn(async () => (signal.aborted ? null : ctx.changes.page(lookupId, { from, inclusive: page === null, limit })));
    // What is stored already needs no news to be read.
    if (page?.hasMore) wake();
    return page && { ...page, state: page.hasMore ? 'running' : page.state };
  };
  for await (const news of followLookup({ feed, reader: { news: readNext } }, { lookupId: input.lookupId, signal })) {
    if (page) yield { ...page, state: news.state };
  }
}
