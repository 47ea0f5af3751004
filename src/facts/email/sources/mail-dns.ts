import type { MailRecords } from '../email-details.js';
import type { Exchanger, MailRoute } from '../route.js';
import { withTimeout } from '../../../kernel/net/deadline.js';
import type { DnsResult, DnsClient } from '../../../kernel/net/dns-client.js';
import { createQueryCache } from './query-cache.js';
import { ok, type SourceResult, failed } from './source-result.js';

export interface MailDnsOptions {
  readonly nameServer: DnsClient;
  /** Whether an address may be connected to; one that may not neither receives mail nor proves that no host does. */
  readonly permits: (address: string) => boolean;
  /** Milliseconds after which the exchangers' addresses are left unknown. */
  readonly addressesTimeoutMs?: number;
}

/** Exchangers whose addresses are looked up; domains with more have a provider that exists. */
const MAX_EXCHANGERS = 5;
/** How the texts of the two policies begin: RFC 7208, 4.5; RFC 7489, 6.3. */
const SPF = /^v=spf1(?: |$)/i;
const DMARC = /^v=DMARC1[\t ]*(?:;|$)/i;
const DMARC_LABEL = '_dmarc.';
const ROUTE_TTL_MS = 300_000;
const ABSENCE_TTL_MS = 60_000;
const TOP_LEVEL_TTL_MS = 3_600_000;
/** A name, not an address: the last label has a letter. */
const HOST = /^(?=.{1,253}$)(?!.*\.[0-9]+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)+$/;

/** The mail route of a domain, by DNS (RFC 5321, 5.1; null MX: RFC 7505). What DNS did not resolve stays unknown. */
export class MailDns {
  readonly #routes = createQueryCache(10_000, (domain) => this.#query(domain), routeTtlMs);
  readonly #addresses = createQueryCache(
    10_000,
    (host) => this.options.nameServer.addresses(host),
    (found) => (found.outcome === 'nothing' ? 0 : ABSENCE_TTL_MS),
  );
  /** Whether a top-level domain can be resolved. */
  readonly #topLevels = createQueryCache(
    2_000,
    async (name) => (await this.options.nameServer.ns(name)).outcome === 'records',
    (there) => (there ? TOP_LEVEL_TTL_MS : 0),
  );

  /** Whether a name publishes its policy; null: DNS did not say. */
  readonly #policies = createQueryCache(
    10_000,
    async (name) => {
      const found = await this.options.nameServer.txt(name);
      const version = name.startsWith(DMARC_LABEL) ? DMARC : SPF;
      if (found.outcome === 'nothing') return { isPublished: null };
      return { isPublished: found.outcome === 'records' && found.records.some((text) => version.test(text)) };
    },
    ({ isPublished }) => (isPublished === null ? 0 : isPublished ? ROUTE_TTL_MS : ABSENCE_TTL_MS),
  );

  constructor(private readonly options: MailDnsOptions) {}

  /**
   * Whether a domain publishes SPF, and whether it or its organisation's domain publishes DMARC.
   *
   * @param domain lower-case ASCII
   * @param organisation its registrable domain; null: it has none
   */
  async policies(domain: string, organisation: string | null): Promise<Omit<MailRecords, 'mx'>> {
    const names = [domain, ...new Set([domain, organisation ?? domain].map((name) => `${DMARC_LABEL}${name}`))];
    const [spf, ...dmarc] = await Promise.all(names.map(async (name) => (await this.#policies.forceFetch(name)).isPublished));
    const isUnknown = dmarc.includes(null) && !dmarc.includes(true);
    return { spf: spf ?? null, dmarc: isUnknown ? null : dmarc.includes(true) };
  }

  /** @param domain lower-case ASCII */
  route(domain: string): Promise<SourceResult<MailRoute>> {
    return this.#routes.forceFetch(domain);
  }

  /** Addresses of a host, as a resolver for connections; empty when there are none or they could not be resolved. */
  async resolve(host: string): Promise<readonly string[]> {
    const found = await this.#addresses.forceFetch(host);
    return found.outcome === 'records' ? found.records : [];
  }

  async #query(domain: string): Promise<SourceResult<MailRoute>> {
    const mx = await this.options.nameServer.mx(domain);
    if (mx.outcome === 'nothing') return failed(mx.failure);
    if (mx.outcome !== 'records') return this.#withoutMx(domain, mx.outcome);
    const published = mx.records.map(({ exchange, priority }) => ({
      host: exchange.toLowerCase().replace(/\.$/, ''),
      preference: priority,
    }));
    if (published.every(({ host }) => host === '')) return ok({ kind: 'null_mx' });
    const named = published.filter(({ host }) => host !== '').sort((a, b) => a.preference - b.preference);
    const exchangers = await Promise.all(named.map((each, index) => this.#exchanger(each, index)));
    return ok({ kind: 'exchangers', exchangers, implicit: false });
  }

  /** Without MX records the domain's own address receives mail. Some servers deny one record type only, so the address is queried too. */
  async #withoutMx(domain: string, mx: 'no_data' | 'no_such_name'): Promise<SourceResult<MailRoute>> {
    const found = await this.#addresses.forceFetch(domain);
    if (found.outcome === 'nothing') return failed(found.failure);
    if (found.outcome === 'records') {
      const exchanger = await this.#exchanger({ host: domain, preference: 0 }, 0);
      return ok({ kind: 'exchangers', exchangers: [exchanger], implicit: true });
    }
    if (!(await this.#isDenialCredible(domain))) return failed('unknown', 'top_level_domain_denied');
    return ok({ kind: mx === 'no_such_name' && found.outcome === 'no_such_name' ? 'no_such_domain' : 'no_mail_host' });
  }

  /** Whether a denial is credible: name servers without Internet access deny everything, the top-level domain included. */
  #isDenialCredible(domain: string): Promise<boolean> {
    return this.#topLevels.forceFetch(domain.slice(domain.lastIndexOf('.') + 1));
  }

  async #exchanger({ host, preference }: Omit<Exchanger, 'hasAddress'>, index: number): Promise<Exchanger> {
    if (index >= MAX_EXCHANGERS || !HOST.test(host)) return { host, preference, hasAddress: null };
    const within = this.options.addressesTimeoutMs ?? 300;
    const found = await withTimeout(this.#addresses.forceFetch(host), within, () => null);
    return { host, preference, hasAddress: found === null ? null : this.#hasPermittedAddress(found) };
  }

  #hasPermittedAddress(found: DnsResult<string>): boolean | null {
    if (found.outcome === 'nothing') return null;
    if (found.outcome !== 'records') return false;
    return found.records.some((address) => this.options.permits(address)) ? true : null;
  }
}

function routeTtlMs(found: SourceResult<MailRoute>): number {
  if (found.value === null) return 0;
  if (found.value.kind !== 'exchangers') return ABSENCE_TTL_MS;
  return found.value.exchangers.every(({ hasAddress }) => hasAddress === true) ? ROUTE_TTL_MS : ABSENCE_TTL_MS;
}
