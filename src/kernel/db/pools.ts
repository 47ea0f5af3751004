import { AsyncLocalStorage } from 'node:async_hooks';
import { type DatabaseHandle, type DatabaseOptions, openDatabase } from './client.js';

const background = new AsyncLocalStorage<true>();

/** Runs work, and whatever it starts, on connections of the background pool. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/**
 * Two pools that share a number of connections, half each: one for work that callers wait for, one for the rest (`inBackground`),
 * so that background work never takes the last connection.
 */
export function openPools(options: DatabaseOptions & { readonly max: number }): DatabaseHandle {
  const behind = Math.floor(options.max / 2);
  const foreground = openDatabase({ ...options, max: options.max - behind });
  const rest = openDatabase({ ...options, max: behind, name: `${options.name ?? 'footprint'}-background` });
  return {
    sql: byContext(foreground.sql, rest.sql),
    close: async () => void (await Promise.all([foreground.close(), rest.close()])),
  };
}

/** A proxy that forwards calls and property reads to the pool of the current context. */
function byContext<T extends object>(foreground: T, rest: T): T {
  const chosen = (): T => (background.getStore() ? rest : foreground);
  return new Proxy(foreground, {
    apply: (_, __, args: unknown[]): unknown => Reflect.apply(chosen() as never, undefined, args),
    get(_, name) {
      const target = chosen();
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
