import type { Budget } from '../src/domain/lookup/enrichment-ports.js';

/** Milliseconds by which a source may exceed its budget before it is abandoned. */
const GRACE_MS = 150;

/**
 * Runs `ask` within a budget.
 *
 * @param budgetMs milliseconds after which its signal aborts
 * @param ended ends it early
 * @returns null when there was no result shortly after the budget's end
 */
export async function withBudget<T>(ask: (budget: Budget) => Promise<T>, budgetMs: number, ended: AbortSignal): Promise<T | null> {
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
