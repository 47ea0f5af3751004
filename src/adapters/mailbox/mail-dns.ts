import type { Exchanger, MailRoute } from '../../domain/mailbox/route.js';
import type { DnsSaid, NameServer } from '../name-server.js';
import { FactCache, type Kept } from './fact-cache.js';
import { heard, type Heard, inTime, silent } from './heard.js';

export interface MailDnsOptions {
  readonly nameServer: NameServer;
  /** Whether an address may be connected to; one that may not neither receives mail nor proves that no host does. */
  readonly permits: (address: string) => boolean;
  /** Milliseconds after which the exchangers' addresses are left unknown. */
  readonly addressesWithinMs?: number;
}

/** Exchangers whose addresses are looked up; domains with more have a provider that exists. */
const MOST_EXCHANGERS = 5;
const ROUTE_MS = 300_000;
const ABSENCE_MS = 60_000;
const TOP_LEVEL_MS = 3_600_000;
/** A name, not an address: the last label has a letter. */
const HOST = /^(?=.{1,253}$)(?!.*\.[0-9]+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)+$/;

/** The mail route of a domain, by DNS (RFC 5321, 5.1; null MX: RFC 7505). What DNS did not resolve stays unknown. */
export class MailDns {
  private readonly routes = new FactCache<Heard<MailRoute>>({ most: 10_000 });
  private readonly hosts = new FactCache<DnsSaid<string>>({ most: 10_000 });
  private readonly topLevels = new FactCache<boolean>({ most: 2_000 });

  constructor(private readonly options: MailDnsOptions) {}

  /** @param domain lower-case ASCII */
  route(domain: string): Promise<Heard<MailRoute>> {
    return this.routes.get(domain, async () => {
      const found = await this.ask(domain);
      return { value: found, forMs: lifetimeOf(found) };
    });
  }

  /** Addresses of a host, as a resolver for connections; empty when there are none or they could not be resolved. */
  async resolve(host: string): Promise<readonly string[]> {
    const found = await this.addresses(host);
    return found.said === 'records' ? found.records : [];
  }

  private async ask(domain: string): Promise<Heard<MailRoute>> {
    const mx = await this.options.nameServer.mx(domain);
    if (mx.said === 'nothing') return silent(mx.silence);
    if (mx.said !== 'records') return this.withoutMx(domain, mx.said);
    const published = mx.records.map(({ exchange, priority }) => ({
      host: exchange.toLowerCase().replace(/\.$/, ''),
      preference: priority,
    }));
    if (published.every(({ host }) => host === '')) return heard({ kind: 'null_mx' });
    const named = published.filter(({ host }) => host !== '').sort((a, b) => a.preference - b.preference);
    const exchangers = await Promise.all(named.map((each, index) => this.exchanger(each, index)));
    return heard({ kind: 'exchangers', exchangers, implicit: false });
  }

  /** Without MX records the domain's own address receives mail. Some servers deny one record type only, so the address is queried too. */
  private async withoutMx(domain: string, mx: 'no_data' | 'no_such_name'): Promise<Heard<MailRoute>> {
    const found = await this.addresses(domain);
    if (found.said === 'nothing') return silent(found.silence);
    if (found.said === 'records') {
      const exchanger = await this.exchanger({ host: domain, preference: 0 }, 0);
      return heard({ kind: 'exchangers', exchangers: [exchanger], implicit: true });
    }
    if (!(await this.tellsTheTruth(domain))) return silent('unknown', 'top_level_domain_denied');
    return heard({ kind: mx === 'no_such_name' && found.said === 'no_such_name' ? 'no_such_domain' : 'no_mail_host' });
  }

  /** Whether a denial is credible: name servers without Internet access deny everything, the top-level domain included. */
  private tellsTheTruth(domain: string): Promise<boolean> {
    const top = domain.slice(domain.lastIndexOf('.') + 1);
    return this.topLevels.get(top, async () => {
      const there = (await this.options.nameServer.ns(top)).said === 'records';
      return { value: there, forMs: there ? TOP_LEVEL_MS : 0 };
    });
  }

  private async exchanger({ host, preference }: Omit<Exchanger, 'hasAddress'>, index: number): Promise<Exchanger> {
    if (index >= MOST_EXCHANGERS || !HOST.test(host)) return { host, preference, hasAddress: null };
    const within = this.options.addressesWithinMs ?? 300;
    const found = await inTime(this.addresses(host).then(heard), within, new AbortController().signal);
    return { host, preference, hasAddress: found.value === null ? null : this.isThere(found.value) };
  }

  private isThere(found: DnsSaid<string>): boolean | null {
    if (found.said === 'nothing') return null;
    if (found.said !== 'records') return false;
    return found.records.some((address) => this.options.permits(address)) ? true : null;
  }

  private addresses(host: string): Promise<DnsSaid<string>> {
    return this.hosts.get(host, async (): Promise<Kept<DnsSaid<string>>> => {
      const found = await this.options.nameServer.addresses(host);
      return { value: found, forMs: found.said === 'nothing' ? 0 : ABSENCE_MS };
    });
  }
}

function lifetimeOf(found: Heard<MailRoute>): number {
  if (found.value === null) return 0;
  if (found.value.kind !== 'exchangers') return ABSENCE_MS;
  return found.value.exchangers.every(({ hasAddress }) => hasAddress === true) ? ROUTE_MS : ABSENCE_MS;
}
