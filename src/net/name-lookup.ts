import { promises as dns, lookup as systemLookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import CacheableLookup from 'cacheable-lookup';

export interface NameLookupOptions {
  /** Name servers, `address` or `address:port`; default: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds until a name server is queried again, once. */
  readonly timeoutMs?: number | undefined;
}

/** Seconds that results and failures are cached at most. */
const MAX_TTL = 600;
const FAILURE_TTL = 5;

/**
 * A `lookup` for sockets: names of the hosts file and names without a dot (localhost, container names) go to the system,
 * all others to c-ares, cached by their TTL: `getaddrinfo` has four threads for the whole process, and a sweep asks for
 * hundreds of names at once.
 */
export function createNameLookup(options: NameLookupOptions = {}): LookupFunction {
  const resolver = new dns.Resolver({ timeout: options.timeoutMs ?? 2_000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const resolve6 = resolver.resolve6.bind(resolver);
  // A name server that fails on AAAA must not cost the A records.
  Object.assign(resolver, { resolve6: (name: string) => resolve6(name, { ttl: true }).catch(() => []) });
  const cached = new CacheableLookup({ resolver, lookup: false, maxTtl: MAX_TTL, errorTtl: FAILURE_TTL });
  const local = hostsFileNames();
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const name = hostname.toLowerCase();
    if (!name.includes('.') || name.endsWith('.localhost') || local.has(name)) {
      systemLookup(hostname, lookupOptions, callback);
      return;
    }
    cached.lookupAsync(hostname, { all: true }).then(
      (found) => {
        const entries = found.map(({ address, family }) => ({ address, family }));
        const first = entries[0];
        if (lookupOptions.all === true) callback(null, entries);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  return lookup;
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
