import { parse } from 'tldts';
import type { MailboxFinding, MailboxInspector, Patience, SourceNote } from '../../domain/enrichment-ports.js';
import { type MailAddress, splitAddress } from '../../domain/mailbox/address.js';
import { concludeMailbox, type MailboxConclusion } from '../../domain/mailbox/conclude.js';
import { consumerProvider, isConsumerDomain } from '../../domain/mailbox/consumer-domains.js';
import { isImpossibleName } from '../../domain/mailbox/naming-rules.js';
import type { MailboxSource, Observation } from '../../domain/mailbox/observations.js';
import { isUndeliverable, type MailRoute } from '../../domain/mailbox/route.js';
import type { SmtpVerdict } from '../../domain/mailbox/smtp-verdict.js';
import { CallClock } from '../outbound-http/call-clock.js';
import type { DomainLists } from './disposable-lists.js';
import { heard, type Heard, inTime, silent } from './heard.js';
import type { MailDns } from './mail-dns.js';
import type { RdapClient } from './rdap-client.js';
import type { SmtpProbe } from './smtp-probe.js';

export interface InspectorParts {
  readonly dns: Pick<MailDns, 'route'>;
  /** Disposable and webmail lists; loaded at the first lookup, because loading them takes a moment. */
  readonly lists: () => DomainLists;
  /** Null: not configured. */
  readonly smtp: Pick<SmtpProbe, 'verdict'> | null;
  readonly rdap: Pick<RdapClient, 'registration'> | null;
  readonly now: () => Date;
}

/** Part of the budget kept for assembling the result, in milliseconds. */
const MARGIN_MS = 20;
/** Share of the budget for DNS when an SMTP recipient check has to follow. */
const DNS_SHARE = 0.5;

interface Timed<Value> {
  readonly said: Heard<Value>;
  readonly tookMs: number;
}

/** Queries every source within its share of the budget, in parallel where possible, and merges the results. */
export class SourcesMailboxInspector implements MailboxInspector {
  constructor(private readonly parts: InspectorParts) {}

  /** Loads the lists now instead of at the first lookup. */
  prepare(): void {
    this.parts.lists();
  }

  async inspect(email: string, patience: Patience): Promise<MailboxFinding> {
    const clock = new CallClock([patience.signal]);
    clock.start(Math.max(0, patience.budgetMs - MARGIN_MS));
    try {
      return await this.ask(splitAddress(email), clock);
    } finally {
      clock.stop();
    }
  }

  private async ask(address: MailAddress, clock: CallClock): Promise<MailboxFinding> {
    const { parts } = this;
    const { domain } = address;
    const name = registrable(domain);
    const asksRegistry = !isConsumerDomain(domain) && name !== null;
    const rdapAsked = timed(clock, clock.leftMs, () => {
      if (parts.rdap === null) return silent('not_configured');
      return asksRegistry ? parts.rdap.registration(name) : silent('not_applicable');
    });
    const dns = await timed(clock, clock.leftMs * (parts.smtp === null ? 1 : DNS_SHARE), () => parts.dns.route(domain));
    const smtp = await timed(clock, clock.leftMs, () => this.dialogue(address, dns.said.value, clock));
    const lists = await timed(clock, clock.leftMs, () => heard(this.listed(domain, dns.said.value)));
    const rdap = await rdapAsked;
    const observations: readonly Observation[] = [
      ...(dns.said.value === null ? [] : [{ source: 'mail-dns' as const, route: dns.said.value }]),
      ...(smtp.said.value === null ? [] : [{ source: 'smtp-dialogue' as const, verdict: smtp.said.value }]),
      ...(lists.said.value === null ? [] : [lists.said.value]),
      ...(rdap.said.value === null || name === null ? [] : [{ source: 'rdap' as const, name, registration: rdap.said.value }]),
    ];
    const conclusion = concludeMailbox({ address, now: parts.now() }, observations);
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
  private dialogue(address: MailAddress, route: MailRoute | null, clock: CallClock): Promise<Heard<SmtpVerdict>> | Heard<never> {
    if (this.parts.smtp === null) return silent('not_configured');
    if (route === null) return silent('unknown', 'route_unknown');
    const provider = consumerProvider(address.domain);
    const settled = isUndeliverable(route) || (provider !== null && isImpossibleName(provider, address.local));
    return settled ? silent('not_applicable') : this.parts.smtp.verdict(address, route, { signal: clock.signal, budgetMs: clock.leftMs });
  }

  private listed(domain: string, route: MailRoute | null): Observation & { source: 'disposable-lists' } {
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

async function timed<Value>(clock: CallClock, withinMs: number, ask: () => Promise<Heard<Value>> | Heard<Value>): Promise<Timed<Value>> {
  const begun = performance.now();
  const said = await inTime(Promise.resolve(ask()), withinMs, clock.signal);
  return { said, tookMs: Math.round(performance.now() - begun) };
}

function noteOf(source: MailboxSource, { said, tookMs }: Timed<unknown>, { contributions }: MailboxConclusion): SourceNote {
  if (said.silence !== null) return { source, silence: said.silence, tookMs, decided: [], codes: said.codes };
  const { decided = [], codes = [] } = contributions.get(source) ?? {};
  return { source, silence: null, tookMs, decided, codes };
}

function tableNote({ contributions }: MailboxConclusion): SourceNote {
  const source = 'mail-provider-table';
  const { decided = [], codes = [] } = contributions.get(source) ?? {};
  return { source, silence: codes.length === 0 ? 'unknown' : null, tookMs: 0, decided, codes };
}
