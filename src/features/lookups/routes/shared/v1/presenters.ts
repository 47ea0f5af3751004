/** The only place where v1 responses are built. */
import type { z } from 'zod';
import type { PlatformNames } from '../../../../../engine/catalogue/rules/ports.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import { type PlatformAnswer, summarise } from '../../../lookup-summary.js';
import { mergeFacts } from '../../../module-facts.js';
import type { LookupResponse, PendingLookup, platformResult } from './schemas.js';

export function presentPending(lookupId: string): PendingLookup {
  return { lookupId, status: 'processing' };
}

export function presentResult(catalogue: PlatformNames, answer: PlatformAnswer): z.infer<typeof platformResult> {
  return {
    platform: answer.platform,
    registered: answer.registered,
    method: answer.method,
    icon: catalogue.get(answer.platform)?.icon ?? null,
    checkedAt: answer.checkedAt.toISOString(),
    ...(answer.mailboxProvider ? { mailboxProvider: true } : {}),
  };
}

/** A finished lookup as a whole; any other as pending. */
export function presentFinished(catalogue: PlatformNames, known: LookupSnapshot): LookupResponse | PendingLookup {
  return known.lookup.state === 'finished' ? presentLookup(catalogue, known) : presentPending(known.lookup.id);
}

/** How many planned platforms have not ended. */
export function pendingPlatforms({ lookup, outcomes }: LookupSnapshot): number {
  return lookup.state === 'finished' ? 0 : Math.max(0, (lookup.plan?.targets.length ?? 0) - summarise(outcomes).swept);
}

/** What is known of a lookup, finished or not. */
export function presentLookup(catalogue: PlatformNames, { lookup, outcomes, modules }: LookupSnapshot): LookupResponse {
  const summary = summarise(outcomes);
  const merged = mergeFacts(modules, lookup.subjects);
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
