/** Notes of the document on v2's lookups (docs/contract.md, 14). The examples are built of invented rows, by the code of every response. */
import type { ModuleFact } from '../../domain/lookup/module-facts.js';
import type { RecordedOutcome } from '../../domain/lookup/lookup.js';
import type { LookupSnapshot } from '../../domain/lookup/lookup-snapshot.js';
import { presentV2, type LookupBodyV2 } from '../../domain/v2/lookup-body.js';
import { showOmission } from '../../domain/v2/platform-results.js';
import { CACHE_CONTROL, lookupLink, STREAM_LIMITS, type OperationNote } from './notes.js';
import { BATCH } from './v1-notes.js';

const LOOKUP_ID = 'lkp_01m7y8dd45e4fbn0v7h1d9p9b9';
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
  outcome('example-forum', 613, { subject: 'username' }),
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
};

export const FINISHED_V2: LookupBodyV2 = presentV2(SNAPSHOT, NO_NAMES);
export const ACCEPTED_V2: LookupBodyV2 = presentV2(
  { ...SNAPSHOT, lookup: { ...SNAPSHOT.lookup, state: 'accepted', plan: null, finishedAt: null }, outcomes: [], modules: [] },
  NO_NAMES,
);

export const OMISSIONS_V2 = {
  lookupId: LOOKUP_ID,
  omissions: OUTCOMES.filter(({ state }) => state === 'inconclusive').map((each) => showOmission(SNAPSHOT.lookup, each)),
  nextCursor: null,
};

const { lookupId, kind, status, identities, platformsChecked, matches, socialMatches, createdAt, finishedAt } = FINISHED_V2;
export const PAGE_V2 = {
  lookups: [{ lookupId, kind, status, identities, platformsChecked, matches, socialMatches, createdAt, finishedAt }],
  nextCursor: 'MTc5NTIzODA0OTUwMC5sa3BfMDFtN3k4ZGQ0NWU0ZmJuMHY3aDFkOXA5Yjk',
};

const billed =
  'Billed as one lookup, however many identities it has; on a credit plan each module costs its price for each identity of a kind.';

export const V2_NOTES: Readonly<Record<string, OperationNote>> = {
  createLookupV2: {
    description:
      'Looks up to five e-mail addresses, phone numbers, usernames and IP addresses of one person up: where each is registered, how ' +
      'many platforms were omitted for which reason, what the modules found of each with how every source took part, and a risk score whose reasons ' +
      `add up. \`mode\` says how long the answer may wait. v1 shows the same lookup by the same id. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: {
      person: {
        summary: 'What a sign-up form knows',
        value: { identities: { emails: ['ada@example.com'], phones: ['+12025550123'], ips: ['192.0.2.17'] }, mode: 'instant' },
      },
      names: {
        summary: 'Two usernames on two platforms',
        value: { identities: { usernames: ['ada-example', 'ada.example'] }, platforms: ['github', 'gitlab'], mode: 'wait' },
      },
      mailbox: {
        summary: 'E-mail details without a sweep',
        value: { identities: { emails: ['ada@example.com'] }, modules: ['email'], mode: 'wait' },
      },
    },
    responseExamples: {
      finished: { summary: 'With `wait`', value: FINISHED_V2 },
      accepted: { summary: 'Without', value: ACCEPTED_V2 },
    },
    links: { ReadLookup: lookupLink('/lookupId', 'getLookupV2') },
  },
  getLookupV2: {
    description:
      'The lookup with what is known of it by now: `status` says whether that is all. Single checks and lookups of v1 are read here ' +
      'as well. An id of another account is answered like one that does not exist. A finished lookup has an `ETag` and stays as it is; ' +
      'one under way has none.',
    responseExamples: { finished: { value: FINISHED_V2 } },
  },
  deleteLookupV2: {
    description:
      'Deletes a lookup in any state, with its results, what modules found, the facts that it would have lent to later lookups, and its ' +
      '`lookup.completed` event with every delivery and attempt. It stays billed. One that still runs asks no more platforms, is never ' +
      'finished and sends no webhook; what is on its way to a receiver at that moment may still arrive. A repeated request under its ' +
      'Idempotency-Key names the deleted id and bills nothing. Repeated, and for an id of another account, the answer is `not_found`.',
  },
  listLookupOmissions: {
    description:
      'Every platform and identity of a lookup without a confident answer, and why, in the order in which it became known; the ' +
      'lookup itself has the counts. Pages hang together: none is skipped or listed twice, also while the lookup runs, and what ' +
      'it adds later comes last. An id of another account is answered like one that does not exist.',
    responseExamples: { page: { value: OMISSIONS_V2 } },
  },
  listPlatformStatus: {
    description:
      'How the platforms do, in the order of their slugs; the answer is some seconds old at most. Without `limit` it is the whole list, ' +
      'about a megabyte: use the filters, pages, or the `ETag`. Pages hang together: none is skipped or listed twice.',
  },
  listSources: {
    description:
      'Where the modules have their facts from: which sources are configured, by which settings, how old their data are, and the ' +
      "credit that their licences ask for. The notes on a lookup's modules name sources as this list does.",
    responseExamples: {
      sources: {
        value: {
          total: 1,
          sources: [
            {
              name: 'example-database',
              module: 'ip',
              configured: true,
              settings: [],
              dataDate: '2026-10-01',
              licence: 'CC BY 4.0',
              credit: 'Example data',
            },
          ],
        },
      },
    },
  },
  listLookupsV2: {
    description:
      'Everything that the account looked up, single checks included, most recent first. Pages hang together: what is added ' +
      'meanwhile shifts nothing, so no lookup is skipped and none comes twice.',
    responseExamples: { page: { value: PAGE_V2 } },
  },
  createLookupBatchV2: {
    description:
      'Queues up to fifty lookups, of every platform unless an item says `deep: false`. A malformed item refuses the whole batch and nothing is billed. Afterwards every ' +
      'item is billed and queued on its own: one that runs out of credit does not touch the others.',
    headers: [CACHE_CONTROL],
    requestExamples: {
      two: {
        value: {
          items: [{ identities: { emails: ['ada@example.com'] } }, { identities: { usernames: ['ada-example'] }, modules: ['footprint'] }],
        },
      },
    },
    responseExamples: { mixed: { summary: 'One queued, one refused', value: BATCH } },
    links: { ReadFirst: lookupLink('/results/0/lookupId', 'getLookupV2') },
  },
  streamLookupV2: {
    description:
      'Server-sent events: `result` or `omission` for each platform and identity, a finding for each module and identity, then `done` ' +
      'exactly once, last, equal to what GET /v2/lookup/{id} answers then. An answer that a later fact changes is told again. Leaving ' +
      `does not cancel the lookup; come back with \`Last-Event-ID\` and pay nothing. ${STREAM_LIMITS} ${billed}`,
    headers: [
      CACHE_CONTROL,
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'Id of the last event that was seen: the stream goes on after it.',
        schema: { type: 'string' },
      },
    ],
  },
  getLookupEvidence: {
    description: 'Every check of a lookup: what its answer, or its absence, rests on. For operators and for whoever doubts an answer.',
  },
};
