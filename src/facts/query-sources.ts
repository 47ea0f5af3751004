import type { Budget, SourceFailure } from '../kernel/values/source.js';
import { withDeadline } from '../kernel/net/deadline.js';

/** Why a source returned no data. */
export interface SourceFailed {
  readonly failure: SourceFailure;
  /** Earliest retry, in milliseconds from now, when the source names one. */
  readonly againMs?: number;
}

/** A source of facts about one kind of subject. `query` honours the signal and reports its own failures as `SourceFailed`. */
export interface Source<Subject, Claim extends object> {
  readonly name: string;
  query(subject: Subject, budget: Budget): Promise<Claim | SourceFailed>;
}

/** Result of one source; exactly one of `claim` and `failure` is null. */
export interface SourceReport<Claim extends object> {
  readonly source: string;
  readonly claim: Claim | null;
  readonly failure: SourceFailure | null;
  readonly tookMs: number;
}

export const isSourceFailed = (answer: object): answer is SourceFailed => 'failure' in answer;

/**
 * Queries all sources at once. Each has until the end of the budget; one that is late, throws or ignores the signal counts as failed and
 * delays no other.
 */
export function querySources<Subject, Claim extends object>(
  sources: readonly Source<Subject, Claim>[],
  subject: Subject,
  budget: Budget,
): Promise<SourceReport<Claim>[]> {
  return Promise.all(sources.map((source) => querySource(source, subject, budget)));
}

async function querySource<Subject, Claim extends object>(
  source: Source<Subject, Claim>,
  subject: Subject,
  budget: Budget,
): Promise<SourceReport<Claim>> {
  const started = performance.now();
  const answer = await withinBudget(source, subject, budget);
  const tookMs = Math.round(performance.now() - started);
  if (isSourceFailed(answer)) return { source: source.name, claim: null, failure: answer.failure, tookMs };
  return { source: source.name, claim: answer, failure: null, tookMs };
}

/** Aborts a late source and reports it as `timeout`. */
function withinBudget<Subject, Claim extends object>(
  source: Source<Subject, Claim>,
  subject: Subject,
  { signal, budgetMs }: Budget,
): Promise<Claim | SourceFailed> {
  return withDeadline([signal], budgetMs, (deadline) => {
    if (deadline.endReason !== null) return { failure: 'timeout' };
    const answer = source.query(subject, { signal: deadline.signal, budgetMs });
    return deadline.settle(
      answer.catch((error: unknown) => ({ failure: sourceFailureOf(error) })),
      () => ({ failure: 'timeout' }) as const,
    );
  });
}

/** `unreachable` for system errors (a missing or unreadable file), `malformed` for data that cannot be parsed. */
function sourceFailureOf(error: unknown): SourceFailure {
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'malformed';
}

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
  let last: SourceFailed = { failure: 'rate_limited' };
  const query: Source<Subject, Claim>['query'] = async (subject, budget) => {
    if (now() < restUntil) return last;
    const reply = await source.query(subject, budget);
    const rest = isSourceFailed(reply) ? BACKOFF_MS[reply.failure] : undefined;
    if (isSourceFailed(reply) && rest !== undefined) [last, restUntil] = [reply, now() + Math.min(reply.againMs ?? rest, MAX_BACKOFF_MS)];
    return reply;
  };
  return { ...source, query };
}
