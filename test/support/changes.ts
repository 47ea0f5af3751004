import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupChange } from '../../src/features/lookups/lookup-snapshot.js';
import { watchLookup, type WatchContext } from '../../src/features/lookups/use-cases/await-lookup.js';

/** The changes of a lookup, each once, as a caller that waits reads them. */
export function changesOf(
  ctx: WatchContext & { reader: Pick<LookupReader, 'snapshot'> },
  { lookupId, signal }: { lookupId: string; signal: AbortSignal },
): AsyncGenerator<LookupChange> {
  let afterSeq = 0;
  return watchLookup(ctx, {
    lookupId,
    signal,
    async read() {
      const change = await ctx.reader.snapshot(lookupId, { afterSeq });
      if (!change) return null;
      const isFinished = change.lookup.state === 'finished';
      const isNew = isFinished || change.seq > afterSeq;
      afterSeq = change.seq;
      return { value: isNew ? change : null, next: isFinished ? 'end' : 'wait' };
    },
  });
}
