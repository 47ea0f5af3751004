import { setMaxListeners } from 'node:events';
import type { Patience, Silence } from '../domain/enrichment-ports.js';

/** A source has nothing to say. */
export interface Silent {
  readonly silence: Silence;
  /** Milliseconds after which it wants to be asked again at the earliest, where it says so. */
  readonly againMs?: number;
}

/** One way to ask about a subject. It keeps to the signal it is given, and answers for itself when something fails. */
export interface Source<Subject, Claim extends object> {
  readonly name: string;
  ask(subject: Subject, patience: Patience): Promise<Claim | Silent>;
}

/** How a source answered; exactly one of `claim` and `silence` is null. */
export interface Asked<Claim extends object> {
  readonly source: string;
  readonly claim: Claim | null;
  readonly silence: Silence | null;
  readonly tookMs: number;
}

export const isSilent = (answer: object): answer is Silent => 'silence' in answer;

/**
 * Asks all sources at once. Each has until the end of the budget; one that is late, fails or does not listen to the signal is
 * silent, and holds up nobody.
 */
export function askAll<Subject, Claim extends object>(
  sources: readonly Source<Subject, Claim>[],
  subject: Subject,
  patience: Patience,
): Promise<Asked<Claim>[]> {
  setMaxListeners(0, patience.signal); // every source listens to it
  return Promise.all(sources.map((source) => askOne(source, subject, patience)));
}

async function askOne<Subject, Claim extends object>(source: Source<Subject, Claim>, subject: Subject, patience: Patience): Promise<Asked<Claim>> {
  const started = performance.now();
  const answer = await withinBudget(source, subject, patience);
  const tookMs = Math.round(performance.now() - started);
  if (isSilent(answer)) return { source: source.name, claim: null, silence: answer.silence, tookMs };
  return { source: source.name, claim: answer, silence: null, tookMs };
}

/** An own timer: on Node 20 the timer of a composed signal may be collected as garbage. */
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

/** A file that is not there or not readable, or data that cannot be read. */
function silenceOf(error: unknown): Silence {
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'malformed';
}
