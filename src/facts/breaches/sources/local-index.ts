import { createHash, timingSafeEqual } from 'node:crypto';
import { indexKey, type BreachIndex } from '../breach-index.js';
import { NO_BREACHES } from '../source-results.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { type BreachReply, type BreachSource, failed } from './breach-source.js';
import { withTimeout } from '../../../kernel/net/deadline.js';

/** Digest bytes that a search sends to the database: about 16 million different prefixes. */
const PREFIX_BYTES = 3;

/** SHA-256 of an index key. */
export function indexDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The operator's local index. It reports "in none" only for identity types that were imported, and only while no import is running. */
export function createLocalIndex({ index }: { readonly index: BreachIndex }): BreachSource {
  async function search(type: QueryType, value: string): Promise<BreachReply> {
    const digest = indexDigest(indexKey(type, value));
    // The coverage is read first: an import that ends in between would turn what was read before into "none".
    const { queryTypes, isComplete } = await index.coverage();
    const entries = await index.findByPrefix(digest.subarray(0, PREFIX_BYTES));
    const breaches = entries.filter((entry) => isSame(digest, entry.digest)).map(({ breach }) => breach);
    if (breaches.length > 0) return { breaches, undated: [] };
    // Read last: an erasure in between would turn what it deleted into "none".
    if (queryTypes.has(type)) return isComplete && !(await index.isErased(digest)) ? NO_BREACHES : failed('unknown');
    return failed(queryTypes.size === 0 ? 'not_configured' : 'not_applicable');
  }
  return {
    name: 'breach_index',
    query: ({ type, value }) => search(type, value).catch(() => failed('unreachable')),
    dates: (keys) => index.datesOf(keys),
  };
}

function isSame(digest: Buffer, other: Uint8Array): boolean {
  return other.length === digest.length && timingSafeEqual(digest, other);
}

/** How long "not empty" is cached, in milliseconds. */
const TTL_MS = 30_000;
/** Longest wait for a database that does not respond, in milliseconds. */
const MAX_WAIT_MS = 250;

/** Whether the operator's index has entries. "Empty" is never cached: an import may just have filled it. */
export class IndexPresence {
  // Assumed to have entries until read: querying an empty index yields nothing, which is correct too.
  #known = true;
  #validUntil = 0;

  constructor(private readonly index: BreachIndex) {}

  /** As of the latest `refresh`. */
  get hasEntries(): boolean {
    return this.#known;
  }

  /** Reads it again unless entries are known to exist. A failed or late read leaves the value unchanged. */
  async refresh(): Promise<void> {
    if (this.#known && performance.now() < this.#validUntil) return;
    const reading = this.#read().catch(() => undefined);
    await withTimeout(reading, MAX_WAIT_MS, () => undefined);
  }

  async #read(): Promise<void> {
    this.#known = (await this.index.coverage()).queryTypes.size > 0;
    this.#validUntil = performance.now() + TTL_MS;
  }
}
