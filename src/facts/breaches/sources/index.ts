import type { Config } from '../../../kernel/config/env.js';
import { breachKey } from '../normalize.js';
import type { BreachIndex } from '../breach-index.js';
import { mergeBreaches } from '../merge-breaches.js';
import type { BreachSourceResult, KnownDates } from '../source-results.js';
import type { SourceDescription } from '../../fact-modules.js';
import type { BreachSearch, KnownBreach } from '../breach.js';
import type { Finding, SourceNote } from '../../../kernel/values/source.js';
import { createProviderHttp, type ProviderHttp } from '../../provider-http.js';
import { createConfigured, describeConfigured } from '../../configured-sources.js';
import { backOffAfterRefusal, querySources, type SourceReport } from '../../query-sources.js';
import { createLocalIndex, IndexPresence } from './local-index.js';
import type { BreachSource } from './breach-source.js';
import { PROVIDERS } from './providers.js';

export interface BreachModule {
  /** Null while no provider is configured and the operator's index was empty at the latest `refresh`. */
  readonly search: BreachSearch | null;
  /** Checks whether an import has filled the index. To be awaited before every plan, and before every bill. */
  refresh(): Promise<void>;
  /** Their descriptions at the moment of the call. */
  readonly sources: readonly SourceDescription[];
  close(): Promise<void>;
}

const CATALOGUE_BYTES = 16 * 1_048_576;
const CATALOGUE_TIMEOUT_MS = 20_000;

/**
 * Breaches from every source that is configured.
 *
 * @param options.http shared client for providers
 * @param options.index the operator's local index; null: there is no database
 * @param options.gapMs as for `ProviderClients`
 */
export function createBreachSearch(options: {
  readonly config: Config;
  readonly http: ProviderHttp;
  readonly index: BreachIndex | null;
  readonly gapMs?: number;
}): BreachModule {
  const { config, http, index, gapMs } = options;
  const bulk = createProviderHttp({ maxBytes: CATALOGUE_BYTES, timeoutMs: CATALOGUE_TIMEOUT_MS });
  const providers = createConfigured(PROVIDERS, config, { http, bulk, gapMs }).map((source) => backOffAfterRefusal(source));
  const search = createSearch([...(index === null ? [] : [createLocalIndex({ index })]), ...providers]);
  const presence = index === null ? null : new IndexPresence(index);
  return {
    get search() {
      return providers.length > 0 || presence?.hasEntries === true ? search : null;
    },
    // Providers are queried whether or not the index has entries.
    refresh: async () => (providers.length > 0 ? undefined : presence?.refresh()),
    get sources() {
      void presence?.refresh();
      return [describeIndex(presence?.hasEntries === true), ...describeConfigured('breaches', PROVIDERS, config)];
    },
    close: () => bulk.close(),
  };
}

/** The operator's local index, which an import fills. */
function describeIndex(configured: boolean): SourceDescription {
  const licence = "the operator's own data";
  return { name: 'breach_index', module: 'breaches', configured, settings: [], dataDate: null, licence, credit: null };
}

/** Queries all sources at once. @param sources in order of trust */
export function createSearch(sources: readonly BreachSource[]): BreachSearch {
  return {
    async search(identity, budget): Promise<Finding<readonly KnownBreach[]>> {
      const reports = await querySources(sources, identity, budget);
      const answers = reports.flatMap(({ claim }) => (claim === null ? [] : [claim]));
      return { facts: mergeBreaches(answers, await datesFor(answers, sources)), notes: reports.map(noteOf) };
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

function noteOf({ source, claim, failure, tookMs }: SourceReport<BreachSourceResult>): SourceNote {
  if (claim === null) return { source, failure, tookMs, decidedFields: [], codes: [] };
  const { breaches, undated } = claim;
  const codes = [
    breaches.length + undated.length === 0 ? 'in_no_breach' : 'in_breaches',
    ...(undated.length === 0 ? [] : ['breaches_without_date']),
  ];
  return { source, failure: null, tookMs, decidedFields: ['breaches'], codes };
}
