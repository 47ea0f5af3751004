import { Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Silence } from '../domain/enrichment-ports.js';

/** What name servers say to one question: records, that there are none, that the name does not exist, or nothing usable. */
export type DnsSaid<Record> =
  | { readonly said: 'records'; readonly records: readonly Record[] }
  | { readonly said: 'no_data' }
  | { readonly said: 'no_such_name' }
  | { readonly said: 'nothing'; readonly silence: Silence };

export interface NameServerOptions {
  /** `address` or `address:port`; none: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds after which a question is sent once more, in case it was lost; the answer to the first still counts. */
  readonly againAfterMs?: number;
  /** Milliseconds after which a question is given up. */
  readonly withinMs?: number;
}

/** Codes of c-ares that are no answer. What is not here (a server's own failure, no server) is `unreachable`. */
const SILENCES: Readonly<Record<string, Silence>> = {
  ETIMEOUT: 'timeout', ECANCELLED: 'timeout', EREFUSED: 'refused', EBADRESP: 'malformed', EFORMERR: 'malformed', ENOTIMP: 'refused',
};
const LATE: DnsSaid<never> = { said: 'nothing', silence: 'timeout' };

/**
 * Questions to name servers whose every outcome is a value, so that "does not exist" and "did not answer" cannot be mixed up.
 *
 * The tries of c-ares follow each other, and the answer to an earlier one is not always heard: a domain whose own servers
 * take longer than a try stays unknown. Here the tries overlap: a lost question costs little, a slow answer is waited for.
 */
export class NameServer {
  private readonly resolver: Resolver;
  private readonly againAfterMs: number;
  private readonly withinMs: number;

  /** @throws Error when a server is no address */
  constructor({ servers = [], againAfterMs = 400, withinMs = 1_500 }: NameServerOptions = {}) {
    // Two tries: a failure that a server tells is asked about once more, at once.
    this.resolver = new Resolver({ timeout: withinMs, tries: 2 });
    if (servers.length > 0) this.resolver.setServers([...servers]);
    this.againAfterMs = againAfterMs;
    this.withinMs = withinMs;
  }

  /** Mail exchangers as they are published; `.` comes as an empty name. */
  mx(name: string): Promise<DnsSaid<{ readonly exchange: string; readonly priority: number }>> {
    return this.ask(() => this.resolver.resolveMx(name));
  }

  /** Whether the name has name servers: true of every top-level domain there is. */
  ns(name: string): Promise<DnsSaid<string>> {
    return this.ask(() => this.resolver.resolveNs(name));
  }

  ipv4(name: string): Promise<DnsSaid<string>> {
    return this.ask(() => this.resolver.resolve4(name));
  }

  /** IPv4 and IPv6 addresses. One family that has some is enough; "none" needs the word of both. */
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
