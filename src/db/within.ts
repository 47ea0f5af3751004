import { ServiceError } from '../domain/errors.js';

/**
 * In milliseconds, longer than the database's own statement timeout: a live database rolls back and reports before. This is for a
 * silent one, whose connection is neither closed nor answered.
 */
export const TIMEOUT_MS = 12_000;

/**
 * Waits for work, at most `timeoutMs`.
 *
 * @param onTimeout called before the rejection
 * @throws ServiceError unavailable at the timeout; the work itself continues
 */
export function withDeadline<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(new ServiceError('unavailable', undefined, { retryAfterSeconds: 1 }));
    }, timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
