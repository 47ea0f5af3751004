import { ServiceError } from '../domain/errors.js';

/**
 * Longer than the database's own statement timeout: what a living database gives up is rolled back and reported before. This is
 * for one that has fallen silent, whose connection is neither closed nor answered.
 */
export const TIMEOUT_MS = 12_000;

/**
 * Waits for work until a time is over.
 *
 * @param onTimeout called before the rejection
 * @throws ServiceError unavailable when the time is over; the work itself goes on
 */
export function within<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(new ServiceError('unavailable', undefined, { retryAfterSeconds: 1 }));
    }, timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
