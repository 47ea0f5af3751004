import pLimit, { type LimitFunction } from 'p-limit';
import { Gauge, type Registry } from 'prom-client';
import { ServiceError } from '../../domain/errors.js';
import type { ReadLimiter } from '../../services/lookups/stream-lookup.js';

/** Streams that one API key may have open in one process. */
export const MAX_STREAMS_PER_KEY = 20;
/** Streams of different keys that read the database at once: the rest of the pool and of the event loop is left to other requests. */
const CONCURRENT_READS = 4;
const RETRY_AFTER_SECONDS = 5;

/** The streams that this process serves. */
export class OpenStreams {
  readonly #keys = new Map<string, { open: number; readonly reads: LimitFunction }>();
  readonly #reads = pLimit(CONCURRENT_READS);
  readonly #gauge: Gauge;

  /** @param registry gets a gauge of the open streams */
  constructor(registry: Registry) {
    this.#gauge = new Gauge({ name: 'footprint_open_streams', help: 'Event streams that are open', registers: [registry] });
  }

  /**
   * Counts a stream until the client disconnects.
   *
   * @returns limits the concurrency of the stream's reads. Those of one key run one at a time, so that many streams of one key
   *   delay each other and not those of other keys
   * @throws ServiceError rate_limit_exceeded when the key has reached its limit of open streams
   */
  acquire(apiKeyId: string, gone: AbortSignal): ReadLimiter {
    const key = this.#keys.get(apiKeyId) ?? { open: 0, reads: pLimit(1) };
    if (key.open >= MAX_STREAMS_PER_KEY) {
      throw new ServiceError('rate_limit_exceeded', `This key has ${MAX_STREAMS_PER_KEY} streams open, which is the limit.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#keys.set(apiKeyId, key);
    key.open += 1;
    this.#gauge.inc();
    const release = (): void => {
      key.open -= 1;
      this.#gauge.dec();
      if (key.open === 0) this.#keys.delete(apiKeyId);
    };
    if (gone.aborted) release();
    else gone.addEventListener('abort', release, { once: true });
    return (read) => key.reads(() => this.#reads(read));
  }
}
