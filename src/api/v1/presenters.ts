/** The only place where v1 responses are built. */
import type { z } from 'zod';
import type { PlatformAnswer } from '../../domain/lookup/lookup-summary.js';
import { mergeFacts } from '../../domain/lookup/module-facts.js';
import type { PlatformCatalogue } from '../../domain/catalogue/ports.js';
import type { LookupView as FullView } from '../../services/lookups/read-lookup.js';
import type { LookupResponse, PendingLookup, platformResult } from './schemas.js';

export function presentPending(lookupId: string): PendingLookup {
  return { lookupId, status: 'processing' };
}

export function presentResult(catalogue: PlatformCatalogue, answer: PlatformAnswer): z.infer<typeof platformResult> {
  return {
    platform: answer.platform,
    registered: answer.registered,
    method: answer.method,
    icon: catalogue.get(answer.platform)?.icon ?? null,
    checkedAt: answer.checkedAt.toISOString(),
    ...(answer.mailboxProvider ? { mailboxProvider: true } : {}),
  };
}

/** What a response is built from. */
type LookupView = Pick<FullView, 'summary' | 'modules'> & { lookup: Pick<FullView['lookup'], 'id' | 'query'> };

export function presentLookup(catalogue: PlatformCatalogue, view: LookupView): LookupResponse {
  const { lookup, summary } = view;
  const merged = mergeFacts(view.modules);
  return {
    lookupId: lookup.id,
    query: lookup.query,
    platformsChecked: summary.platformsChecked,
    matches: summary.matches,
    socialMatches: summary.socialMatches,
    hits: [...summary.hits],
    servedFromCache: summary.servedFromCache,
    results: summary.answers.map((answer) => presentResult(catalogue, answer)),
    ...merged,
    breaches: merged.breaches && [...merged.breaches],
    webMentions: merged.webMentions && [...merged.webMentions],
  };
}
