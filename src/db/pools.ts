import { AsyncLocalStorage } from 'node:async_hooks';
import { type DatabaseHandle, type DatabaseOptions, openDatabase } from './client.js';

const background = new AsyncLocalStorage<true>();

/** Has work, and whatever it starts, take its connections from the background pool. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/**
 * Two pools that share a number of connections, half each: one for what callers wait for, one for the rest (`inBackground`), so
 * that work that nobody waits for never takes the last connection.
 */
export function openPools(options: DatabaseOptions & { readonly max: number }): DatabaseHandle {
  const behind = Math.floor(options.max / 2);
  const foreground = openDatabase({ ...options, max: options.max - behind });
  const rest = openDatabase({ ...options, max: behind, name: `${options.name ?? 'footprint'}-background` });
  return {
    sql: byContext(foreground.sql, rest.sql),
    db: byContext(foreground.db, rest.db),
    close: async () => void (await Promise.all([foreground.close(), rest.close()])),
  };
}

/** Whatever is called or read of it is called or read of the one whose turn it is. */
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
