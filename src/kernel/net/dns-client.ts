import { Resolver } from 'node:dns/promises';
import type { SourceFailure } from '../values/source.js';
import { sleep, withDeadline } from './deadline.js';

/** Result of one DNS query: records, none of this type, no such name, or no usable response. */
export type DnsResult<Record> =
  | { readonly outcome: 'records'; readonly records: readonly Record[] }
  | { readonly outcome: 'no_data' }
  | { readonly outcome: 'no_such_name' }
  | { readonly outcome: 'nothing'; readonly failure: SourceFailure };

export interface DnsClientOptions {
  /** `address` or `address:port`; none: the system's. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds after which a query is sent a second time, in case it was lost; the response to the first still counts. */
  readonly repeatAfterMs?: number;
  /** Milliseconds after which a query is given up. */
  readonly timeoutMs?: number;
}

/** Source failures for the codes of c-ares that are no response. Any other code (a server failure, no server) is `unreachable`. */
const FAILURE_BY_CODE: Readonly<Record<string, SourceFailure>> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  EREFUSED: 'refused',
  EBADRESP: 'malformed',
  EFORMERR: 'malformed',
  ENOTIMP: 'refused',
};
const TIMED_OUT: DnsResult<never> = { outcome: 'nothing', failure: 'timeout' };

/**
 * DNS queries whose every outcome is a value, so that "does not exist" and "did not respond" cannot be mixed up.
 *
 * c-ares makes its tries one after the other and may miss the response to an earlier one: a domain whose own servers take longer than a
 * try stays unknown. Here the tries overlap: a lost query costs little, a slow response is awaited, and a failure
 * that a server reports is tried again at once.
 */
export class DnsClient {
  readonly #resolver: Resolver;
  readonly #repeatAfterMs: number;
  readonly #timeoutMs: number;

  /** @throws Error when a server is no address */
  constructor({ servers = [], repeatAfterMs = 400, timeoutMs = 1_500 }: DnsClientOptions = {}) {
    // One try: the next would be sent when the query has been given up, and nobody would read its response.
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers.length > 0) this.#resolver.setServers([...servers]);
    this.#repeatAfterMs = repeatAfterMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Mail exchangers as published; `.` arrives as an empty name. */
  mx(name: string): Promise<DnsResult<{ readonly exchange: string; readonly priority: number }>> {
    // Node 24 adds the record's type.
    return this.#query(async () => (await this.#resolver.resolveMx(name)).map(({ exchange, priority }) => ({ exchange, priority })));
  }

  /** Name servers of the name; every existing top-level domain has some. */
  ns(name: string): Promise<DnsResult<string>> {
    return this.#query(() => this.#resolver.resolveNs(name));
  }

  /** Texts of the name, each in one piece. */
  txt(name: string): Promise<DnsResult<string>> {
    return this.#query(async () => (await this.#resolver.resolveTxt(name)).map((parts) => parts.join('')));
  }

  ipv4(name: string): Promise<DnsResult<string>> {
    return this.#query(() => this.#resolver.resolve4(name));
  }

  /** IPv4 and IPv6 addresses. Records of one family are enough; "none" requires the responses for both. */
  async addresses(name: string): Promise<DnsResult<string>> {
    const both = await Promise.all([this.ipv4(name), this.#query(() => this.#resolver.resolve6(name))]);
    const records = both.flatMap((each) => (each.outcome === 'records' ? each.records : []));
    if (records.length > 0) return { outcome: 'records', records };
    const [four, six] = both;
    if (four.outcome === 'nothing') return four;
    if (six.outcome === 'nothing') return six;
    return { outcome: four.outcome === 'no_such_name' && six.outcome === 'no_such_name' ? 'no_such_name' : 'no_data' };
  }

  #query<Record>(query: () => Promise<readonly Record[]>): Promise<DnsResult<Record>> {
    return withDeadline([], this.#timeoutMs, async (deadline) => {
      const first = dnsResultOf(query());
      const isDue = Promise.race([first.then(hasFailed), sleep(this.#repeatAfterMs, deadline.signal)]);
      const second = isDue.then((due) => (due ? dnsResultOf(query()) : first));
      const either = Promise.race([unlessFailed(first, second), unlessFailed(second, first)]);
      const answer = await deadline.settle(either, () => TIMED_OUT);
      deadline.interrupt(); // ends the pause
      return answer;
    });
  }
}

const hasFailed = ({ outcome }: DnsResult<unknown>): boolean => outcome === 'nothing';

/** A query's result, or that of the other one when a server reported a failure. */
const unlessFailed = async <Record>(query: Promise<DnsResult<Record>>, other: Promise<DnsResult<Record>>): Promise<DnsResult<Record>> => {
  const result = await query;
  return hasFailed(result) ? other : result;
};

async function dnsResultOf<Record>(query: Promise<readonly Record[]>): Promise<DnsResult<Record>> {
  try {
    const records = await query;
    return records.length > 0 ? { outcome: 'records', records } : { outcome: 'no_data' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENODATA') return { outcome: 'no_data' };
    if (code === 'ENOTFOUND') return { outcome: 'no_such_name' };
    return { outcome: 'nothing', failure: FAILURE_BY_CODE[code] ?? 'unreachable' };
  }
}
