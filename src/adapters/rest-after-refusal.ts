import type { Silence } from '../domain/enrichment-ports.js';
import { isSilent, type Silent, type Source } from './ask-source.js';

/** Backoff in milliseconds after a refusal that names no time. */
const REST_MS: Partial<Record<Silence, number>> = { rate_limited: 60_000, unauthorized: 60_000 };
/** Longest backoff in milliseconds: a wrong header must not disable a source until the next start. */
const LONGEST_REST_MS = 3_600_000;

/**
 * Stops querying a provider that answered `rate_limited` or `unauthorized`, for as long as it asks or for a minute: further requests
 * prolong a block. Until then the same failure is returned.
 *
 * @param now monotonic clock in milliseconds; for tests
 */
export function restAfterRefusal<S extends Source<Subject, Claim>, Subject, Claim extends object>(
  source: S & Source<Subject, Claim>,
  now: () => number = () => performance.now(),
): S {
  let restUntil = 0;
  let last: Silent = { silence: 'rate_limited' };
  const ask: Source<Subject, Claim>['ask'] = async (subject, patience) => {
    if (now() < restUntil) return last;
    const reply = await source.ask(subject, patience);
    const rest = isSilent(reply) ? REST_MS[reply.silence] : undefined;
    if (isSilent(reply) && rest !== undefined) [last, restUntil] = [reply, now() + Math.min(reply.againMs ?? rest, LONGEST_REST_MS)];
    return reply;
  };
  return { ...source, ask };
}
