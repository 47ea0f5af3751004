import type * as schema from './schema.js';
import { ACCOUNTS } from './accounts/store/personal-data.js';
import { NOBODY, none, OPERATOR, type SchemaPrivacy } from '../kernel/db/personal-data.js';
import { LOOKUPS } from './lookups/store/personal-data.js';
import { PEOPLE } from './people/store/personal-data.js';
import { WEBHOOKS } from './webhooks/store/personal-data.js';

export type { ColumnPrivacy, PersonalData } from '../kernel/db/personal-data.js';

const optOut = { why: 'so that nothing is asked about somebody who opted out', retention: 'until it is removed' } as const;
const audited = {
  why: 'to show who read or changed what',
  retention: 'two years',
  shownBy: 'listAuditEntries exportAccount',
  alsoReadBy: OPERATOR,
} as const;
const control = {
  why: 'controls of platforms',
  retention: 'until the operator removes it',
  shownBy: '',
  alsoReadBy: OPERATOR,
} as const;
const traffic = { why: 'to see that a platform does not deny everybody', retention: '15 minutes', ...NOBODY } as const;

/** The personal data that every column of every table holds, or `none`. docs/privacy.md is made from it. */
export const PRIVACY = {
  ...ACCOUNTS,
  ...LOOKUPS,
  suppressions: {
    digest: { what: 'keyed digest of what the forms of an identity that opted out have in common', ...optOut, ...NOBODY },
    sentDigest: { what: 'keyed digest of that identity as it was sent', ...optOut, ...NOBODY },
    proof: {
      what: 'why it is on the list, in the words of who added it',
      ...optOut,
      shownBy: 'listSuppressions exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('id accountId kind keyCheck addedBy createdAt'),
  },
  erasures: {
    digest: { what: 'a keyed digest of the erased identity', why: 'to erase it again after a restore', retention: 'kept', ...NOBODY },
    forms: { what: 'keyed digests of its forms', why: 'to erase it again after a restore', retention: 'kept', ...NOBODY },
    sealed: { what: 'the identity, sealed', why: 'to find what is stored of it', retention: 'until the erasure is done', ...NOBODY },
    indexed: {
      what: 'digests of the identity, sealed',
      why: 'to find it in the breach index',
      retention: 'until the erasure is done',
      ...NOBODY,
    },
    ...none('id accountId apiKeyId target kept isDryRun state counts scan isInLedger createdAt dueAt appliedAt finishedAt'),
  },
  erasureSentEvents: none('erasureId eventId endpointId outcome at'),
  erasureExecutions: none('erasureId kind ref removedAt'),
  ...PEOPLE,
  auditLog: {
    at: { what: 'when somebody did something', ...audited },
    actorId: { what: 'the id of the key, member or person, or the name of the operator who ran a command', ...audited },
    targets: { what: 'ids, and of refused sign-ins a keyed digest of an address that nobody is known by', ...audited },
    network: { what: "the client's address (IPv6: its /64)", ...audited },
    ...none('id accountId actorType action outcome purpose means writtenAt'),
  },
  auditChain: none('accountId day entries digest'),
  usagePeriods: none('poolId periodStart used'),
  usageLedger: none('lookupId accountId poolId periodStart amount unit apiKeyId module createdAt'),
  usageAlerts: none('poolId periodStart percent accountId apiKeyId scope used limit createdAt'),
  rateWindows: {
    caller: {
      what: 'keyed digest of the address of a client without a key (IPv6: of its /64), in part; otherwise the id of a key, an account or a user',
      why: 'so that keys cannot be guessed at speed',
      retention: 'an hour',
      ...NOBODY,
    },
    ...none('rateClass windowStart hits'),
  },
  idempotencyKeys: {
    key: {
      what: "a client's name for a request, chosen by the client",
      why: 'so that a repeated request is billed once',
      retention: '24 hours',
      ...NOBODY,
    },
    fingerprint: {
      what: 'keyed digest of the request, which names identities',
      why: 'so that another request under the same name is refused',
      retention: '24 hours',
      ...NOBODY,
    },
    ...none('accountId acceptances createdAt'),
  },
  ...WEBHOOKS,
  platformBackoffs: none('egress platform until reason'),
  platformControls: none('egress platform queryType outcome checkedAt latencyMs'),
  platformSwitches: none('platform since switchedBy reason'),
  platformStats: none('egress platform queryType answered omitted medianLatencyMs p90LatencyMs probedAt'),
  controlAccounts: {
    digest: { what: "keyed digest of one of the operator's own accounts or numbers", ...control },
    sealed: { what: "one of the operator's own accounts or numbers, sealed with `SECRETS_KEY`", ...control },
    ...none('platform queryType createdAt'),
  },
  catalogueBundles: none('version keyId createdAt expiresAt platforms content acceptedAt'),
  catalogueRevisions: none('revision cause bundle replacements held createdAt'),
  platformHealth: none('egress platform queryType controls failingSince failures alert'),
  platformAnswers: none('egress platform queryType day answered registered'),
  trafficObservations: {
    identity: { what: 'keyed digest of an identity that a platform knew; the key is overwritten each hour', ...traffic },
    account: { what: 'keyed digest of the account that looked it up, by the same key', ...traffic },
    location: { what: "keyed digest of the identity's mail domain or country, by the same key", ...traffic },
    ...none('egress platform queryType rule keyHour state at storedAt'),
  },
  trafficKey: none('id hour key previous'),
  breaches: none('id name nameKey date domain queryTypes entryCount createdAt'),
  breachIndex: {
    digest: {
      what: 'SHA-256 of an identity that is in a breach',
      why: 'to answer whether it is in one',
      retention: 'until the operator removes the breach, or the identity is erased everywhere',
      ...NOBODY,
      alsoReadBy: 'whoever looks that identity up',
    },
    ...none('breachId'),
  },
  breachErasures: {
    digest: {
      what: 'keyed digest of an erased entry of the breach index',
      why: 'so that no import brings it back, and nobody is told "in no breach"',
      retention: 'kept',
      ...NOBODY,
    },
    ...none('createdAt'),
  },
  breachImports: none('fingerprint linesProcessed startedAt finishedAt'),
  fleetMembers: none('id pool egresses acknowledgedMembers status expiresAt'),
  hostFlow: none('pool host egress concurrency decreasedAt circuitOpenUntil trips trialLeaseUntil updatedAt'),
} as const satisfies SchemaPrivacy<typeof schema>;
