import { LRUCache } from 'lru-cache';

/**
 * A bounded cache before queries, with a time to live for each value. Concurrent callers of `forceFetch` share one query, which continues
 * when none of them waits any more, so that the next finds its result. For facts about domains, never about a mailbox.
 *
 * @param query must not reject
 * @param ttlMs how long a value may be kept, in milliseconds; 0: not at all
 */
export function createQueryCache<Value extends object | boolean>(
  max: number,
  query: (key: string) => Promise<Value>,
  ttlMs: (value: Value) => number,
): LRUCache<string, Value> {
  return new LRUCache({
    max,
    maxEntrySize: 1,
    ignoreFetchAbort: true, // evicted while it is queried: its callers still get it
    fetchMethod: async (key, _expired, { options }) => {
      const value = await query(key);
      options.ttl = ttlMs(value);
      // The library's 0 means "for ever": what must not be kept is given a size that is not kept.
      options.size = options.ttl > 0 ? 1 : 2;
      return value;
    },
  });
}
