import type { ChangeCursor, ChangePage, LookupChanges } from '../../domain/lookup/lookup-changes.js';
import type { LookupFeed, LookupChangeSet } from '../../domain/lookup/lookup-ports.js';
import { watchLookup } from './watch-lookup.js';

/** Runs a read within a concurrency limit, so that many streams do not read at once. */
export type ReadLimiter = <T>(read: () => Promise<T>) => Promise<T>;

export interface PagedContext {
  readonly feed: LookupFeed;
  readonly changes: LookupChanges;
}

/**
 * Yields a lookup's rows page by page, as they are stored, until it is finished or the signal aborts. A page is read on demand,
 * never ahead, and is dropped once it is shaped: a stream that waits for a slow client holds only the shaped form.
 *
 * @param input.from group with which to begin, inclusive
 * @param input.shape shapes each page; `isLast` when the lookup is finished and no page follows
 */
export async function* watchPages<Shaped>(
  ctx: PagedContext,
  input: {
    lookupId: string;
    from: ChangeCursor;
    limit: number;
    signal: AbortSignal;
    limitRead: ReadLimiter;
    shape: (page: ChangePage, isLast: boolean) => Shaped;
  },
): AsyncGenerator<Shaped> {
  const { limit, signal, limitRead, shape } = input;
  let from = input.from;
  let inclusive = true;
  const shaped: Shaped[] = [];
  let wake: () => void = () => undefined;
  const feed: LookupFeed = {
    subscribe(lookupId, woken, options) {
      wake = woken;
      return ctx.feed.subscribe(lookupId, woken, options);
    },
  };
  const readNext = (lookupId: string): Promise<LookupChangeSet | null> =>
    limitRead(async () => {
      const page = signal.aborted ? null : await ctx.changes.page(lookupId, { from, inclusive, limit });
      // A page that is read after the signal is not emitted any more.
      if (!page || signal.aborted) return null;
      from = page.end;
      inclusive = false;
      const state = page.hasMore ? 'running' : page.state;
      shaped[0] = shape(page, state === 'finished');
      // More rows are already stored: the next read needs no notification.
      if (page.hasMore) wake();
      return { state, planned: page.planned, outcomes: page.outcomes.slice(-1), modules: page.modules.slice(-1) };
    });
  for await (const _news of watchLookup({ feed, reader: { changes: readNext } }, { lookupId: input.lookupId, signal }))
    yield* shaped.splice(0);
}
