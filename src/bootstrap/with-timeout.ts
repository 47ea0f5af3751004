import { TIMEOUT_MS, within } from '../db/within.js';

/**
 * A store whose every call ends: what takes longer becomes `unavailable`, so that a request never hangs on a database that
 * stalls. For reads: a write that is given up here may be carried out nevertheless.
 */
export function withTimeout<T extends object>(store: T, timeoutMs: number = TIMEOUT_MS): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        return result instanceof Promise ? within(result, timeoutMs) : result;
      };
    },
  });
}
