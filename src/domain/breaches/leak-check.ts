import { isoDate } from './breach-date.js';
import { splitByDate, type BreachSourceResult } from './source-answer.js';

/** A source as LeakCheck's public interface names it; its date is a month (`2019-07`), or empty. */
export interface LeakCheckSource {
  readonly name: string;
  readonly date?: string | null | undefined;
}

/** The names are labels, not hosts: no domain is read out of them. */
export function readLeakCheck(sources: readonly LeakCheckSource[]): BreachSourceResult {
  return splitByDate(
    sources.map(({ name, date }) => ({ name: name.trim(), domain: null, date: isoDate(date ?? ''), hint: date?.trim() || null })),
  );
}
