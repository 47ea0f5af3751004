import path from 'node:path';
import type { Config } from '../../../kernel/config/env.js';
import type { EmailSource } from '../observations.js';
import type { SourceDescription } from '../../fact-modules.js';
import { DnsClient } from '../../../kernel/net/dns-client.js';
import { isPermitted, parseAllowedNetworks } from '../../../kernel/net/guarded-http/addresses.js';
import { createGuardedHttp, type GuardedHttp } from '../../../kernel/net/guarded-http/index.js';
import { createConfigured, describeConfigured } from '../../configured-sources.js';
import type { ProviderHttp } from '../../provider-http.js';
import { disposableDomains, domainLists } from './disposable-lists.js';
import { SourcesEmailInspector } from './inspector.js';
import { MailDns } from './mail-dns.js';
import { mailProviders } from './mail-tables.js';
import { OutboundPort } from './outbound-port.js';
import { RdapBootstrap } from './rdap-bootstrap.js';
import { RdapClient } from './rdap-client.js';
import { SmtpProbe } from './smtp-probe.js';
import { type Verifier, VERIFIERS } from './verifiers.js';

/** Settings of the e-mail module, as src/kernel/config/env.ts reads them. */
export interface EmailSettings {
  /** DNS_SERVERS; unset: the system's. */
  readonly dnsServers?: readonly string[] | undefined;
  /** SMTP_PROBE and what goes with it; null: off. */
  readonly smtpProbe: { readonly helo?: string | undefined; readonly from: string; readonly port: number } | null;
  /** RDAP_BOOTSTRAP_URL; null: off. */
  readonly rdapBootstrapUrl: string | null;
  /** OUTBOUND_ALLOWED_NETWORKS: networks besides public addresses in which mail servers and registries may be. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** FOOTPRINT_HOME: the RDAP bootstrap file is cached below it. */
  readonly home: string;
}

export interface EmailInspectorOptions {
  readonly settings: EmailSettings;
  /** For the bootstrap file, whose address the operator configured. */
  readonly http: Pick<ProviderHttp, 'getJson'>;
  /** The verifiers that are configured; default none. */
  readonly verifiers?: readonly Verifier[];
  readonly now?: () => Date;
  /** PEM file of authorities trusted besides the public ones when registries are queried. */
  readonly caFile?: string | undefined;
}

/**
 * The mailbox inspector with its sources.
 *
 * @throws Error when a name server or a network in the settings is invalid
 */
export function createEmailInspector(options: EmailInspectorOptions): SourcesEmailInspector {
  const { settings, http, verifiers = [], now = () => new Date(), caFile } = options;
  const { allowedNetworks = [], smtpProbe, rdapBootstrapUrl } = settings;
  const allowed = parseAllowedNetworks(allowedNetworks);
  const dns = new MailDns({
    nameServer: new DnsClient({ servers: settings.dnsServers }),
    permits: (address) => isPermitted(address, allowed),
  });
  const allowHttp = allowed.length > 0;
  const guarded: GuardedHttp = createGuardedHttp({ allowedNetworks, allowHttp, caFile, resolver: (host) => dns.resolve(host) });
  const folder = path.join(settings.home, 'cache');
  const outbound = smtpProbe === null ? null : new OutboundPort({ guarded, port: smtpProbe.port });
  return new SourcesEmailInspector({
    dns,
    lists: domainLists,
    smtp: smtpProbe === null || outbound === null ? null : new SmtpProbe({ guarded, outbound, ...smtpProbe }),
    outbound,
    verifiers,
    rdap:
      rdapBootstrapUrl === null
        ? null
        : new RdapClient({ bootstrap: new RdapBootstrap({ url: rdapBootstrapUrl, folder, http, now }), guarded, now, allowHttp }),
    now,
  });
}

/** The verifiers that the settings configure. @param http shared client for providers */
export const createVerifiers = (config: Config, http: ProviderHttp): Verifier[] => createConfigured(VERIFIERS, config, { http });

/** The e-mail module's sources as operators see them. */
export function describeEmailSources(config: Config): readonly SourceDescription[] {
  const source = (name: EmailSource, about: Omit<SourceDescription, 'name' | 'module'>): SourceDescription => ({
    name,
    module: 'email',
    ...about,
  });
  const live = { dataDate: null, licence: 'none: queried live', credit: null };
  return [
    source('mail-provider-table', { configured: true, settings: [], dataDate: mailProviders.about.asOf, licence: 'MIT', credit: null }),
    source('disposable-lists', {
      configured: true,
      settings: [],
      dataDate: disposableDomains.about.asOf,
      licence: 'CC0-1.0, BSD-3-Clause, MIT, ISC',
      credit:
        'fakefilter, Copyright (c) 2022 7c; mailchecker, Copyright (c) 2013 Francois-Guillaume Ribreau; disposable-email-domains; email-providers, Copyright (c) 2025 Jannis R',
    }),
    source('mail-dns', { configured: true, settings: ['DNS_SERVERS'], ...live }),
    source('smtp-dialogue', {
      configured: config.SMTP_PROBE,
      settings: ['SMTP_PROBE', 'SMTP_PROBE_HELO', 'SMTP_PROBE_FROM', 'SMTP_PROBE_PORT'],
      ...live,
    }),
    source('rdap', { configured: config.RDAP, settings: ['RDAP', 'RDAP_BOOTSTRAP_URL'], ...live }),
    ...describeConfigured('email', VERIFIERS, config),
  ];
}
