import type { Budget, SourceFailure } from '../domain/lookup/enrichment-ports.js';
import { withDeadline } from '../net/deadline.js';

/** Why a source returned no data. */
export interface SourceFailed {
  readonly silence: SourceFailure;
  /** Earliest retry, in milliseconds from now, when the source names one. */
  readonly againMs?: number;
}

/** A source of facts about one kind of subject. `ask` honours the signal and reports its own failures as `Silent`. */
export interface Source<Subject, Claim extends object> {
  readonly name: string;
  query(subject: Subject, budget: Budget): Promise<Claim | SourceFailed>;
}

/** Result of one source; exactly one of `claim` and `silence` is null. */
export interface SourceReport<Claim extends object> {
  readonly source: string;
  readonly claim: Claim | null;
  readonly silence: SourceFailure | null;
  readonly tookMs: number;
}

export const isSourceFailed = (answer: object): answer is SourceFailed => 'silence' in answer;

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
  if (isSourceFailed(answer)) return { source: source.name, claim: null, silence: answer.silence, tookMs };
  return { source: source.name, claim: answer, silence: null, tookMs };
}

/** A source that is late has `timeout`, and its signal aborts. */
function withinBudget<Subject, Claim extends object>(
  source: Source<Subject, Claim>,
  subject: Subject,
  { signal, budgetMs }: Budget,
): Promise<Claim | SourceFailed> {
  return withDeadline([signal], budgetMs, (deadline) => {
    if (deadline.endReason !== null) return { silence: 'timeout' };
    const answer = source.query(subject, { signal: deadline.signal, budgetMs });
    return deadline.settle(
      answer.catch((error: unknown) => ({ silence: sourceFailureOf(error) })),
      () => ({ silence: 'timeout' }) as const,
    );
  });
}

/** `unreachable` for system errors (a missing or unreadable file), `malformed` for data that cannot be parsed. */
function sourceFailureOf(error: unknown): SourceFailure {
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'malformed';
}
