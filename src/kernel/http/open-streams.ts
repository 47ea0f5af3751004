import { setImmediate } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { ServiceError } from '../values/errors.js';
import { FairLimiter, type ReadLimiter } from '../values/fair-shares.js';

/** Streams and downloads that one API key may have open in one process. */
export const MAX_STREAMS_PER_KEY = 20;
/**
 * Pieces of streams and downloads of an account that are made at once: pages, which are read, decompressed and presented, chunks of `done`,
 * and lines. The rest of the pool and of the event loop is left to other requests.
 */
const CONCURRENT_PIECES = 2;
const RETRY_AFTER_SECONDS = 5;

/** The streams and downloads that this process serves. */
export class OpenStreams {
  readonly #keys = new Map<string, { open: number }>();
  readonly #pieces = new FairLimiter(CONCURRENT_PIECES);
  readonly #gauge: Gauge;

  /** @param registry gets a gauge of those that are open */
  constructor(registry: Registry) {
    this.#gauge = new Gauge({ name: 'footprint_open_streams', help: 'Event streams and downloads that are open', registers: [registry] });
  }

  /**
   * Counts a stream or download until its response is over.
   *
   * @returns makes a piece of it in its turn. Accounts take turns, so that many streams of one delay each other and not those of
   *   others; before each piece the event loop serves whatever else has arrived
   * @throws ServiceError rate_limit_exceeded when the key has reached its limit of open streams
   */
  acquire({ accountId, apiKeyId }: { readonly accountId: string; readonly apiKeyId: string }, gone: AbortSignal): ReadLimiter {
    const key = this.#keys.get(apiKeyId) ?? { open: 0 };
    if (key.open >= MAX_STREAMS_PER_KEY) {
      throw new ServiceError('rate_limit_exceeded', `This key has ${MAX_STREAMS_PER_KEY} streams and downloads open, which is the limit.`, {
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
    return (make) => this.#pieces.run(accountId, () => setImmediate().then(make));
  }
}
