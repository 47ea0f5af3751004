import { type Identity, QUERY_TYPES, type QueryType } from '../domain/identity/identity.js';
import type { Platform } from '../domain/catalogue/platform.js';
import type { Variables } from '../domain/evaluation/template.js';
import { ENTRY_KINDS, type EntryKind } from './catalogue-files.js';
import { evaluateSamples, missingSamples, type SampleFault } from './evaluate-samples.js';
import type { LoadedCatalogue } from './load-catalogue.js';
import type { Refusal } from './read-entries.js';

export interface CatalogueReport {
  /** Platforms that lookups may use. */
  readonly platforms: number;
  readonly byKind: Readonly<Record<EntryKind, number>>;
  /** Platforms that support each query type, and how many of those can also show that an account is absent. */
  readonly byQueryType: Readonly<Record<QueryType, { readonly platforms: number; readonly canDeny: number }>>;
  /** Platforms that a lookup of the query type probes in each band. */
  readonly bands: Readonly<Record<'instant' | 'default' | 'deep', Readonly<Record<QueryType, number>>>>;
  /** Rules without `positiveControls`: nothing can show that their "registered" still works. */
  readonly withoutPositiveControl: number;
  readonly refused: readonly Refusal[];
  /** Recorded responses that their own rule evaluates wrongly, or that a hand-written platform lacks. */
  readonly sampleFaults: readonly (SampleFault & { readonly file?: string })[];
}

/**
 * Counts the entries of a loaded catalogue and evaluates its samples, for `footprint catalogue check`. Pure. The catalogue is
 * valid when `refused` and `sampleFaults` are empty.
 * @param variablesFor gives an identity's variables (`adapters/probe-variables.ts`); without it no sample is evaluated.
 */
export function checkCatalogue(loaded: LoadedCatalogue, variablesFor?: (identity: Identity) => Variables): CatalogueReport {
  const { platforms } = loaded.catalogue;
  const count = (test: (platform: Platform) => boolean): number => platforms.filter(test).length;
  const perQueryType = <T>(value: (queryType: QueryType) => T): Record<QueryType, T> =>
    Object.fromEntries(QUERY_TYPES.map((queryType) => [queryType, value(queryType)])) as Record<QueryType, T>;
  const reached = (test: (platform: Platform, queryType: QueryType) => boolean) =>
    perQueryType((queryType) => count((platform) => platform.probes[queryType] !== undefined && test(platform, queryType)));
  const kinds = [...loaded.origins.values()].map(({ kind }) => kind);
  return {
    platforms: platforms.length,
    byKind: Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length])) as Record<
      EntryKind,
      number
    >,
    byQueryType: perQueryType((queryType) => ({
      platforms: count((platform) => platform.probes[queryType] !== undefined),
      canDeny: count((platform) => platform.probes[queryType]?.absent !== undefined),
    })),
    bands: {
      instant: reached((platform, queryType) => platform.instant.includes(queryType)),
      default: reached((platform) => platform.strength === 'strong'),
      deep: reached(() => true),
    },
    withoutPositiveControl: platforms
      .flatMap(({ probes }) => Object.values(probes))
      .filter((rule) => (rule.positiveControls ?? []).length === 0).length,
    refused: loaded.refused,
    sampleFaults:
      variablesFor === undefined
        ? []
        : platforms.flatMap((platform) => {
            const { kind, file } = loaded.origins.get(platform.slug) ?? {};
            const samples = loaded.samples.get(platform.slug) ?? {};
            const missing = kind === 'curated' || kind === 'site-software' ? missingSamples(platform, samples) : [];
            return [...missing, ...evaluateSamples(platform, samples, variablesFor)].map((fault) => ({
              ...fault,
              ...(file === undefined ? {} : { file }),
            }));
          }),
  };
}
