import { ServiceError } from '../values/errors.js';
import { withTimeout } from '../net/deadline.js';

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
export function orUnavailable<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => void = () => undefined): Promise<T> {
  return withTimeout(work, timeoutMs, () => {
    onTimeout();
    throw new ServiceError('unavailable', undefined, { retryAfterSeconds: 1 });
  });
}

/**
 * Wraps a store so that every call ends: one that takes longer fails with `unavailable`, so that a request never hangs on a stalled
 * database. For reads: a write that is given up here may be carried out nevertheless.
 */
export function withCallTimeouts<T extends object>(store: T, timeoutMs: number = TIMEOUT_MS): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        return result instanceof Promise ? orUnavailable(result, timeoutMs) : result;
      };
    },
  });
}
