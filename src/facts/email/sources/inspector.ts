import { parse } from 'tldts';
import { type EmailFinding, type EmailInspector, type MergedEmail, mergeEmail } from '../email-details.js';
import type { Budget, SourceNote } from '../../../kernel/values/source.js';
import { type MailAddress, splitAddress } from '../../../kernel/identity/mail-address.js';
import { consumerProvider, isConsumerDomain, isImpossibleName } from '../../../kernel/identity/mail-providers.js';
import type { EmailSource, Observation } from '../observations.js';
import { isUndeliverable, type MailRoute } from '../route.js';
import type { SmtpVerdict } from '../smtp.js';
import { type Deadline, withDeadline, withTimeout } from '../../../kernel/net/deadline.js';
import type { DomainLists } from './disposable-lists.js';
import { ok, type SourceResult, failed } from './source-result.js';
import type { MailDns } from './mail-dns.js';
import type { RdapClient } from './rdap-client.js';
import type { SmtpProbe } from './smtp-probe.js';

export interface InspectorParts {
  readonly dns: Pick<MailDns, 'route'>;
  /** Disposable and webmail lists; loaded at the first lookup, because loading them takes a moment. */
  readonly lists: () => DomainLists;
  /** Null when it is not configured. */
  readonly smtp: Pick<SmtpProbe, 'verdict'> | null;
  readonly rdap: Pick<RdapClient, 'registration'> | null;
  readonly now: () => Date;
}

/** Part of the budget kept for assembling the result, in milliseconds. */
const MARGIN_MS = 20;
/** Share of the budget for DNS when an SMTP recipient check has to follow. */
const DNS_SHARE = 0.5;

interface Timed<Value> {
  readonly result: SourceResult<Value>;
  readonly tookMs: number;
}

/** Queries every source within its share of the budget, in parallel where possible, and merges the results. */
export class SourcesEmailInspector implements EmailInspector {
  constructor(private readonly parts: InspectorParts) {}

  /** Loads the lists now instead of at the first lookup. */
  prepare(): void {
    this.parts.lists();
  }

  async inspect(email: string, budget: Budget): Promise<EmailFinding> {
    return withDeadline([budget.signal], budget.budgetMs - MARGIN_MS, (deadline) => this.#inspectAddress(splitAddress(email), deadline));
  }

  async #inspectAddress(address: MailAddress, deadline: Deadline): Promise<EmailFinding> {
    const parts = this.parts;
    const { domain } = address;
    const name = registrable(domain);
    const queriesRegistry = !isConsumerDomain(domain) && name !== null;
    const rdapResult = timed(deadline, deadline.remainingMs, () => {
      if (parts.rdap === null) return failed('not_configured');
      return queriesRegistry ? parts.rdap.registration(name) : failed('not_applicable');
    });
    const dns = await timed(deadline, deadline.remainingMs * (parts.smtp === null ? 1 : DNS_SHARE), () => parts.dns.route(domain));
    const smtp = await timed(deadline, deadline.remainingMs, () => this.#checkRecipient(address, dns.result.value, deadline));
    const lists = await timed(deadline, deadline.remainingMs, () => ok(this.#listed(domain, dns.result.value)));
    const rdap = await rdapResult;
    const observations: readonly Observation[] = [
      ...(dns.result.value === null ? [] : [{ source: 'mail-dns' as const, route: dns.result.value }]),
      ...(smtp.result.value === null ? [] : [{ source: 'smtp-dialogue' as const, verdict: smtp.result.value }]),
      ...(lists.result.value === null ? [] : [lists.result.value]),
      ...(rdap.result.value === null || name === null ? [] : [{ source: 'rdap' as const, name, registration: rdap.result.value }]),
    ];
    const conclusion = mergeEmail({ address, now: parts.now() }, observations);
    const { facts, provider, exists } = conclusion;
    const notes = [
      tableNote(conclusion),
      noteOf('disposable-lists', lists, conclusion),
      noteOf('mail-dns', dns, conclusion),
      noteOf('smtp-dialogue', smtp, conclusion),
      noteOf('rdap', rdap, conclusion),
    ];
    return { facts, notes, provider, exists };
  }

  /** SMTP recipient check, only where the result is open: no server is queried about a mailbox that cannot exist. */
  #checkRecipient(
    address: MailAddress,
    route: MailRoute | null,
    deadline: Deadline,
  ): Promise<SourceResult<SmtpVerdict>> | SourceResult<never> {
    if (this.parts.smtp === null) return failed('not_configured');
    if (route === null) return failed('unknown', 'route_unknown');
    const provider = consumerProvider(address.domain);
    const settled = isUndeliverable(route) || (provider !== null && isImpossibleName(provider, address.local));
    return settled
      ? failed('not_applicable')
      : this.parts.smtp.verdict(address, route, { signal: deadline.signal, budgetMs: deadline.remainingMs });
  }

  #listed(domain: string, route: MailRoute | null): Observation & { source: 'disposable-lists' } {
    const lists = this.parts.lists();
    const hosts = route?.kind === 'exchangers' && !route.implicit ? route.exchangers.map(({ host }) => host) : [];
    return {
      source: 'disposable-lists',
      listing: lists.listingOf(domain),
      routedToListed: hosts.some((host) => lists.listingOf(host).agreed !== null),
      listedAsWebmail: lists.listedAsWebmail(domain),
    };
  }
}

/** The domain known to a registry; null below private suffixes (a hoster's customers), whose owners publish no registrations. */
function registrable(domain: string): string | null {
  const { domain: name, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return isPrivate === true ? null : name;
}

async function timed<Value>(
  deadline: Deadline,
  withinMs: number,
  query: () => Promise<SourceResult<Value>> | SourceResult<Value>,
): Promise<Timed<Value>> {
  const begun = performance.now();
  const outcome = await withTimeout(Promise.resolve(query()), withinMs, () => failed('timeout'), deadline.signal);
  return { result: outcome, tookMs: Math.round(performance.now() - begun) };
}

function noteOf(source: EmailSource, { result, tookMs }: Timed<unknown>, { contributions }: MergedEmail): SourceNote {
  if (result.failure !== null) return { source, failure: result.failure, tookMs, decidedFields: [], codes: result.codes };
  const { decidedFields = [], codes = [] } = contributions.get(source) ?? {};
  return { source, failure: null, tookMs, decidedFields, codes };
}

function tableNote({ contributions }: MergedEmail): SourceNote {
  const source = 'mail-provider-table';
  const { decidedFields = [], codes = [] } = contributions.get(source) ?? {};
  return { source, failure: codes.length === 0 ? 'unknown' : null, tookMs: 0, decidedFields, codes };
}
