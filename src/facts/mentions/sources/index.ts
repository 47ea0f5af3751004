import type { Config } from '../../../kernel/config/env.js';
import type { SourceDescription } from '../../fact-modules.js';
import { exactPhrase, type FoundPage, type MentionSearch, mergeMentions, type WebMention } from '../web-mention.js';
import type { Budget, Finding, SourceNote } from '../../../kernel/values/source.js';
import { createGuardedHttp, type GuardedHttpOptions } from '../../../kernel/net/guarded-http/index.js';
import type { ProviderHttp } from '../../provider-http.js';
import { createConfigured, describeConfigured } from '../../configured-sources.js';
import { backOffAfterRefusal, querySources, type SourceReport } from '../../query-sources.js';
import { createPageCheck, type PageCheck, type PageCheckResult } from './page-check.js';
import { type FoundPages, type MentionSource, SEARCH_ENGINES } from './search-engines.js';

export interface MentionModule {
  /** Null when no search engine is configured. */
  readonly search: MentionSearch | null;
  readonly sources: readonly SourceDescription[];
}

const USER_AGENT = 'footprint';

/**
 * Web mentions from every configured search engine.
 *
 * @param options.http shared client for search engines
 * @param options.guarded for tests: how pages are fetched, besides the settings
 */
export function createMentionSearch(options: {
  readonly config: Config;
  readonly http: ProviderHttp;
  readonly guarded?: Pick<GuardedHttpOptions, 'resolver' | 'caFile' | 'portsFrom'>;
}): MentionModule {
  const { config, http } = options;
  const sources = createConfigured(SEARCH_ENGINES, config, { http }).map((source) => backOffAfterRefusal(source));
  const egress = { allowHttp: true, allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS, nameServers: config.DNS_SERVERS };
  const guarded = createGuardedHttp({ ...options.guarded, ...egress });
  const pages = createPageCheck({ http: guarded, userAgent: USER_AGENT });
  return {
    search: sources.length === 0 ? null : createSearch({ sources, pages }),
    sources: describeConfigured('webMentions', SEARCH_ENGINES, config),
  };
}

const MAX_MENTIONS = 20;
/** Pages checked for one query, and at one time. */
const MAX_PAGES = 12;
const CONCURRENCY = 6;
/** Part of the budget for search engines; the rest is for checking pages. */
const SEARCH_SHARE = 0.6;
/** With less time left than this, a page check would not finish, in milliseconds. */
const MIN_CHECK_MS = 150;

/** Queries all search engines at once for the exact phrase, and checks the first pages they name. */
export function createSearch({ sources, pages }: { readonly sources: readonly MentionSource[]; readonly pages: PageCheck }): MentionSearch {
  return {
    async search(query, budget): Promise<Finding<readonly WebMention[]>> {
      const begun = performance.now();
      const phrase = exactPhrase(query);
      if (phrase === null)
        return {
          facts: null,
          notes: sources.map(({ name }) => noteOf({ source: name, claim: null, failure: 'not_applicable', tookMs: 0 })),
        };
      const reports = await querySources(sources, phrase, { ...budget, budgetMs: budget.budgetMs * SEARCH_SHARE });
      const notes = reports.map(noteOf);
      const lists = reports.flatMap(({ claim }) => (claim === null ? [] : [claim.pages]));
      if (lists.length === 0) return { facts: null, notes };
      const found = mergeMentions(lists, MAX_MENTIONS);
      const named = lists.some((list) => list.length > 0);
      // Search engines named pages, but none with a usable URL: there are results, which cannot be shown.
      if (found.length === 0) return { facts: named ? null : [], notes };
      if (budget.isPassive) {
        const unread = noteOf({ source: 'page_check', claim: null, failure: 'not_passive', tookMs: 0 });
        return { facts: confirmedFirst(found, new Map()), notes: [...notes, unread] };
      }
      const lookedFrom = performance.now();
      const findings = await checkPages(pages, found, query, { ...budget, budgetMs: budget.budgetMs - (lookedFrom - begun) });
      const note = pageNote(findings, Math.round(performance.now() - lookedFrom));
      return { facts: confirmedFirst(found, findings), notes: [...notes, note] };
    },
  };
}

/** Checks the first pages, some at a time, until the budget ends. @returns the results, by URL */
async function checkPages(
  pages: PageCheck,
  found: readonly FoundPage[],
  query: string,
  { signal, budgetMs }: Budget,
): Promise<Map<string, PageCheckResult>> {
  const end = performance.now() + budgetMs;
  const findings = new Map<string, PageCheckResult>();
  const waiting = found.slice(0, MAX_PAGES).map(({ url }) => url);
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const left = end - performance.now();
      if (left < MIN_CHECK_MS || signal.aborted) return;
      findings.set(url, await pages.check(url, query, left, signal));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return findings;
}

/** Confirmed mentions first, otherwise in the search engines' order. */
function confirmedFirst(found: readonly FoundPage[], findings: ReadonlyMap<string, PageCheckResult>): readonly WebMention[] {
  const mentions = found.map(
    (page): WebMention => ({ ...page, matchConfidence: findings.get(page.url) === 'confirmed' ? 'confirmed' : 'unconfirmed' }),
  );
  const rank = ({ matchConfidence }: WebMention) => (matchConfidence === 'confirmed' ? 0 : 1);
  return mentions.sort((a, b) => rank(a) - rank(b));
}

function noteOf({ source, claim, failure, tookMs }: SourceReport<FoundPages>): SourceNote {
  if (claim === null) return { source, failure, tookMs, decidedFields: [], codes: [] };
  return {
    source,
    failure: null,
    tookMs,
    decidedFields: ['webMentions'],
    codes: [claim.pages.length === 0 ? 'nothing_found' : 'pages_found'],
  };
}

function pageNote(findings: ReadonlyMap<string, PageCheckResult>, tookMs: number): SourceNote {
  const codes = [...new Set(findings.values())].sort().map((code) => `page_${code}`);
  return { source: 'page_check', failure: findings.size === 0 ? 'timeout' : null, tookMs, decidedFields: ['matchConfidence'], codes };
}
