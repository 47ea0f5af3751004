import type { QueryType } from '../domain/identity/identity.js';
import type { ProbeSamples } from '../domain/catalogue/probe-rule.js';
import type { LoadedCatalogue } from './load-catalogue.js';

export type SamplesOf = (slug: string, queryType: QueryType) => ProbeSamples | undefined;

/** Recorded responses by platform and query type, for the simulator: `startSimulator({samples: samplesOf(loaded)})`. */
export function samplesOf({ samples }: Pick<LoadedCatalogue, 'samples'>): SamplesOf {
  return (slug, queryType) => samples.get(slug)?.[queryType];
}
