import { promises as dns } from 'node:dns';
import type { Silence } from '../../domain/enrichment-ports.js';

/** What name servers say to one question: records, that there are none, that the name does not exist, or nothing usable. */
export type DnsSaid<Record> =
  | { readonly said: 'records'; readonly records: readonly Record[] }
  | { readonly said: 'no_data' }
  | { readonly said: 'no_such_name' }
  | { readonly said: 'nothing'; readonly silence: Silence };

export interface NameServerOptions {
  /** `address` or `address:port`; default: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds until a server is asked again, once. */
  readonly timeoutMs?: number;
}

/** Codes of c-ares that are no answer. What is not here (a server's own failure, no server) is `unreachable`. */
const SILENCES: Readonly<Record<string, Silence>> = {
  ETIMEOUT: 'timeout', ECANCELLED: 'timeout', EREFUSED: 'refused', EBADRESP: 'malformed', EFORMERR: 'malformed', ENOTIMP: 'refused',
};

/** Questions to name servers whose every outcome is a value, so that "does not exist" and "did not answer" cannot be mixed up. */
export class NameServer {
  private readonly resolver: dns.Resolver;

  constructor(options: NameServerOptions = {}) {
    this.resolver = new dns.Resolver({ timeout: options.timeoutMs ?? 400, tries: 2 });
    if (options.servers !== undefined) this.resolver.setServers(options.servers);
  }

  /** Mail exchangers as they are published; `.` comes as an empty name. */
  mx(name: string): Promise<DnsSaid<{ readonly exchange: string; readonly priority: number }>> {
    return asked(this.resolver.resolveMx(name));
  }

  /** Whether the name has name servers: true of every top-level domain there is. */
  ns(name: string): Promise<DnsSaid<string>> {
    return asked(this.resolver.resolveNs(name));
  }

  /** IPv4 and IPv6 addresses. One family that has some is enough; "none" needs the word of both. */
  async addresses(name: string): Promise<DnsSaid<string>> {
    const both = await Promise.all([asked(this.resolver.resolve4(name)), asked(this.resolver.resolve6(name))]);
    const records = both.flatMap((each) => (each.said === 'records' ? each.records : []));
    if (records.length > 0) return { said: 'records', records };
    const [four, six] = both;
    if (four.said === 'nothing') return four;
    if (six.said === 'nothing') return six;
    return { said: four.said === 'no_such_name' && six.said === 'no_such_name' ? 'no_such_name' : 'no_data' };
  }
}

async function asked<Record>(question: Promise<readonly Record[]>): Promise<DnsSaid<Record>> {
  try {
    const records = await question;
    return records.length > 0 ? { said: 'records', records } : { said: 'no_data' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENODATA') return { said: 'no_data' };
    if (code === 'ENOTFOUND') return { said: 'no_such_name' };
    return { said: 'nothing', silence: SILENCES[code] ?? 'unreachable' };
  }
}
