import type { EmailDetails, EmailFinding } from '../../../../../src/facts/email/email-details.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEmailSources } from '../../../../../src/facts/email/sources/index.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import type { DnsTable } from '../../../../support/dns-server.js';
import { ADA, knows, NO_SUCH_USER, type SmtpPeer, startOddPeer, startSmtpPeer } from '../../../../support/mail-peers.js';
import { inspect, mailAt, type MailboxBench, noteOf, openMailboxBench, TOP_LEVELS } from '../../../../support/email-module.js';
import { type RdapPeer, startRdapPeer } from '../../../../support/rdap-peer.js';

const UNHURRIED = { timeout: 50_000, interval: 100 };
const through = (...hosts: readonly string[]): DnsTable[string] => ({
  MX: hosts.map((exchange, index) => ({ preference: index + 1, exchange })),
});
const HERE = { A: ['127.0.0.1'] };
const OLD = '2005-03-01T00:00:00Z';
const YOUNG = '2026-10-01T00:00:00Z';
const oldAge = { domainAgeDays: 7935, domainRegisteredAt: '2005-03-01T00:00:00.000Z' };
const noAge = { domainAgeDays: null, domainRegisteredAt: null };

/** Mail domains of each kind, with every record that their kind turns on. Exchangers that are not named here have no address. */
const ZONES: DnsTable = {
  'gmail.com': through('gmail-smtp-in.l.google.com'),
  'gmail-smtp-in.l.google.com': HERE,
  'duck.com': through('inbound.duck.com'),
  'inbound.duck.com': HERE,
  'ada.mozmail.com': through('inbound-smtp.us-west-2.amazonaws.com'),
  'inbound-smtp.us-west-2.amazonaws.com': HERE,
  'mailinator.com': through('mail.mailinator.com'),
  'mail.mailinator.com': HERE,
  'team.mailinator.com': through('mail.mailinator.com'),
  'workspace-example.com': through('aspmx.l.google.com', 'alt1.aspmx.l.google.com'),
  'aspmx.l.google.com': HERE,
  'alt1.aspmx.l.google.com': HERE,
  'tenant-example.com': through('tenant-example-com.mail.protection.outlook.com'),
  'tenant-example-com.mail.protection.outlook.com': HERE,
  'filtered-example.com': through('eu-smtp-inbound-1.mimecast.com'),
  'eu-smtp-inbound-1.mimecast.com': HERE,
  'forwarded-example.com': through('mx1.improvmx.com', 'mx2.improvmx.com'),
  'mx1.improvmx.com': HERE,
  'mx2.improvmx.com': HERE,
  ...mailAt('own-example.com'),
  'own-example.com': { MX: [{ preference: 10, exchange: 'mx.own-example.com' }], TXT: ['v=spf1 mx -all'] },
  ...mailAt('mail.own-example.com'),
  ...mailAt('young-example.com'),
  'secret-example.com': through('mail.mailinator.com'),
  'bare-example.com': HERE,
  'null-example.com': through('.'),
  'parked-example.com': { TXT: ['v=spf1 -all'] },
  'dangling-example.com': through('mx.gone-example.com'),
  'private-example.com': through('mx.private-example.com'),
  'mx.private-example.com': { A: ['192.168.1.10'] },
  'failing-example.com': 'SERVFAIL',
  'nus.edu.sg': through('mx.nus.edu.sg'),
  'mx.nus.edu.sg': HERE,
  sg: { NS: ['ns.nic.sg'] },
  ...mailAt('xn--bcher-kva.example'),
};
const REGISTERED: Readonly<Record<string, string>> = {
  'workspace-example.com': OLD,
  'own-example.com': OLD,
  'young-example.com': YOUNG,
  'secret-example.com': OLD,
  'mailinator.com': OLD,
  'private-example.com': OLD,
  'failing-example.com': OLD,
  'filtered-example.com': OLD,
  'null-example.com': OLD,
};

interface Kind {
  readonly why: string;
  readonly email: string;
  readonly facts: EmailDetails | null;
  readonly provider: string | null;
  readonly exists: boolean | null;
}

const facts = (
  deliverable: boolean | null,
  disposable: boolean | null,
  freeProvider: boolean | null,
  more: Partial<EmailDetails> = {},
): EmailDetails => ({
  deliverable,
  disposable,
  freeProvider,
  acceptAll: null,
  ...noAge,
  ...more,
});
const nowhere = { acceptAll: false };
const kind = (
  why: string,
  email: string,
  verdict: EmailDetails | null,
  provider: string | null = null,
  exists: boolean | null = null,
): Kind => ({ why, email, facts: verdict, provider, exists });

const KINDS: readonly Kind[] = [
  kind('consumer webmail; its domain’s age is nobody’s', 'ada.lovelace@gmail.com', facts(null, false, true), 'gmail'),
  kind('a name that the provider excludes', 'ada_lovelace@gmail.com', facts(false, false, true), 'gmail', false),
  kind('an alias service: permanent, kept elsewhere', 'ada@duck.com', facts(null, false, true)),
  kind('an alias service’s name for one user', 'shop@ada.mozmail.com', facts(null, false, true)),
  kind('throw-away: lists agree', 'ada@mailinator.com', facts(null, true, null, oldAge)),
  kind('throw-away: its parent is listed', 'ada@team.mailinator.com', facts(null, true, null, oldAge)),
  kind('a company at Google Workspace', 'ada@workspace-example.com', facts(null, false, false, oldAge), 'google-workspace'),
  kind('a company at Microsoft 365, of unknown age', 'ada@tenant-example.com', facts(null, null, false), 'microsoft-365'),
  kind(
    'a company behind a filtering gateway: who keeps the mail is unknown',
    'ada@filtered-example.com',
    facts(null, false, false, oldAge),
  ),
  kind('a domain whose mail is forwarded', 'ada@forwarded-example.com', facts(null, null, null)),
  kind('an old domain with a server of its own', 'ada@own-example.com', facts(null, false, null, oldAge)),
  kind('a subdomain: its registrable domain has the age', 'ada@mail.own-example.com', facts(null, false, null, oldAge)),
  kind(
    'a young domain',
    'ada@young-example.com',
    facts(null, null, null, { domainAgeDays: 51, domainRegisteredAt: '2026-10-01T00:00:00.000Z' }),
  ),
  kind('an unlisted domain with the exchanger of a throw-away service', 'ada@secret-example.com', facts(null, null, null, oldAge)),
  kind('no MX, an address: implicit MX', 'ada@bare-example.com', facts(null, null, null)),
  kind('null MX', 'ada@null-example.com', facts(false, null, null, { ...nowhere, ...oldAge }), null, false),
  kind('neither MX nor address', 'ada@parked-example.com', facts(false, null, null, nowhere), null, false),
  kind('no such domain', 'ada@nosuch-example.com', facts(false, null, null, nowhere), null, false),
  kind('an exchanger that has no address', 'ada@dangling-example.com', facts(false, null, null, nowhere), null, false),
  kind('an exchanger inside: no place for mail, no proof either', 'ada@private-example.com', facts(null, null, null, oldAge)),
  kind('name servers fail; the registry still knows', 'ada@failing-example.com', facts(null, null, null, oldAge)),
  kind('one broad list is wrong about a university', 'ada@nus.edu.sg', facts(null, null, null)),
  kind('an international domain', 'ada@xn--bcher-kva.example', facts(null, null, null)),
];

describe('mail domains of each kind', () => {
  let bench: MailboxBench;
  let registry: RdapPeer;

  beforeAll(async () => {
    bench = await openMailboxBench(ZONES);
    registry = await startRdapPeer({ topLevels: ['com'] });
    for (const [domain, at] of Object.entries(REGISTERED)) registry.set(domain, at);
  });
  afterAll(async () => {
    await registry.close();
    await bench.close();
  });

  it.each(KINDS)('$why: $email', async ({ email, facts: verdict, provider, exists }) => {
    const finding = await inspect(bench.inspector({ rdapBootstrapUrl: registry.bootstrapUrl }), email);
    expect({ facts: finding.facts, provider: finding.provider, exists: finding.exists }).toEqual({ facts: verdict, provider, exists });
    expect(finding.notes.map(({ source }) => source)).toEqual([
      'mail-provider-table',
      'disposable-lists',
      'mail-dns',
      'smtp-dialogue',
      'rdap',
    ]);
    const decided = new Set(finding.notes.flatMap((note) => note.decidedFields));
    for (const [field, value] of Object.entries(verdict ?? {})) expect([field, decided.has(field)]).toEqual([field, value !== null]);
  });

  it('says nothing about the mailbox in its notes', async () => {
    const finding = await inspect(bench.inspector({ rdapBootstrapUrl: registry.bootstrapUrl }), 'ada.lovelace@own-example.com');
    expect(JSON.stringify(finding.notes)).not.toMatch(/lovelace|own-example/);
  });

  it.each([
    ['ada@own-example.com', { mx: true, spf: true, dmarc: false }],
    ['ada@mail.own-example.com', { mx: true, spf: false, dmarc: false }],
    ['ada@bare-example.com', { mx: false, spf: false, dmarc: false }],
    ['ada@parked-example.com', { mx: false, spf: true, dmarc: false }],
    ['ada@gmail.com', null],
    ['shop@ada.mozmail.com', null],
    ['ada@failing-example.com', null],
  ])('has the records of its domain: %s %j', async (email, records) => {
    const inspector = bench.inspector();
    // What is late is there for the next question: the query goes on.
    await expect.poll(async () => (await inspect(inspector, email)).records, UNHURRIED).toEqual(records);
  });

  it('asks no name server about the policies of a provider', async () => {
    const before = bench.dns.queried.length;
    await inspect(bench.inspector(), 'ada@gmail.com');
    expect(bench.dns.queried.slice(before).filter((query) => query.startsWith('TXT'))).toEqual([]);
  });

  it('without any source that speaks it is not checked', async () => {
    bench.dns.set({ ...TOP_LEVELS, 'silent-example.com': 'DROP' });
    expect((await inspect(bench.inspector(), 'ada@silent-example.com', 300)).facts).toBeNull();
    bench.dns.set({ ...TOP_LEVELS, ...ZONES });
  });
});

describe('about a second', () => {
  let bench: MailboxBench;
  let server: SmtpPeer;

  beforeAll(async () => {
    server = await startSmtpPeer(knows(NO_SUCH_USER));
    bench = await openMailboxBench({
      'slow-example.com': { MX: [{ preference: 1, exchange: 'mx.slow-example.com' }], delayMs: 150 },
      'mx.slow-example.com': { ...HERE, delayMs: 150 },
      'dead-example.com': 'DROP',
    });
  });
  afterAll(async () => {
    await server.close();
    await bench.close();
  });

  it('is enough for slow name servers and a dialogue', async () => {
    const once = async () => {
      const inspector = bench.inspector({ smtpProbe: { from: '', port: server.port } });
      return (await inspect(inspector, `${ADA}@slow-example.com`, 950)).facts;
    };
    // A busy machine is given further attempts, each by an inspector that remembers nothing.
    await expect.poll(once, UNHURRIED).toMatchObject({ deliverable: true, acceptAll: false });
  });

  it.each([
    ['name servers do not answer', 'ada@dead-example.com'],
    ['the mail server does not answer', 'ada@slow-example.com'],
  ])('is all it takes when %s', async (_what, email) => {
    const mute = await startOddPeer(() => undefined);
    const registry = await startRdapPeer({ topLevels: ['com'] });
    registry.set(email.slice(4), () => undefined);
    const findings: EmailFinding[] = [];
    const takenMs = async () => {
      const begun = performance.now();
      const inspector = bench.inspector({ smtpProbe: { from: '', port: mute.port }, rdapBootstrapUrl: registry.bootstrapUrl });
      findings.push(await inspect(inspector, email, 950));
      return performance.now() - begun;
    };
    await expect.poll(takenMs, UNHURRIED).toBeLessThan(5_000);
    for (const finding of findings) {
      expect(finding.facts?.deliverable ?? null).toBeNull();
      expect(noteOf(finding, 'rdap').failure).toBe('timeout');
      // What is in memory is not lost with those that are slow.
      if (noteOf(finding, 'mail-dns').failure === null) expect(noteOf(finding, 'disposable-lists').failure).toBeNull();
    }
    await Promise.all([mute.close(), registry.close()]);
  });

  it('a caller who leaves gets what is there', async () => {
    const controller = new AbortController();
    const requested = bench.inspector().inspect('ada@dead-example.com', { signal: controller.signal, budgetMs: 60_000 });
    controller.abort();
    expect(noteOf(await requested, 'mail-dns').failure).toBe('timeout');
  });
});

describe('sources', () => {
  it('are described with what would configure them', () => {
    const described = describeEmailSources(readConfig({}));
    expect(described.map(({ name, configured }) => [name, configured])).toEqual([
      ['mail-provider-table', true],
      ['disposable-lists', true],
      ['mail-dns', true],
      ['smtp-dialogue', false],
      ['rdap', true],
      ['kickbox', false],
      ['ipqualityscore', false],
      ['reacher', false],
    ]);
    expect(described.find(({ name }) => name === 'smtp-dialogue')?.settings).toContain('SMTP_PROBE');
  });
});
