import { LRUCache } from 'lru-cache';
import { neverAborts } from '../../../kernel/net/deadline.js';
import { MINUTE_MS } from '../../../kernel/values/durations.js';
import type { ProviderHttp } from '../../provider-http.js';

const TIMEOUT_MS = 20_000;
/** Pause after a list could not be fetched, in milliseconds. */
const FAILURE_BACKOFF_MS = 10 * MINUTE_MS;

/** A list that a provider publishes for everybody: its request says nothing of who is looked up. */
export interface PublishedList<T> {
  /** Fetches it if it is missing or old. Never rejects; ends in its own time, so wait for it with a timeout. */
  fetch(): Promise<unknown>;
  /** An old one serves while the next is fetched, and for as long as that fails; `none` until there is one. */
  current(): T;
}

/** @param options.read the list of a response; null when it is none */
export function publishedList<T extends object>(options: {
  readonly bulk: ProviderHttp;
  readonly url: string;
  readonly ttlMs: number;
  readonly read: (body: unknown) => T | null;
  readonly none: T;
}): PublishedList<T> {
  const lists = new LRUCache<'list', T>({
    max: 1,
    ttl: options.ttlMs,
    allowStale: true,
    fetchMethod: async (_key, expired, { options: entry }) => {
      const reply = await options.bulk.getJson(options.url, { budget: { signal: neverAborts(), budgetMs: TIMEOUT_MS } });
      const list = reply.failure === undefined ? options.read(reply.body) : null;
      if (list !== null) return list;
      entry.ttl = FAILURE_BACKOFF_MS;
      return expired ?? options.none;
    },
  });
  return { fetch: () => lists.fetch('list'), current: () => lists.peek('list') ?? options.none };
}
