import { LRUCache } from 'lru-cache';
import { retryAfterSeconds } from '../../../kernel/net/http-response.js';
import type { SourceFailure } from '../../../kernel/values/source.js';
import { type Registration, readRegistration } from '../registration.js';
import { parseJson } from '../../../kernel/values/json.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';
import type { GuardedFailure, GuardedHttp, GuardedOutcome } from '../../../kernel/net/guarded-http/index.js';
import { sleep, withDeadline } from '../../../kernel/net/deadline.js';
import { HostLimiter } from '../../../kernel/net/host-limiter.js';
import { createQueryCache } from './query-cache.js';
import { ok, type SourceResult, failed } from './source-result.js';
import type { RdapBootstrap } from './rdap-bootstrap.js';

export interface RdapClientOptions {
  readonly bootstrap: Pick<RdapBootstrap, 'bases'>;
  /** Registries redirect, and third parties choose the names of registrars: public addresses only. */
  readonly guarded: Pick<GuardedHttp, 'request'>;
  readonly now: () => Date;
  /** Plain http where a registry has nothing else; default false. */
  readonly allowHttp?: boolean;
}

interface RdapOutcome {
  readonly result: SourceResult<Registration>;
  /** Milliseconds until a retry is allowed; null: not in this query. */
  readonly retryAfterMs: number | null;
  /** Backoff of the registry for all lookups, in milliseconds. */
  readonly backoffMs?: number;
}

interface CacheEntry {
  readonly value: SourceResult<Registration>;
  readonly ttlMs: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long a failure is cached, in milliseconds, so that not every lookup queries a failing registry. */
const FAILURE_TTL_MS = 30_000;
const CALL_TIMEOUT_MS = 5_000;
const MAX_BACKOFF_MS = 1_000;
/** Backoff in milliseconds after 429 or 403 without a time. */
const DEFAULT_BACKOFF_MS = 60_000;
const MAX_BYTES = 524_288;
const HEADERS = { accept: 'application/rdap+json, application/json;q=0.5' };

/** When domains were registered, by RDAP (RFC 7480 to 9083). A query continues after its caller's budget has ended and fills the cache. */
export class RdapClient {
  readonly #cache = createQueryCache(
    20_000,
    (domain) => this.#query(domain),
    ({ ttlMs }) => ttlMs,
  );
  readonly #backoffs = new LRUCache<string, true>({ max: 2_000 });
  readonly #limiter = new HostLimiter({ perHost: 2, total: 20 });

  constructor(private readonly options: RdapClientOptions) {}

  /** @param domain registrable, lower-case ASCII */
  async registration(domain: string): Promise<SourceResult<Registration>> {
    return (await this.#cache.forceFetch(domain)).value;
  }

  async #query(domain: string): Promise<CacheEntry> {
    const bases = await this.options.bootstrap.bases(domain);
    if (bases === null) return { value: failed('unreachable', 'no_bootstrap'), ttlMs: 0 };
    const usable = this.#usable(bases);
    const url = usable[0];
    if (url === undefined) return { value: failed('not_applicable', 'no_rdap_service'), ttlMs: HOUR_MS };
    const first = await this.#request(`${url}domain/${domain}`, domain);
    if (first.retryAfterMs === null) return cacheEntryOf(first);
    if (first.retryAfterMs > MAX_BACKOFF_MS) return { value: first.result, ttlMs: Math.min(first.retryAfterMs, DAY_MS) };
    await sleep(first.retryAfterMs);
    return cacheEntryOf(await this.#request(`${usable[1] ?? url}domain/${domain}`, domain));
  }

  /** Base URLs with a trailing slash: those over TLS, plain http only where it is allowed and there is no other (RFC 9224, 3). */
  #usable(bases: readonly string[]): readonly string[] {
    const urls = bases.filter((base) => parseUrl(base) !== null).map((base) => (base.endsWith('/') ? base : `${base}/`));
    const secure = urls.filter((base) => base.startsWith('https:'));
    return secure.length > 0 || this.options.allowHttp !== true ? secure : urls.filter((base) => base.startsWith('http:'));
  }

  async #request(url: string, domain: string): Promise<RdapOutcome> {
    const { host } = new URL(url);
    if (this.#backoffs.has(host)) return { result: failed('rate_limited', 'rdap_pause'), retryAfterMs: null };
    return withDeadline([], CALL_TIMEOUT_MS, async (deadline) => {
      const slot = await this.#limiter.acquire(host, deadline.signal);
      if (slot === null) return { result: failed('rate_limited', 'rdap_busy'), retryAfterMs: null };
      try {
        const call = { method: 'GET', url, headers: HEADERS, deadlineMs: deadline.remainingMs, maxBytes: MAX_BYTES, redirects: 3 } as const;
        const heeded = this.#read(await this.options.guarded.request(call), domain);
        if (heeded.backoffMs !== undefined) this.#backoffs.set(host, true, { ttl: Math.min(heeded.backoffMs, DAY_MS) });
        return heeded;
      } finally {
        slot.release();
      }
    });
  }

  #read(outcome: GuardedOutcome, domain: string): RdapOutcome {
    if (!outcome.ok)
      return { result: failed(sourceFailureOf(outcome), `rdap_${outcome.failure}`), retryAfterMs: outcome.failure === 'reset' ? 0 : null };
    const { status } = outcome;
    if (status === 404) return { result: ok({ state: 'not_registered' }), retryAfterMs: null };
    if (status !== 200) return refusal(outcome);
    const registration = readRegistration(parseJson(outcome.body.toString('utf8')), domain, this.options.now());
    return { result: registration === null ? failed('malformed', 'rdap_unreadable') : ok(registration), retryAfterMs: null };
  }
}

function cacheEntryOf({ result }: RdapOutcome): CacheEntry {
  if (result.value === null) return { value: result, ttlMs: FAILURE_TTL_MS };
  return { value: result, ttlMs: result.value.state === 'not_registered' ? HOUR_MS : DAY_MS };
}

function refusal({ status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> }): RdapOutcome {
  const seconds = retryAfterSeconds({ url: '', status, headers, body: '' });
  const again = (status === 429 || status === 503) && seconds !== undefined ? seconds * 1_000 : null;
  const refusalBackoffMs = again ?? (status === 429 || status === 403 ? DEFAULT_BACKOFF_MS : 0);
  const failure: SourceFailure =
    status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'unauthorized' : status >= 500 ? 'unreachable' : 'refused';
  const found = failed(failure, `rdap_status_${Math.trunc(status / 100)}xx`);
  return refusalBackoffMs > MAX_BACKOFF_MS
    ? { result: found, retryAfterMs: again, backoffMs: refusalBackoffMs }
    : { result: found, retryAfterMs: again };
}

function sourceFailureOf({ failure }: GuardedFailure): SourceFailure {
  switch (failure) {
    case 'timeout':
    case 'interrupted':
      return 'timeout';
    case 'dns':
    case 'connect':
    case 'tls':
    case 'reset':
      return 'unreachable';
    case 'too_large':
    case 'protocol':
    case 'undecodable':
      return 'malformed';
    default:
      return 'refused';
  }
}
