import { type LookupAddress, lookup as systemLookup, promises as dns, type RecordWithTtl } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';

export interface NameLookupOptions {
  /** Name servers, `address` or `address:port`; default: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds until a name server is queried again, once. */
  readonly timeoutMs?: number | undefined;
}

/** Names that are cached, more than there are hosts of platforms, and for how many seconds: addresses at most, a missing name. */
const MAX_NAMES = 20_000;
const MAX_TTL = 600;
const MISSING_TTL = 5;

/** Addresses of a name, or that it has none. */
type Resolved = readonly LookupAddress[] | 'missing';

/**
 * A `lookup` for sockets: names of the hosts file and names without a dot (localhost, container names) go to the system,
 * all others to c-ares, cached by their TTL: `getaddrinfo` has four threads for the whole process, and a sweep asks for
 * hundreds of names at once.
 */
export function createNameLookup(options: NameLookupOptions = {}): LookupFunction {
  const resolver = new dns.Resolver({ timeout: options.timeoutMs ?? 2_000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const cached = new LRUCache<string, { readonly found: Resolved }>({
    max: MAX_NAMES,
    fetchMethod: async (name, _stale, { options: entry }) => {
      const { found, ttl } = await resolve(resolver, name);
      entry.ttl = ttl * 1_000;
      return { found };
    },
  });
  const local = hostsFileNames();
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const name = hostname.toLowerCase();
    if (!name.includes('.') || name.endsWith('.localhost') || local.has(name)) {
      systemLookup(hostname, lookupOptions, callback);
      return;
    }
    cached.forceFetch(name).then(
      ({ found }) => {
        if (found === 'missing') callback(Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }), '');
        else if (lookupOptions.all === true) callback(null, [...found]);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  return lookup;
}

const NO_SUCH_RECORD: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Both kinds of addresses, IPv4 first, and for how many seconds they hold. A name server that fails on one kind does not cost the other.
 *
 * @throws Error with c-ares' code when the name server gave no usable response; that is not cached
 */
async function resolve(resolver: dns.Resolver, name: string): Promise<{ found: Resolved; ttl: number }> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })]);
  const records = (result: PromiseSettledResult<RecordWithTtl[]>) => (result.status === 'fulfilled' ? result.value : []);
  const found = [
    ...records(v4).map(({ address }) => ({ address, family: 4 })),
    ...records(v6).map(({ address }) => ({ address, family: 6 })),
  ];
  // A lifetime of zero would be for ever to the cache.
  if (found.length > 0) return { found, ttl: Math.max(1, Math.min(MAX_TTL, ...[...records(v4), ...records(v6)].map(({ ttl }) => ttl))) };
  const fault = [v4, v6].find(
    (result) => result.status === 'rejected' && !NO_SUCH_RECORD.includes((result.reason as { code?: unknown }).code),
  );
  if (fault?.status === 'rejected') throw fault.reason;
  return { found: 'missing', ttl: MISSING_TTL };
}

function hostsFileNames(): ReadonlySet<string> {
  const file = process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return new Set(lines.flatMap((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/).slice(1)));
  } catch {
    return new Set();
  }
}
