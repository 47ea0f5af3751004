import { Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Silence } from '../domain/enrichment-ports.js';

/** Result of one DNS query: records, none of this type, no such name, or no usable response. */
export type DnsSaid<Record> =
  | { readonly said: 'records'; readonly records: readonly Record[] }
  | { readonly said: 'no_data' }
  | { readonly said: 'no_such_name' }
  | { readonly said: 'nothing'; readonly silence: Silence };

export interface NameServerOptions {
  /** `address` or `address:port`; none: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds after which a query is sent a second time, in case it was lost; the response to the first still counts. */
  readonly againAfterMs?: number;
  /** Milliseconds after which a query is given up. */
  readonly withinMs?: number;
}

/** Source failures for the codes of c-ares that are no response. Any other code (a server failure, no server) is `unreachable`. */
const SILENCES: Readonly<Record<string, Silence>> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  EREFUSED: 'refused',
  EBADRESP: 'malformed',
  EFORMERR: 'malformed',
  ENOTIMP: 'refused',
};
const LATE: DnsSaid<never> = { said: 'nothing', silence: 'timeout' };

/**
 * DNS queries whose every outcome is a value, so that "does not exist" and "did not respond" cannot be mixed up.
 *
 * c-ares makes its tries one after the other and may miss the response to an earlier one: a domain whose own servers take longer than a
 * try stays unknown. Here the tries overlap: a lost query costs little, and a slow response is awaited.
 */
export class NameServer {
  private readonly resolver: Resolver;
  private readonly againAfterMs: number;
  private readonly withinMs: number;

  /** @throws Error when a server is no address */
  constructor({ servers = [], againAfterMs = 400, withinMs = 1_500 }: NameServerOptions = {}) {
    // Two tries: after a failure that a server reports, the query is repeated at once.
    this.resolver = new Resolver({ timeout: withinMs, tries: 2 });
    if (servers.length > 0) this.resolver.setServers([...servers]);
    this.againAfterMs = againAfterMs;
    this.withinMs = withinMs;
  }

  /** Mail exchangers as published; `.` arrives as an empty name. */
  mx(name: string): Promise<DnsSaid<{ readonly exchange: string; readonly priority: number }>> {
    return this.ask(() => this.resolver.resolveMx(name));
  }

  /** Name servers of the name; every existing top-level domain has some. */
  ns(name: string): Promise<DnsSaid<string>> {
    return this.ask(() => this.resolver.resolveNs(name));
  }

  ipv4(name: string): Promise<DnsSaid<string>> {
    return this.ask(() => this.resolver.resolve4(name));
  }

  /** IPv4 and IPv6 addresses. Records of one family are enough; "none" requires the responses for both. */
  async addresses(name: string): Promise<DnsSaid<string>> {
    const both = await Promise.all([this.ipv4(name), this.ask(() => this.resolver.resolve6(name))]);
    const records = both.flatMap((each) => (each.said === 'records' ? each.records : []));
    if (records.length > 0) return { said: 'records', records };
    const [four, six] = both;
    if (four.said === 'nothing') return four;
    if (six.said === 'nothing') return six;
    return { said: four.said === 'no_such_name' && six.said === 'no_such_name' ? 'no_such_name' : 'no_data' };
  }

  private async ask<Record>(question: () => Promise<readonly Record[]>): Promise<DnsSaid<Record>> {
    const over = new AbortController();
    const { signal } = over;
    const first = answerTo(question());
    const second = pause(this.againAfterMs, undefined, { signal }).then(() => answerTo(question()));
    const late = pause(this.withinMs, LATE, { signal });
    try {
      return await Promise.race([first, second, late]);
    } finally {
      over.abort();
    }
  }
}

async function answerTo<Record>(question: Promise<readonly Record[]>): Promise<DnsSaid<Record>> {
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
