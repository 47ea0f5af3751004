import { createBreachSearch } from '../facts/breaches/sources/index.js';
import { createIpInspector, describeIpSources } from '../facts/ip/sources/index.js';
import { createEmailInspector, createVerifiers, describeEmailSources } from '../facts/email/sources/index.js';
import { createMentionSearch } from '../facts/mentions/sources/index.js';
import { createPhoneInspector, describePhoneSources } from '../facts/phone/sources/index.js';
import { createProviderHttp } from '../facts/provider-http.js';
import type { Config } from '../kernel/config/env.js';
import type { BreachIndex } from '../facts/breaches/breach-index.js';
import { FACT_MODULES, type FactModule, type SourceDescription, type EnrichmentSources } from '../facts/fact-modules.js';
import type { Lifecycle } from './lifecycle.js';
import type { Logger } from 'pino';

/**
 * Milliseconds: "about a second" for a mailbox (docs/contract.md, 7), and what mail servers take of it in lookups that nobody waits a second
 * for; little for data in memory, seconds for breach and web searches.
 */
const BUDGET_MS = { email: 950, patientEmail: 5_000, memory: 300, providers: 1_200, breaches: 8_000, webMentions: 10_000 } as const;

/** The sources of the modules. */
export interface Enrichment {
  readonly sources: EnrichmentSources;
  /** Loads data ahead of the first query. */
  preload?(): Promise<void>;
}

/** The sources of every module, as the settings name them. Nothing is connected or loaded before the first query. */
export function openEnrichment(
  lifecycle: Lifecycle,
  { config, index, log }: { config: Config; index: BreachIndex; log: Pick<Logger, 'warn'> },
): Enrichment {
  const http = lifecycle.register(createProviderHttp(), (client) => client.close());
  const breaches = lifecycle.register(createBreachSearch({ config, http, index }), (module) => module.close());
  const mentions = createMentionSearch({ config, http });
  const address = createIpInspector({ config, http });
  const verifiers = createVerifiers(config, http);
  const mailbox = createEmailInspector({ settings: mailboxSettings(config), http, verifiers });
  const sources: EnrichmentSources = {
    email: mailbox,
    phone: createPhoneInspector({ config, http }),
    ip: address,
    // An import may fill the operator's local index at any time.
    get breaches() {
      return breaches.search;
    },
    webMentions: mentions.search,
    refresh: () => breaches.refresh(),
    budgetMs: {
      email: BUDGET_MS.email,
      phone: usesProviders(describePhoneSources(config)) ? BUDGET_MS.providers : BUDGET_MS.memory,
      ip: usesProviders(describeIpSources(config)) ? BUDGET_MS.providers : BUDGET_MS.memory,
      breaches: BUDGET_MS.breaches,
      webMentions: BUDGET_MS.webMentions,
    },
    ...(verifiers.length > 0 || config.SMTP_PROBE ? { patientBudgetMs: { email: BUDGET_MS.patientEmail } } : {}),
  };
  const warm = async (): Promise<void> => {
    mailbox.prepare();
    // Not waited for: where the port is shut, that shows by a time-out.
    void mailbox.findsPortClosed().then((isClosed) => {
      if (isClosed) log.warn({ port: config.SMTP_PROBE_PORT }, 'no mail server can be reached: SMTP_PROBE has no effect here');
    });
    await address.warm();
  };
  return { sources, preload: warm };
}

/** What the API shows of sources, without querying any. */
export interface SourceList {
  /** All sources, configured or not, as they are at this moment. */
  readonly list: () => SourceDescription[];
  /** Modules with a configured source, as of the latest `refresh`. */
  readonly available: () => FactModule[];
  /** Checks whether an import has given the breaches module its source. To be awaited before every acceptance. */
  readonly refresh: () => Promise<void>;
}

export function openSourceList(lifecycle: Lifecycle, { config, index }: { config: Config; index: BreachIndex | null }): SourceList {
  const http = lifecycle.register(createProviderHttp(), (client) => client.close());
  const breaches = lifecycle.register(createBreachSearch({ config, http, index }), (module) => module.close());
  const { sources: engines } = createMentionSearch({ config, http });
  const list = (): SourceDescription[] => [
    ...describeEmailSources(config),
    ...describePhoneSources(config),
    ...describeIpSources(config),
    ...breaches.sources,
    ...engines,
  ];
  // Computed once, as every acceptance needs it: only the operator's local index changes while the process runs.
  const lasting = new Set(list().flatMap(({ module, configured }) => (configured && module !== 'breaches' ? [module] : [])));
  return {
    list,
    available: () => FACT_MODULES.filter((module) => (module === 'breaches' ? breaches.search !== null : lasting.has(module))),
    refresh: () => breaches.refresh(),
  };
}

function mailboxSettings(config: Config): Parameters<typeof createEmailInspector>[0]['settings'] {
  return {
    dnsServers: config.DNS_SERVERS,
    smtpProbe: config.SMTP_PROBE
      ? { helo: config.SMTP_PROBE_HELO, from: config.SMTP_PROBE_FROM ?? '', port: config.SMTP_PROBE_PORT }
      : null,
    rdapBootstrapUrl: config.RDAP ? config.RDAP_BOOTSTRAP_URL : null,
    allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS,
    home: config.FOOTPRINT_HOME,
  };
}

/** Whether a source is queried over the network: one that an operator configured and that has no data of its own. */
function usesProviders(sources: readonly SourceDescription[]): boolean {
  return sources.some(({ configured, settings, dataDate }) => configured && settings.length > 0 && dataDate === null);
}
