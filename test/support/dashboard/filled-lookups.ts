/** Lookups as workers leave them: finished with everything that there can be, under way, and a single check. */
import type { InconclusiveReason, LinkedAccount } from '../../../src/engine/evaluation/verdict.js';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { FactModule, ModulePayloads } from '../../../src/facts/fact-modules.js';
import { unknownIpDetails } from '../../../src/facts/ip/claim.js';
import type { Module } from '../../../src/facts/checks.js';
import type { CheckOutcome, LookupRequest } from '../../../src/features/lookups/lookup.js';
import type { FoundFact } from '../../../src/features/lookups/module-facts.js';
import type { Json } from '../../../src/kernel/values/json.js';
import type { SubjectRef } from '../../../src/kernel/identity/subjects.js';
import { requestOf } from '../fixtures.js';
import type { Entry } from '../http/browser.js';
import type { Words } from './filled-account.js';

const EMAIL = 'ada@example.com';
const PHONE = '+12025550123';
const IP = '192.0.2.17';
const REASONS: readonly InconclusiveReason[] = ['challenge', 'login_wall', 'rate_limited', 'timeout'];
const ALL_MODULES: readonly Module[] = ['footprint', 'email', 'phone', 'ip', 'breaches', 'webMentions'];

interface Filling {
  /** Whose lookups they are. */
  readonly caller: Caller;
  /** Platforms of the catalogue. */
  readonly slugs: readonly string[];
  readonly purpose: string;
  readonly words: Words;
}

/** @returns ids of one that is finished and one that is under way */
export async function fillLookups(service: Entry, filling: Filling): Promise<{ finished: string; running: string }> {
  const { slugs, words, purpose } = filling;
  const handle = words('handle', 'ada-example');
  const everything: Partial<LookupRequest> = {
    query: handle,
    purpose,
    subjects: { email: EMAIL, phone: PHONE, username: handle, ip: IP },
    rawIdentities: { email: EMAIL, phone: PHONE, username: handle, ip: IP },
    checks: { email: true, phone: true, ip: true },
  };
  const { writer } = service.record;
  const plan = { targets: slugs.map((platform) => ({ platform, subjects: ['username', 'email'] as const })), modules: ALL_MODULES };
  const finished = await accept(service, filling, everything);
  await writer.savePlan(finished, plan);
  await writer.record(finished, outcomes(slugs, words));
  for (const fact of facts(words)) await writer.recordModule(finished, fact);
  await writer.finish(finished);
  const running = await accept(service, filling, everything);
  await writer.savePlan(running, plan);
  await writer.record(running, outcomes(slugs.slice(0, slugs.length / 2), words));
  const check = await accept(service, filling, {
    kind: 'ip',
    mode: 'check',
    query: IP,
    queryType: null,
    subjects: { ip: IP },
    checks: { footprint: false, ip: true },
  });
  await writer.complete(check, { plan: { targets: [], modules: ['ip'] }, facts: facts(words).filter(({ module }) => module === 'ip') });
  const unanswered = await accept(service, filling, { query: 'nobody-at-all', subjects: { username: 'nobody-at-all' } });
  await writer.complete(unanswered, { plan: { targets: [], modules: ['footprint'] }, facts: [] });
  return { finished, running };
}

async function accept({ record }: Entry, { caller }: Filling, more: Partial<LookupRequest>): Promise<string> {
  const [acceptance] = await record.acceptance.accept(caller, [requestOf(more)], null);
  if (!acceptance || 'refused' in acceptance) throw new Error('the lookup was refused');
  return acceptance.lookupId;
}

/** Registered, not registered and unanswered in turn, for both identities that platforms are asked about. */
function outcomes(slugs: readonly string[], words: Words): CheckOutcome[] {
  return slugs.flatMap((platform, index) =>
    (['username', 'email'] as const).map((subject, position): CheckOutcome => {
      const variant = (index + position) % 3;
      return {
        platform,
        subject,
        state: variant === 0 ? 'registered' : variant === 1 ? 'not_registered' : 'inconclusive',
        reason: variant === 2 ? (REASONS[index % REASONS.length] ?? null) : null,
        method: index % 2 === 0 ? 'public_api' : 'account_enumeration',
        mailboxProvider: false,
        checkedAt: new Date(),
        fromCache: index % 4 === 0,
        egress: 'direct',
        ...(index === 0 ? { linkedAccounts: linkedAccounts(words) } : {}),
        evidence: {
          status: 200,
          explanation: words('profile title in the evidence', 'registered: title “Ada Example (@ada-example)”'),
          host: 'platform.example.com',
          latencyMs: 212,
          requests: 1,
        },
      };
    }),
  );
}

/** Handles on a profile: one whose address is known, and one of a platform without known addresses of profiles. */
const linkedAccounts = (words: Words): LinkedAccount[] => [
  { platform: 'x', handle: words('handle of a lead', 'ada_example') },
  { platform: 'example-photos', handle: 'ada.pictures' },
];

/** Who said what is known of each. */
const SOURCES: Readonly<Record<FactModule, string>> = {
  email: 'mail-dns',
  phone: 'number-plan',
  ip: 'network-kinds',
  breaches: 'breach_index',
  webMentions: 'searxng',
};

function facts(words: Words): FoundFact[] {
  const fact = <M extends FactModule>(module: M, subject: SubjectRef, payload: ModulePayloads[M]): FoundFact => ({
    module,
    subject,
    payload: payload as unknown as Json,
    evidence: { notes: [{ source: SOURCES[module], failure: null, tookMs: 3, decidedFields: [], codes: [] }] },
    checkedAt: new Date(),
  });
  const mention = (confidence: 'confirmed' | 'unconfirmed', url: string) => ({
    title: words('title of a mention', 'Speakers of the conference'),
    url,
    snippet: words('text of a mention', 'Ada Example talks about engines, and can be reached at …'),
    matchConfidence: confidence,
  });
  return [
    fact('email', 'email', {
      deliverable: true,
      disposable: false,
      freeProvider: true,
      acceptAll: false,
      domainAgeDays: 11_421,
      domainRegisteredAt: '1995-08-14T04:00:00Z',
    }),
    fact('phone', 'phone', {
      valid: true,
      carrier: words('carrier', 'Example Telecom'),
      lineType: 'mobile',
      countryCode: 'US',
      voipClass: null,
      isVoip: false,
    }),
    fact('ip', 'ip', {
      ...unknownIpDetails(IP),
      isHosting: true,
      asn: 'AS64500',
      isp: words('network', 'Example Network'),
      operator: words('operator of a VPN', 'Example VPN'),
      countryCode: 'DE',
      regionName: words('region', 'Berlin'),
      cityName: words('city', 'Berlin'),
      latitude: 52.52,
      longitude: 13.4,
      timezone: 'Europe/Berlin',
    }),
    fact('breaches', 'email', [
      {
        ...{ name: words('title of a breach', 'Forum of engines'), date: '2019-05-06' },
        ...{ dataClasses: ['Email addresses', words('data in a breach', 'Passwords')], stealerLog: true },
      },
      { name: 'Shop', date: '2021-11-30' },
    ]),
    fact('webMentions', 'email', [
      mention('confirmed', 'https://www.example.com/speakers'),
      mention('unconfirmed', words('address of a mention', 'https://www.example.org/a/very/long/path/that/does/not/fit/on/a/phone/at/all')),
    ]),
  ];
}
