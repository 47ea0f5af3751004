import type { MentionSearch, SourceDescription } from '../../domain/lookup/enrichment-ports.js';
import { createGuardedHttp, type GuardedHttpOptions } from '../../net/guarded-http/index.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { backOffAfterRefusal } from '../refusal-backoff.js';
import { createBrave } from './brave.js';
import { createKagi } from './kagi.js';
import type { MentionSource } from './mention-source.js';
import { createMojeek } from './mojeek.js';
import { createPageCheck } from './page-check.js';
import { createSearch } from './search.js';
import { createSearxng } from './searxng.js';

/** The settings of this module, named as in the environment. */
export interface MentionConfig {
  readonly SEARXNG_URL?: string | undefined;
  readonly BRAVE_API_KEY?: string | undefined;
  readonly BRAVE_URL: string;
  readonly MOJEEK_API_KEY?: string | undefined;
  readonly MOJEEK_URL: string;
  readonly KAGI_API_KEY?: string | undefined;
  readonly KAGI_URL: string;
  readonly OUTBOUND_ALLOWED_NETWORKS?: readonly string[] | undefined;
  readonly DNS_SERVERS?: readonly string[] | undefined;
}

export interface MentionModule {
  /** Null when no search engine is configured. */
  readonly search: MentionSearch | null;
  readonly sources: readonly SourceDescription[];
}

const USER_AGENT = 'footprint';

/**
 * Web mentions from every configured search engine.
 *
 * @param options.http shared client for search engines
 * @param options.guarded for tests: how pages are fetched, besides the settings
 */
export function createMentionSearch(options: {
  readonly config: MentionConfig;
  readonly http: ProviderHttp;
  readonly guarded?: Pick<GuardedHttpOptions, 'resolver' | 'caFile' | 'ports'>;
}): MentionModule {
  const { config, http } = options;
  const base = (url: string) => url.replace(/\/+$/, '');
  const sources: MentionSource[] = [];
  if (config.SEARXNG_URL !== undefined) sources.push(createSearxng({ http, url: base(config.SEARXNG_URL) }));
  if (config.BRAVE_API_KEY !== undefined) sources.push(createBrave({ http, key: config.BRAVE_API_KEY, url: base(config.BRAVE_URL) }));
  if (config.MOJEEK_API_KEY !== undefined) sources.push(createMojeek({ http, key: config.MOJEEK_API_KEY, url: base(config.MOJEEK_URL) }));
  if (config.KAGI_API_KEY !== undefined) sources.push(createKagi({ http, key: config.KAGI_API_KEY, url: base(config.KAGI_URL) }));
  const reach = { allowHttp: true, allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS, nameServers: config.DNS_SERVERS };
  const guarded = createGuardedHttp({ ...options.guarded, ...reach });
  const pages = createPageCheck({ http: guarded, userAgent: USER_AGENT });
  const rested = sources.map((source) => backOffAfterRefusal(source));
  return {
    search: sources.length === 0 ? null : createSearch({ sources: rested, pages }),
    sources: describe(config),
  };
}

function describe(config: MentionConfig): SourceDescription[] {
  const engines = [
    ['searxng', 'SEARXNG_URL', 'terms of the instance and of the engines that it asks'],
    ['brave', 'BRAVE_API_KEY', 'terms of the Brave Search API'],
    ['mojeek', 'MOJEEK_API_KEY', 'terms of the Mojeek Search API'],
    ['kagi', 'KAGI_API_KEY', 'terms of the Kagi Search API'],
  ] as const;
  return engines.map(([name, setting, licence]) => ({
    name,
    module: 'webMentions',
    configured: config[setting] !== undefined,
    settings: [setting],
    dataDate: null,
    licence,
    credit: null,
  }));
}
