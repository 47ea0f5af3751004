import type { SourceFailure } from '../domain/lookup/enrichment-ports.js';
import { isSourceFailed, type SourceFailed, type Source } from './query-sources.js';

/** Backoff in milliseconds after a refusal that names no time. */
const BACKOFF_MS: Partial<Record<SourceFailure, number>> = { rate_limited: 60_000, unauthorized: 60_000 };
/** Longest backoff in milliseconds: a wrong header must not disable a source until the next start. */
const MAX_BACKOFF_MS = 3_600_000;

/**
 * Stops querying a provider that answered `rate_limited` or `unauthorized`, for as long as it asks or for a minute: further requests
 * prolong a block. Until then the same failure is returned.
 *
 * @param now monotonic clock in milliseconds; for tests
 */
export function backOffAfterRefusal<S extends Source<Subject, Claim>, Subject, Claim extends object>(
  source: S & Source<Subject, Claim>,
  now: () => number = () => performance.now(),
): S {
  let restUntil = 0;
  let last: SourceFailed = { silence: 'rate_limited' };
  const ask: Source<Subject, Claim>['query'] = async (subject, budget) => {
    if (now() < restUntil) return last;
    const reply = await source.query(subject, budget);
    const rest = isSourceFailed(reply) ? BACKOFF_MS[reply.silence] : undefined;
    if (isSourceFailed(reply) && rest !== undefined) [last, restUntil] = [reply, now() + Math.min(reply.againMs ?? rest, MAX_BACKOFF_MS)];
    return reply;
  };
  return { ...source, query: ask };
}
