import { breachKey } from '../../domain/breaches/normalize.js';
import { mergeBreaches } from '../../domain/breaches/merge-breaches.js';
import type { KnownDates, BreachSourceResult } from '../../domain/breaches/source-results.js';
import type { BreachSearch, Finding, KnownBreach, SourceNote } from '../../domain/lookup/enrichment-ports.js';
import { type SourceReport, querySources } from '../query-sources.js';
import type { BreachSource } from './breach-source.js';

/** Queries all sources at once. @param sources in order of trust */
export function createSearch(sources: readonly BreachSource[]): BreachSearch {
  return {
    async search(identity, budget): Promise<Finding<readonly KnownBreach[]>> {
      const asked = await querySources(sources, identity, budget);
      const answers = asked.flatMap(({ claim }) => (claim === null ? [] : [claim]));
      return { facts: mergeBreaches(answers, await datesFor(answers, sources)), notes: asked.map(noteOf) };
    },
  };
}

/** Looks up dates only for records that have none. */
async function datesFor(answers: readonly BreachSourceResult[], sources: readonly BreachSource[]): Promise<KnownDates> {
  const keys = [...new Set(answers.flatMap(({ undated }) => undated.map(({ name }) => breachKey(name))))];
  const known = new Map<string, readonly string[]>();
  if (keys.length === 0) return known;
  for (const source of sources) {
    const dates = await source.dates?.(keys).catch((): KnownDates => new Map());
    for (const key of keys) known.set(key, [...(known.get(key) ?? []), ...(dates?.get(key) ?? [])]);
  }
  return known;
}

function noteOf({ source, claim, silence, tookMs }: SourceReport<BreachSourceResult>): SourceNote {
  if (claim === null) return { source, silence, tookMs, decided: [], codes: [] };
  const { breaches, undated } = claim;
  const codes = [
    breaches.length + undated.length === 0 ? 'in_no_breach' : 'in_breaches',
    ...(undated.length === 0 ? [] : ['breaches_without_date']),
  ];
  return { source, silence: null, tookMs, decided: ['breaches'], codes };
}
