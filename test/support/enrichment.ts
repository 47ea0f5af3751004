import type { EnrichmentSources } from '../../src/facts/fact-modules.js';
import type { WebMention } from '../../src/facts/mentions/web-mention.js';
import type { IpDetails } from '../../src/facts/ip/ip-details.js';
import type { PhoneDetails } from '../../src/facts/phone/phone-details.js';
import type { EmailDetails } from '../../src/facts/email/email-details.js';
import type { SourceNote } from '../../src/kernel/values/source.js';
import { unknownIpDetails } from '../../src/facts/ip/claim.js';

/** Budgets that a busy machine keeps to. */
const BUDGET_MS: EnrichmentSources['budgetMs'] = { email: 2_000, phone: 2_000, ip: 2_000, breaches: 5_000, webMentions: 5_000 };

/** Sources of one's own; the others are not configured. */
export function sourcesOf(some: Partial<EnrichmentSources> = {}): EnrichmentSources {
  return { email: null, phone: null, ip: null, breaches: null, webMentions: null, budgetMs: BUDGET_MS, ...some };
}

export const MAILBOX: EmailDetails = {
  deliverable: true,
  disposable: false,
  freeProvider: false,
  acceptAll: false,
  domainAgeDays: 11_421,
  domainRegisteredAt: '1995-08-14T04:00:00Z',
};
export const LINE: PhoneDetails = {
  valid: true,
  carrier: null,
  lineType: 'fixed_line_or_mobile',
  countryCode: 'US',
  voipClass: null,
  isVoip: null,
};
export const ipDetailsOf = (ip: string): IpDetails => ({
  ...unknownIpDetails(ip),
  isHosting: true,
  asn: 'AS64500',
  isp: 'Example Network',
  connectionType: 'Hosting',
});
export const MENTION: WebMention = { title: 'A page', url: 'https://www.example.com/a', snippet: 'of it', matchConfidence: 'unconfirmed' };

/** Every source there is; each knows something of everybody. */
export function knowingSources(more: Partial<EnrichmentSources> = {}): EnrichmentSources {
  const note = (source: string): SourceNote => ({ source, failure: null, tookMs: 1, decidedFields: [], codes: [] });
  return sourcesOf({
    email: { inspect: async () => ({ facts: MAILBOX, notes: [note('mail')], provider: null, exists: true }) },
    phone: { inspect: async () => ({ facts: LINE, notes: [note('plan')] }) },
    ip: { inspect: async (ip) => ({ facts: ipDetailsOf(ip), notes: [note('networks')] }) },
    breaches: {
      search: async ({ type }) => ({ facts: [{ name: `Breach by ${type}`, date: '2019-01-02', domain: null }], notes: [note('index')] }),
    },
    webMentions: { search: async () => ({ facts: [MENTION], notes: [note('search')] }) },
    ...more,
  });
}
