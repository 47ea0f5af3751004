/** What modules find about test identities, behind the ports of their sources. Nothing is queried. Pure. */
import type { EmailDetails, MailboxFacts } from '../../facts/email/email-details.js';
import type { EnrichmentSources } from '../../facts/fact-modules.js';
import { unknownIpDetails } from '../../facts/ip/claim.js';
import type { IpDetails } from '../../facts/ip/ip-details.js';
import type { PhoneDetails } from '../../facts/phone/phone-details.js';
import type { Finding } from '../../kernel/values/source.js';
import type { NamedScenario } from './test-identities.js';
import { DAY_MS } from '../../kernel/values/durations.js';

/** The source that every finding names. */
const SOURCE = 'test_identities';

const MAILBOX: EmailDetails = {
  deliverable: true,
  disposable: false,
  freeProvider: false,
  acceptAll: false,
  domainAgeDays: null,
  domainRegisteredAt: '2012-05-01T00:00:00.000Z',
};
const EXISTS: MailboxFacts = { provider: null, exists: true, records: { mx: true, spf: true, dmarc: true } };
const LINE: PhoneDetails = {
  valid: true,
  carrier: 'Example Mobile',
  lineType: 'mobile',
  countryCode: 'US',
  voipClass: null,
  isVoip: false,
};
const ADDRESS: Partial<IpDetails> = {
  ...{ riskScore: 0, confidence: 90, isProxy: false, isVpn: false, isTor: false, isHosting: false, isScraper: false, isCompromised: false },
  ...{
    asn: 'AS64500',
    isp: 'Example Access',
    connectionType: 'Residential',
    countryCode: 'US',
    regionName: 'New York',
    cityName: 'New York',
  },
  ...{ latitude: 40.71, longitude: -74.01, timezone: 'America/New_York' },
};

/** The sources of every module that is run for a test identity. Which modules run is decided by those of the service. */
export function testSources(scenario: NamedScenario): Omit<EnrichmentSources, 'budgetMs' | 'refresh'> {
  const { email = {}, mailbox = EXISTS, phone = {}, ip = {}, breaches = [], webMentions = [] } = scenario;
  const found = <Facts extends object>(facts: Facts, decidedFields: readonly string[] = knownFields(facts)): Finding<Facts> => {
    const note = { source: SOURCE, tookMs: 0, codes: [] };
    return scenario.lacksSources
      ? { facts: null, notes: [{ ...note, failure: 'timeout', decidedFields: [] }] }
      : { facts, notes: [{ ...note, failure: null, decidedFields }] };
  };
  const known: MailboxFacts = scenario.lacksSources ? { provider: null, exists: null, unverified: 'no_answer' } : mailbox;
  return {
    email: { inspect: async () => ({ ...found(withAge({ ...MAILBOX, ...email })), ...known }) },
    phone: { inspect: async () => found({ ...LINE, ...phone }) },
    ip: { inspect: async (address) => found({ ...unknownIpDetails(address), ...ADDRESS, ...ip }) },
    breaches: { search: async () => found(breaches, ['breaches']) },
    webMentions: { search: async () => found(webMentions, ['webMentions']) },
  };
}

function withAge(details: EmailDetails): EmailDetails {
  const at = details.domainRegisteredAt;
  return { ...details, domainAgeDays: at === null ? null : Math.floor((Date.now() - Date.parse(at)) / DAY_MS) };
}

const knownFields = (facts: object): string[] => Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [name]));
