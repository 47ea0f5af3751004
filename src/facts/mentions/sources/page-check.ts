import { deniedTerm } from '../../../kernel/values/denylist.js';
import { isPackageRegistry, subdomainOf } from '../../../kernel/net/probe-host.js';
import { urlEchoesQuery, containsExactly } from '../exact-text.js';
import { Deadline } from '../../../kernel/net/deadline.js';
import type { GuardedHttp } from '../../../kernel/net/guarded-http/index.js';
import { decodeText } from '../../../kernel/net/response.js';
import { HostLimiter } from '../../../kernel/net/host-limiter.js';
import { visibleText } from './visible-text.js';

const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 3_000;
const MAX_REDIRECTS = 3;
const READABLE = /^\s*(?:text\/html|application\/xhtml\+xml|text\/plain)\s*(?:;|$)/i;

/** Result of a page check: `confirmed`, or why it is not. Codes only. */
export type PageCheckResult = 'confirmed' | 'not_there' | 'echo' | 'not_a_page' | 'left_alone' | (string & {});

export interface PageCheck {
  /**
   * Whether the text that a visitor reads on the page contains exactly the query. Never throws.
   *
   * @param leftMs milliseconds for the whole check
   */
  check(url: string, query: string, leftMs: number, signal: AbortSignal): Promise<PageCheckResult>;
}

/**
 * Why a page is not requested at all. A page whose URL contains the query as a parameter shows it in any case; one whose URL contains a
 * denied term (`unsubscribe`, `reset`) may act on the person whom it names.
 */
function pageViolation(url: URL, query: string): PageCheckResult | null {
  if (isPackageRegistry(url.hostname)) return 'left_alone';
  if (urlEchoesQuery(url, query)) return 'echo';
  return deniedTerm(`${subdomainOf(url.hostname)} ${url.pathname} ${url.search}`) === null ? null : 'left_alone';
}

/** Checks pages that search engines name, through the guarded client; two at a time on one host. */
export function createPageCheck(options: { readonly http: GuardedHttp; readonly userAgent: string }): PageCheck {
  const limiter = new HostLimiter({ perHost: 2, total: 100 });

  async function fetchText(url: string, query: string, leftMs: number, signal: AbortSignal): Promise<{ text: string } | PageCheckResult> {
    const reading = new Deadline([signal]);
    let kind: PageCheckResult | null = null;
    const outcome = await options.http.request({
      method: 'GET',
      url,
      headers: { accept: 'text/html,application/xhtml+xml,text/plain;q=0.9', 'user-agent': options.userAgent },
      maxBytes: MAX_BYTES,
      deadlineMs: Math.min(TIMEOUT_MS, leftMs),
      redirects: MAX_REDIRECTS,
      violation: (hop) => pageViolation(hop, query),
      signal: reading.signal,
      onHead: ({ status, headers }) => {
        if (status !== 200) kind = `status_${status}`;
        else if (!READABLE.test(headers['content-type'] ?? '')) kind = 'not_a_page';
        if (kind !== null) reading.interrupt();
      },
    });
    reading.stop();
    if (kind !== null) return kind;
    if (!outcome.ok) return outcome.failure === 'violation' ? outcome.detail : outcome.failure;
    const type = outcome.headers['content-type'];
    const body = decodeText(outcome.body, type);
    return { text: /^\s*text\/plain/i.test(type ?? '') ? body : visibleText(body) };
  }

  return {
    async check(url, query, leftMs, signal) {
      const address = new URL(url);
      const violation = pageViolation(address, query);
      if (violation !== null) return violation;
      const slot = await limiter.acquire(address.hostname, signal);
      if (slot === null) return 'timeout';
      try {
        const page = await fetchText(url, query, leftMs, signal);
        if (typeof page === 'string') return page;
        return containsExactly(page.text, query) ? 'confirmed' : 'not_there';
      } catch {
        return 'undecodable';
      } finally {
        slot.release();
      }
    },
  };
}
