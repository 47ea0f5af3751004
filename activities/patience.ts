import type { Patience } from '../src/domain/enrichment-ports.js';

/** What a source that does not keep to its budget is given before it is left alone. */
const GRACE_MS = 150;

/**
 * Asks within a budget.
 *
 * @param budgetMs milliseconds after which the inquiry's signal aborts
 * @param ended ends the inquiry early
 * @returns null when there was no answer shortly after the budget's end
 */
export async function patiently<T>(ask: (patience: Patience) => Promise<T>, budgetMs: number, ended: AbortSignal): Promise<T | null> {
  // One controller and own timers: on Node 20 the timer of a composed signal may be collected as garbage.
  const clock = new AbortController();
  const end = (): void => clock.abort();
  ended.addEventListener('abort', end, { once: true });
  if (ended.aborted) end();
  const budget = setTimeout(end, budgetMs);
  let grace: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    grace = setTimeout(() => resolve(null), budgetMs + GRACE_MS);
  });
  try {
    return await Promise.race([ask({ signal: clock.signal, budgetMs }), late]);
  } finally {
    clearTimeout(budget);
    clearTimeout(grace);
    ended.removeEventListener('abort', end);
  }
}
