import { parse } from 'tldts';
import { type EmailFinding, type EmailInspector, type MailRecords, type MergedEmail, mergeEmail } from '../email-details.js';
import type { Budget, SourceFailure, SourceNote } from '../../../kernel/values/source.js';
import { type MailAddress, splitAddress } from '../../../kernel/identity/mail-address.js';
import { consumerProvider, isConsumerDomain, isImpossibleName } from '../../../kernel/identity/mail-providers.js';
import type { EmailSource, Observation, Verification } from '../observations.js';
import { querySources, type SourceReport } from '../../query-sources.js';
import { isUndeliverable, type MailRoute } from '../route.js';
import type { MailboxVerdict } from '../smtp.js';
import { whyUnverified } from '../unverified.js';
import { type Deadline, withDeadline, withTimeout } from '../../../kernel/net/deadline.js';
import type { DomainLists } from './disposable-lists.js';
import { ok, type SourceResult, failed } from './source-result.js';
import type { MailDns } from './mail-dns.js';
import type { OutboundPort } from './outbound-port.js';
import type { RdapClient } from './rdap-client.js';
import type { SmtpProbe } from './smtp-probe.js';
import { suggestedDomain } from './suggested-domain.js';
import type { Verifier } from './verifiers.js';

export interface InspectorParts {
  readonly dns: Pick<MailDns, 'route' | 'policies'>;
  /** Disposable and webmail lists; loaded at the first lookup, because loading them takes a moment. */
  readonly lists: () => DomainLists;
  /** Null when it is not configured. */
  readonly smtp: Pick<SmtpProbe, 'verdict'> | null;
  /** Whether the mail servers that `smtp` asks can be reached; null like it. */
  readonly outbound: Pick<OutboundPort, 'look' | 'isClosed'> | null;
  readonly rdap: Pick<RdapClient, 'registration'> | null;
  /** Those that are configured. */
  readonly verifiers: readonly Verifier[];
  readonly now: () => Date;
}

/** Part of the budget kept for assembling the result, in milliseconds. */
const MARGIN_MS = 20;
/** Share of the budget for DNS when somebody is asked about the mailbox afterwards. */
const DNS_SHARE = 0.5;

/** Milliseconds after which the policies of a domain are left unknown: they decide nothing about the mailbox. */
const POLICIES_MS = 300;

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

  /** Looks whether mail servers can be reached. @returns whether none can; false too where none is to be asked */
  async findsPortClosed(): Promise<boolean> {
    await this.parts.outbound?.look();
    return this.parts.outbound?.isClosed ?? false;
  }

  async inspect(email: string, budget: Budget): Promise<EmailFinding> {
    return withDeadline([budget.signal], budget.budgetMs - MARGIN_MS, (deadline) =>
      this.#inspectAddress(splitAddress(email), deadline, budget.isPassive ?? false),
    );
  }

  async #inspectAddress(address: MailAddress, deadline: Deadline, isPassive: boolean): Promise<EmailFinding> {
    const parts = this.parts;
    const { domain } = address;
    const name = registrable(domain);
    const queriesRegistry = !isConsumerDomain(domain) && name !== null;
    const rdapResult = timed(deadline, deadline.remainingMs, () => {
      if (parts.rdap === null) return failed('not_configured');
      return queriesRegistry ? parts.rdap.registration(name) : failed('not_applicable');
    });
    const unasked = failed('not_passive');
    const asksPolicies = !isPassive && !isConsumerDomain(domain);
    const policies = asksPolicies ? withTimeout(parts.dns.policies(domain, name), POLICIES_MS, () => UNANSWERED, deadline.signal) : null;
    const asksOn = parts.smtp !== null || parts.verifiers.length > 0;
    const dns = await timed(deadline, deadline.remainingMs * (asksOn ? DNS_SHARE : 1), () =>
      isPassive ? unasked : parts.dns.route(domain),
    );
    // Before those that may use up the deadline: what is in memory is not lost with them.
    const lists = await timed(deadline, deadline.remainingMs, () => ok(this.#listed(domain, dns.result.value)));
    const [smtp, verified] = await Promise.all([
      timed(deadline, deadline.remainingMs, () =>
        isPassive && parts.smtp ? unasked : this.#checkRecipient(address, dns.result.value, deadline),
      ),
      isPassive ? parts.verifiers.map(({ name }) => unaskedBy(name, 'not_passive')) : this.#verify(address, dns.result.value, deadline),
    ]);
    const rdap = await rdapResult;
    const observations: readonly Observation[] = [
      ...(dns.result.value === null ? [] : [{ source: 'mail-dns' as const, route: dns.result.value }]),
      ...(smtp.result.value === null ? [] : [{ source: 'smtp-dialogue' as const, verdict: smtp.result.value }]),
      ...(lists.result.value === null ? [] : [lists.result.value]),
      ...(rdap.result.value === null || name === null ? [] : [{ source: 'rdap' as const, name, registration: rdap.result.value }]),
      ...verified.flatMap(({ claim }) => claim ?? []),
    ];
    const conclusion = mergeEmail({ address, now: parts.now() }, observations);
    const { facts, provider, exists } = conclusion;
    const ofMailbox = [noteOf('smtp-dialogue', smtp, conclusion), ...verified.map((report) => verifierNote(report, conclusion))];
    const notes = [
      tableNote(conclusion),
      noteOf('disposable-lists', lists, conclusion),
      noteOf('mail-dns', dns, conclusion),
      ...ofMailbox,
      noteOf('rdap', rdap, conclusion),
    ];
    const suggested = exists === true ? null : suggestedDomain(domain);
    const records = recordsOf(dns.result.value, await policies);
    return { facts, notes, provider, exists, unverified: whyUnverified(conclusion, ofMailbox), suggestedDomain: suggested, records };
  }

  /** Asks the verifiers, on the same condition as mail servers: they bill a question, and are told the address. */
  async #verify(address: MailAddress, route: MailRoute | null, deadline: Deadline): Promise<readonly SourceReport<Verification>[]> {
    const { verifiers } = this.parts;
    const budget = { signal: deadline.signal, budgetMs: deadline.remainingMs };
    if (!isSettled(address, route)) return querySources(verifiers, `${address.local}@${address.domain}`, budget);
    return verifiers.map(({ name }) => unaskedBy(name, 'not_applicable'));
  }

  /** SMTP recipient check, only where the result is open: no server is queried about a mailbox that cannot exist. */
  #checkRecipient(
    address: MailAddress,
    route: MailRoute | null,
    deadline: Deadline,
  ): Promise<SourceResult<MailboxVerdict>> | SourceResult<never> {
    if (this.parts.smtp === null) return failed('not_configured');
    if (route === null) return failed('unknown', 'route_unknown');
    return isSettled(address, route)
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

const UNANSWERED: Omit<MailRecords, 'mx'> = { spf: null, dmarc: null };

/** Which records there are; null: they were not asked for, or DNS did not say where mail goes. */
function recordsOf(route: MailRoute | null, policies: Omit<MailRecords, 'mx'> | null): MailRecords | null {
  return route && policies && { mx: route.kind === 'exchangers' && !route.implicit, ...policies };
}

/** The report of a verifier that was not asked. */
const unaskedBy = (source: string, failure: SourceFailure): SourceReport<Verification> => ({ source, claim: null, failure, tookMs: 0 });

/** Whether the mailbox is known not to exist before anybody is asked about it. */
function isSettled({ local, domain }: MailAddress, route: MailRoute | null): boolean {
  const provider = consumerProvider(domain);
  return (route !== null && isUndeliverable(route)) || (provider !== null && isImpossibleName(provider, local));
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

function verifierNote({ source, claim, failure, tookMs }: SourceReport<Verification>, { contributions }: MergedEmail): SourceNote {
  const { decidedFields = [], codes = [] } = (claim && contributions.get(claim.source)) ?? {};
  return { source, failure, tookMs, decidedFields, codes };
}

function tableNote({ contributions }: MergedEmail): SourceNote {
  const source = 'mail-provider-table';
  const { decidedFields = [], codes = [] } = contributions.get(source) ?? {};
  return { source, failure: codes.length === 0 ? 'unknown' : null, tookMs: 0, decidedFields, codes };
}
