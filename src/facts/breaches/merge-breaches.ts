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
  const merged = new Map<string, KnownBreach>();
  for (const breach of answers.flatMap(({ breaches }) => breaches)) add(merged, breach);
  let left = 0;
  for (const { name, domain, hint } of answers.flatMap(({ undated }) => undated)) {
    const known = [...(dates.get(breachKey(name)) ?? []), ...datesIn(merged, name)];
    const fitting = [...new Set(known)].filter((date) => matchesPartialDate(date, hint));
    // Two breaches of one name within the same month are ambiguous.
    if (fitting.length === 1 && fitting[0] !== undefined) add(merged, { name, domain, date: fitting[0] });
    else left += 1;
  }
  if (merged.size === 0 && left > 0) return null;
  return [...merged.values()].sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name, 'en'));
}

function add(merged: Map<string, KnownBreach>, breach: KnownBreach): void {
  const key = `${breachKey(breach.name)} ${breach.date}`;
  const first = merged.get(key);
  if (first === undefined) merged.set(key, breach);
  else if (first.domain === null && breach.domain !== null) merged.set(key, { ...first, domain: breach.domain });
}

function datesIn(merged: ReadonlyMap<string, KnownBreach>, name: string): string[] {
  return [...merged.values()].filter((breach) => breachKey(breach.name) === breachKey(name)).map(({ date }) => date);
}
