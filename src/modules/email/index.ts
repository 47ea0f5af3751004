import path from 'node:path';
import { createGuardedHttp, type GuardedHttp } from '../../net/guarded-http/index.js';
import { isPermitted, parseAllowedNetworks } from '../../net/guarded-http/addresses.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { DnsClient } from '../../net/dns-client.js';
import { domainLists } from './disposable-lists.js';
import { SourcesEmailInspector } from './inspector.js';
import { MailDns } from './mail-dns.js';
import { RdapBootstrap } from './rdap-bootstrap.js';
import { RdapClient } from './rdap-client.js';
import { SmtpProbe } from './smtp-probe.js';

export { describeEmailSources, type EmailSourceSettings } from './sources.js';
export { SourcesEmailInspector } from './inspector.js';

/** Settings of the e-mail module, as src/config/env.ts reads them. */
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
  readonly now?: () => Date;
  /** PEM file of authorities trusted besides the public ones when registries are queried. */
  readonly caFile?: string | undefined;
}

/**
 * The mailbox inspector with its sources.
 *
 * @throws Error when a name server or a network in the settings is invalid
 */
export function createEmailInspector({ settings, http, now = () => new Date(), caFile }: EmailInspectorOptions): SourcesEmailInspector {
  const { allowedNetworks = [], smtpProbe, rdapBootstrapUrl } = settings;
  const allowed = parseAllowedNetworks(allowedNetworks);
  const dns = new MailDns({
    nameServer: new DnsClient({ servers: settings.dnsServers }),
    permits: (address) => isPermitted(address, allowed),
  });
  const allowHttp = allowed.length > 0;
  const guarded: GuardedHttp = createGuardedHttp({ allowedNetworks, allowHttp, caFile, resolver: (host) => dns.resolve(host) });
  const folder = path.join(settings.home, 'cache');
  return new SourcesEmailInspector({
    dns,
    lists: domainLists,
    smtp: smtpProbe === null ? null : new SmtpProbe({ guarded, ...smtpProbe }),
    rdap:
      rdapBootstrapUrl === null
        ? null
        : new RdapClient({ bootstrap: new RdapBootstrap({ url: rdapBootstrapUrl, folder, http, now }), guarded, now, allowHttp }),
    now,
  });
}
