import { TIMEOUT_MS, withDeadline } from '../db/within.js';

/**
 * Wraps a store so that every call ends: one that takes longer fails with `unavailable`, so that a request never hangs on a stalled
 * database. For reads: a write that is given up here may be carried out nevertheless.
 */
export function withTimeout<T extends object>(store: T, timeoutMs: number = TIMEOUT_MS): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        return result instanceof Promise ? withDeadline(result, timeoutMs) : result;
      };
    },
  });
}
