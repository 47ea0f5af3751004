/** Examples of v2's lookups in the document (docs/contract.md, 14): built of invented rows, by the code of every response. */
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import type { RecordedOutcome } from '../../../lookup.js';
import type { ModuleFact } from '../../../module-facts.js';
import { EXAMPLE_LOOKUP_ID as LOOKUP_ID } from '../lookup-routes.js';
import type { LookupBodyV2 } from './body-schemas.js';
import { presentV2 } from './lookup-body.js';
import { showOmission } from './platform-results.js';

const ACCEPTED = new Date('2026-11-21T05:14:09.500Z');
const at = (ms: number): Date => new Date(ACCEPTED.getTime() + ms);
const NO_NAMES = { get: () => undefined };

const outcome = (platform: string, ms: number, more: Partial<RecordedOutcome>): RecordedOutcome => ({
  platform,
  seq: ms,
  subject: 'email',
  state: 'registered',
  reason: null,
  method: 'public_api',
  mailboxProvider: false,
  checkedAt: at(ms),
  fromCache: false,
  egress: null,
  evidence: null,
  ...more,
});

const OUTCOMES: readonly RecordedOutcome[] = [
  outcome('example-mail', 21, { method: 'domain_derived', mailboxProvider: true }),
  outcome('example-forum', 613, {
    subject: 'username',
    profile: { displayName: 'Ada Example', createdAt: '2016-03-01T10:00:00.000Z', createdYear: 2016, counts: { posts: 34 } },
  }),
  outcome('example-photos', 980, { state: 'not_registered', method: 'account_enumeration' }),
  outcome('example-shop', 1_204, { state: 'inconclusive', reason: 'challenge' }),
];

const MODULES: readonly ModuleFact[] = [
  {
    module: 'email',
    subject: 'email',
    seq: 2,
    checkedAt: at(640),
    payload: { deliverable: true, disposable: false, freeProvider: true, acceptAll: false, domainAgeDays: null, domainRegisteredAt: null },
    evidence: {
      notes: [
        { source: 'disposable-lists', failure: null, tookMs: 0.2, decidedFields: ['disposable'], codes: [] },
        { source: 'smtp', failure: null, tookMs: 588, decidedFields: ['deliverable', 'acceptAll'], codes: ['recipient_accepted'] },
      ],
      mailbox: { provider: 'example-mail', exists: true },
    },
  },
];

const SNAPSHOT: LookupSnapshot = {
  lookup: {
    billed: { amount: 1, unit: 'lookups' },
    id: LOOKUP_ID,
    kind: 'lookup',
    state: 'finished',
    query: 'Ada@Example.com',
    queryType: 'email',
    subjects: { email: 'Ada@example.com', username: 'ada-example' },
    rawIdentities: { email: 'Ada@Example.com', username: 'ada-example' },
    checks: { footprint: true, email: true, breaches: false, webMentions: false },
    plan: {
      modules: ['footprint', 'email'],
      targets: [
        { platform: 'example-photos', subjects: ['email'] },
        { platform: 'example-shop', subjects: ['email'] },
        { platform: 'example-forum', subjects: ['username'] },
      ],
    },
    acceptedAt: ACCEPTED,
    finishedAt: at(1_260),
  },
  outcomes: OUTCOMES,
  modules: MODULES,
  derived: [],
  linkedAccounts: [
    { source: 'example-forum', subject: 'username', platform: 'example-photos', handle: 'ada.pictures', checkedAt: at(613) },
  ],
};

export const FINISHED_V2: LookupBodyV2 = presentV2(SNAPSHOT, NO_NAMES);
export const ACCEPTED_V2: LookupBodyV2 = presentV2(
  {
    ...SNAPSHOT,
    lookup: { ...SNAPSHOT.lookup, state: 'accepted', plan: null, finishedAt: null },
    outcomes: [],
    modules: [],
    linkedAccounts: [],
  },
  NO_NAMES,
);

export const OMISSIONS_V2 = {
  lookupId: LOOKUP_ID,
  omissions: OUTCOMES.filter(({ state }) => state === 'inconclusive').map((each) => showOmission(SNAPSHOT.lookup, each)),
  nextCursor: null,
};

const { lookupId, kind, status, purpose, identities, platformsChecked, matches, socialMatches, risk, createdAt, finishedAt } = FINISHED_V2;
export const PAGE_V2 = {
  lookups: [
    {
      lookupId,
      apiKeyId: 'key_01m7y8dd45e4fbn0v7h1d9p9b8',
      test: false,
      kind,
      status,
      purpose,
      identities,
      platformsChecked,
      matches,
      socialMatches,
      risk: { score: risk.score, level: risk.level, modelVersion: risk.modelVersion },
      createdAt,
      finishedAt,
    },
  ],
  nextCursor: 'MTc5NTIzODA0OTUwMC5sa3BfMDFtN3k4ZGQ0NWU0ZmJuMHY3aDFkOXA5Yjk',
};
