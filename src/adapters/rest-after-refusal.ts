import type { Silence } from '../domain/enrichment-ports.js';
import { isSilent, type Silent, type Source } from './ask-source.js';

/** How long a provider that refused is left alone when it does not say for how long, in milliseconds. */
const REST_MS: Partial<Record<Silence, number>> = { rate_limited: 60_000, unauthorized: 60_000 };
/** A header gone wrong must not end a source until the next start. */
const LONGEST_REST_MS = 3_600_000;

/**
 * Leaves a provider in peace for as long as it asks, or for a minute, after it said "too many" or "not you": asking on makes a
 * block last. Its silence is then the same as before.
 *
 * @param now milliseconds on a clock that never goes back; for tests
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
