import { setMaxListeners } from 'node:events';
import type { Patience, Silence } from '../domain/enrichment-ports.js';

/** Why a source returned no data. */
export interface Silent {
  readonly silence: Silence;
  /** Earliest retry, in milliseconds from now, when the source names one. */
  readonly againMs?: number;
}

/** A source of facts about one kind of subject. `ask` honours the signal and reports its own failures as `Silent`. */
export interface Source<Subject, Claim extends object> {
  readonly name: string;
  ask(subject: Subject, patience: Patience): Promise<Claim | Silent>;
}

/** Result of one source; exactly one of `claim` and `silence` is null. */
export interface Asked<Claim extends object> {
  readonly source: string;
  readonly claim: Claim | null;
  readonly silence: Silence | null;
  readonly tookMs: number;
}

export const isSilent = (answer: object): answer is Silent => 'silence' in answer;

/**
 * Queries all sources at once. Each has until the end of the budget; one that is late, throws or ignores the signal counts as failed and
 * delays no other.
 */
export function askAll<Subject, Claim extends object>(
  sources: readonly Source<Subject, Claim>[],
  subject: Subject,
  patience: Patience,
): Promise<Asked<Claim>[]> {
  setMaxListeners(0, patience.signal); // every source listens to it
  return Promise.all(sources.map((source) => askOne(source, subject, patience)));
}

async function askOne<Subject, Claim extends object>(
  source: Source<Subject, Claim>,
  subject: Subject,
  patience: Patience,
): Promise<Asked<Claim>> {
  const started = performance.now();
  const answer = await withinBudget(source, subject, patience);
  const tookMs = Math.round(performance.now() - started);
  if (isSilent(answer)) return { source: source.name, claim: null, silence: answer.silence, tookMs };
  return { source: source.name, claim: answer, silence: null, tookMs };
}

/** Uses its own timer: on Node 20 the timer of a composed signal may be garbage-collected. */
function withinBudget<Subject, Claim extends object>(
  source: Source<Subject, Claim>,
  subject: Subject,
  { signal, budgetMs }: Patience,
): Promise<Claim | Silent> {
  return new Promise((resolve) => {
    const clock = new AbortController();
    const settle = (answer: Claim | Silent): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => {
      settle({ silence: 'timeout' });
      clock.abort();
    };
    const timer = setTimeout(giveUp, Math.max(budgetMs, 0));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else source.ask(subject, { signal: clock.signal, budgetMs }).then(settle, (error: unknown) => settle({ silence: silenceOf(error) }));
  });
}

/** `unreachable` for system errors (a missing or unreadable file), `malformed` for data that cannot be parsed. */
function silenceOf(error: unknown): Silence {
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'malformed';
}
