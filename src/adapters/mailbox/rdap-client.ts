import { retryAfterSeconds } from '../../domain/answer.js';
import type { Silence } from '../../domain/enrichment-ports.js';
import { type Registration, readRegistration } from '../../domain/mailbox/registration.js';
import { parseUrl } from '../../domain/parse-url.js';
import type { GuardedFailure, GuardedHttp, GuardedOutcome } from '../guarded-http/index.js';
import { CallClock } from '../outbound-http/call-clock.js';
import { HostLimiter } from '../host-limiter.js';
import { pause } from '../outbound-http/retry.js';
import { FactCache, type Kept } from './fact-cache.js';
import { heard, type Heard, silent } from './heard.js';
import type { RdapBootstrap } from './rdap-bootstrap.js';

export interface RdapClientOptions {
  readonly bootstrap: Pick<RdapBootstrap, 'bases'>;
  /** Registries redirect, and third parties choose the names of registrars: public addresses only. */
  readonly guarded: Pick<GuardedHttp, 'request'>;
  readonly now: () => Date;
  /** Plain http where a registry has nothing else; default false. */
  readonly allowHttp?: boolean;
}

interface Heeded {
  readonly found: Heard<Registration>;
  /** Milliseconds until a retry is allowed; null: not in this query. */
  readonly again: number | null;
  /** Backoff of the registry for all lookups, in milliseconds. */
  readonly quietMs?: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long a failure is cached, in milliseconds, so that not every lookup queries a failing registry. */
const FAILURE_MS = 30_000;
const CALL_MS = 5_000;
const LONGEST_PAUSE_MS = 1_000;
/** Backoff in milliseconds after 429 or 403 without a time. */
const UNTOLD_PAUSE_MS = 60_000;
const MOST_BYTES = 524_288;
const HEADERS = { accept: 'application/rdap+json, application/json;q=0.5' };

/** When domains were registered, by RDAP (RFC 7480 to 9083). A query continues after its caller's budget has ended and fills the cache. */
export class RdapClient {
  private readonly cache = new FactCache<Heard<Registration>>({ most: 20_000 });
  /** Registries that asked for a backoff. */
  private readonly quiet = new FactCache<true>({ most: 2_000 });
  private readonly limiter = new HostLimiter({ perHost: 2, total: 20 });

  constructor(private readonly options: RdapClientOptions) {}

  /** @param domain registrable, lower-case ASCII */
  registration(domain: string): Promise<Heard<Registration>> {
    return this.cache.get(domain, () => this.inquire(domain));
  }

  private async inquire(domain: string): Promise<Kept<Heard<Registration>>> {
    const bases = await this.options.bootstrap.bases(domain);
    if (bases === null) return { value: silent('unreachable', 'no_bootstrap'), forMs: 0 };
    const usable = this.usable(bases);
    const url = usable[0];
    if (url === undefined) return { value: silent('not_applicable', 'no_rdap_service'), forMs: HOUR_MS };
    const first = await this.ask(`${url}domain/${domain}`, domain);
    if (first.again === null) return keep(first);
    if (first.again > LONGEST_PAUSE_MS) return { value: first.found, forMs: Math.min(first.again, DAY_MS) };
    await pause(first.again, new AbortController().signal);
    return keep(await this.ask(`${usable[1] ?? url}domain/${domain}`, domain));
  }

  /** Base URLs with a trailing slash: those over TLS, plain http only where it is allowed and there is no other (RFC 9224, 3). */
  private usable(bases: readonly string[]): readonly string[] {
    const urls = bases.filter((base) => parseUrl(base) !== null).map((base) => (base.endsWith('/') ? base : `${base}/`));
    const secure = urls.filter((base) => base.startsWith('https:'));
    return secure.length > 0 || this.options.allowHttp !== true ? secure : urls.filter((base) => base.startsWith('http:'));
  }

  private async ask(url: string, domain: string): Promise<Heeded> {
    const { host } = new URL(url);
    if (this.quiet.peek(host) !== undefined) return { found: silent('rate_limited', 'rdap_pause'), again: null };
    const clock = new CallClock([]);
    clock.start(CALL_MS);
    const slot = await this.limiter.acquire(host, clock.signal);
    try {
      if (slot === null) return { found: silent('rate_limited', 'rdap_busy'), again: null };
      const call = { method: 'GET', url, headers: HEADERS, deadlineMs: clock.leftMs, maxBytes: MOST_BYTES, redirects: 3 } as const;
      const heeded = this.read(await this.options.guarded.request(call), domain);
      if (heeded.quietMs !== undefined) this.quiet.put(host, { value: true, forMs: Math.min(heeded.quietMs, DAY_MS) });
      return heeded;
    } finally {
      slot?.release();
      clock.stop();
    }
  }

  private read(outcome: GuardedOutcome, domain: string): Heeded {
    if (!outcome.ok) return { found: silent(silenceOf(outcome), `rdap_${outcome.failure}`), again: outcome.failure === 'reset' ? 0 : null };
    const { status } = outcome;
    if (status === 404) return { found: heard({ state: 'not_registered' }), again: null };
    if (status !== 200) return refusal(outcome);
    const registration = readRegistration(parsed(outcome.body), domain, this.options.now());
    return { found: registration === null ? silent('malformed', 'rdap_unreadable') : heard(registration), again: null };
  }
}

function keep({ found }: Heeded): Kept<Heard<Registration>> {
  if (found.value === null) return { value: found, forMs: FAILURE_MS };
  return { value: found, forMs: found.value.state === 'not_registered' ? HOUR_MS : DAY_MS };
}

function refusal({ status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> }): Heeded {
  const seconds = retryAfterSeconds({ url: '', status, headers, body: '' });
  const again = (status === 429 || status === 503) && seconds !== undefined ? seconds * 1_000 : null;
  const pauseMs = again ?? (status === 429 || status === 403 ? UNTOLD_PAUSE_MS : 0);
  const silence: Silence =
    status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'unauthorized' : status >= 500 ? 'unreachable' : 'refused';
  const found = silent(silence, `rdap_status_${Math.trunc(status / 100)}xx`);
  return pauseMs > LONGEST_PAUSE_MS ? { found, again, quietMs: pauseMs } : { found, again };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function silenceOf({ failure }: GuardedFailure): Silence {
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
