import type { KnownBreach } from './breach.js';
import { breachKey, matchesPartialDate } from './normalize.js';
import type { BreachSourceResult, KnownDates } from './source-results.js';

/**
 * Merges the answers of several sources: each breach once, by name and date, newest first. A breach with a partial date gets the date of
 * a source that has it in full, or is left out.
 *
 * @param answers of the sources that answered, in order of trust: the first spelling of a name is shown
 * @returns null when no source answered, and also when no breach that is known can be dated: an empty list would be wrong then
 */
export function mergeBreaches(answers: readonly BreachSourceResult[], dates: KnownDates = new Map()): readonly KnownBreach[] | null {
  if (answers.length === 0) return null;
  const merged = new MergedBreaches();
  for (const breach of answers.flatMap(({ breaches }) => breaches)) merged.add(breach);
  let left = 0;
  for (const { hint, ...breach } of answers.flatMap(({ undated }) => undated)) {
    const { name } = breach;
    const known = (dates.get(breachKey(name)) ?? []).filter((date) => matchesPartialDate(date, hint));
    const fitting = [...new Set([...known, ...merged.datesOf(name, hint)])];
    // Two breaches of one name within the same month are ambiguous.
    if (fitting.length === 1 && fitting[0] !== undefined) merged.add({ ...breach, date: fitting[0] });
    else left += 1;
  }
  const breaches = merged.list();
  if (breaches.length === 0 && left > 0) return null;
  return breaches.sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name, 'en'));
}

/** Breaches by name and date, so that one more costs the same however many there are. */
class MergedBreaches {
  readonly #breaches = new Map<string, KnownBreach>();
  /** Full dates by name and year, and by name and month. */
  readonly #dates = new Map<string, Set<string>>();

  add(breach: KnownBreach): void {
    const { date } = breach;
    const name = breachKey(breach.name);
    const first = this.#breaches.get(`${name} ${date}`);
    if (first === undefined) {
      this.#breaches.set(`${name} ${date}`, breach);
      for (const hint of [date.slice(0, 4), date.slice(0, 7)]) {
        const known = this.#dates.get(`${name} ${hint}`) ?? new Set();
        this.#dates.set(`${name} ${hint}`, known.add(date));
      }
    } else this.#breaches.set(`${name} ${date}`, completed(first, breach));
  }

  /** Full dates of breaches of this name that agree with a partial one (`2013`, `2013-10`). */
  datesOf(name: string, hint: string | null): Iterable<string> {
    return this.#dates.get(`${breachKey(name)} ${hint}`) ?? [];
  }

  list(): KnownBreach[] {
    return [...this.#breaches.values()];
  }
}

/** A breach with what only another source tells of it. */
function completed(first: KnownBreach, other: KnownBreach): KnownBreach {
  return {
    ...first,
    domain: first.domain ?? other.domain,
    dataClasses: first.dataClasses ?? other.dataClasses,
    stealerLog: first.stealerLog ?? other.stealerLog,
  };
}
