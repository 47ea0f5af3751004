import type { Silence } from '../domain/enrichment-ports.js';
import { isSilent, type Silent, type Source } from './ask-source.js';

/** How long a provider that refused is left alone, in milliseconds. */
const REST_MS: Partial<Record<Silence, number>> = { rate_limited: 60_000, unauthorized: 60_000 };

/**
 * Leaves a provider in peace for a minute after it said "too many" or "not you": asking on makes a block last. Its silence
 * is then the same as before.
 */
export function restAfterRefusal<S extends Source<Subject, Claim>, Subject, Claim extends object>(source: S & Source<Subject, Claim>): S {
  let restUntil = 0;
  let last: Silent = { silence: 'rate_limited' };
  const ask: Source<Subject, Claim>['ask'] = async (subject, patience) => {
    if (performance.now() < restUntil) return last;
    const reply = await source.ask(subject, patience);
    const rest = isSilent(reply) ? REST_MS[reply.silence] : undefined;
    if (isSilent(reply) && rest !== undefined) [last, restUntil] = [reply, performance.now() + rest];
    return reply;
  };
  return { ...source, ask };
}
