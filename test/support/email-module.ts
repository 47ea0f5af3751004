import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainLists } from '../../src/facts/email/sources/disposable-lists.js';
import { createEmailInspector, type EmailInspectorOptions, type EmailSettings } from '../../src/facts/email/sources/index.js';
import type { SourcesEmailInspector } from '../../src/facts/email/sources/inspector.js';
import { createProviderHttp } from '../../src/facts/provider-http.js';
import type { EmailFinding } from '../../src/facts/email/email-details.js';
import type { SourceNote } from '../../src/kernel/values/source.js';
import { type DnsServer, type DnsTable, startDnsServer } from './dns-server.js';

/** Top-level domains answer, as those of the Internet do: a resolver that denies them is not believed. */
export const TOP_LEVELS: DnsTable = Object.fromEntries(
  ['com', 'org', 'net', 'de', 'me', 'jp', 'ru', 'io', 'fr', 'example', 'xn--p1ai'].map((top) => [top, { NS: [`ns.nic.${top}`] }]),
);
/** Loopback stands for the Internet: the operator of the test allows it by name. */
export const LOOPBACK = '127.0.0.0/8';
export const NOW = new Date('2026-11-21T12:00:00Z');

/** Records of a domain whose one mail exchanger is this machine. */
export function mailAt(domain: string, address = '127.0.0.1'): DnsTable {
  return { [domain]: { MX: [{ preference: 10, exchange: `mx.${domain}` }] }, [`mx.${domain}`]: { A: [address] } };
}

type InspectorMeans = Pick<EmailInspectorOptions, 'caFile' | 'now' | 'verifiers'>;

export interface MailboxBench {
  readonly dns: DnsServer;
  readonly home: string;
  inspector(settings?: Partial<EmailSettings>, more?: InspectorMeans): SourcesEmailInspector;
  close(): Promise<void>;
}

/** A name server, a folder, and inspectors on them; SMTP and RDAP are off unless the settings say so. */
export async function openMailboxBench(table: DnsTable): Promise<MailboxBench> {
  domainLists(); // loaded by the first query of a process, and on a busy machine that takes longer than its budget
  const dns = await startDnsServer({ ...TOP_LEVELS, ...table });
  const home = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const http = createProviderHttp();
  const standard = { dnsServers: [dns.address], smtpProbe: null, rdapBootstrapUrl: null, allowedNetworks: [LOOPBACK], home };
  return {
    dns,
    home,
    inspector: (settings = {}, more = {}) =>
      createEmailInspector({ settings: { ...standard, ...settings }, http, now: () => NOW, ...more }),
    close: async () => {
      await http.close();
      await dns.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Asks with a budget, in milliseconds. */
export function inspect(inspector: SourcesEmailInspector, email: string, budgetMs = 3_000): Promise<EmailFinding> {
  return inspector.inspect(email, { signal: new AbortController().signal, budgetMs });
}

export function noteOf(finding: EmailFinding, source: string): SourceNote {
  const note = finding.notes.find((each) => each.source === source);
  if (note === undefined) throw new Error(`no note of ${source}`);
  return note;
}
