import { ServiceError } from '../domain/errors.js';

/**
 * Longer than the database's own statement timeout: what a living database gives up is rolled back and told before. This is
 * for one that has fallen silent, whose connection is neither closed nor answered.
 */
const PATIENCE_MS = 12_000;

function within<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('unavailable', undefined, { retryAfterSeconds: 1 })), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * A store whose every call ends: what takes longer than the patience becomes `unavailable`, so that a request never hangs on
 * a database that stalls.
 */
export function impatient<T extends object>(store: T, patienceMs: number = PATIENCE_MS): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        return result instanceof Promise ? within(result, patienceMs) : result;
      };
    },
  });
}
