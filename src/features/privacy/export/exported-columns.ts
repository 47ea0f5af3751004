/** What an export of an account shows of every table that holds something of it, and why it leaves the rest out. */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ExportType } from '../account-export.js';
import { PRIVACY } from '../../personal-data.js';
import type { ColumnPrivacy } from '../../../kernel/db/personal-data.js';
import * as schema from '../../schema.js';
import type { NamesIn } from '../../../kernel/db/personal-data.js';

type ColumnOf<Table> = { [Name in keyof Table]: Table[Name] extends PgColumn ? Name : never }[keyof Table] & string;

export interface ExportedTable {
  readonly table: PgTable;
  readonly columns: readonly string[];
  readonly leftOut: Readonly<Record<string, string>>;
  /** Those that hold what lookups found. */
  readonly content: readonly string[];
  /** The order of its rows, which an index has for an account; no two rows have the same values. */
  readonly key: readonly string[];
}

/**
 * Refuses names that are no columns; test/unit/features/privacy/export/exported-columns.test.ts refuses columns that are not named.
 *
 * @param leftOut besides the account's own id, which every line of an archive has in common
 */
function exported<Table extends PgTable, Key extends string, Columns extends string>(
  table: Table,
  key: Key & (NamesIn<Key> extends ColumnOf<Table> ? unknown : never),
  columns: Columns & (NamesIn<Columns> extends ColumnOf<Table> ? unknown : never),
  leftOut: { readonly [Name in ColumnOf<Table>]?: string } = {},
): ExportedTable {
  const same = 'accountId' in table ? { accountId: 'the account itself: every line is of it' } : {};
  const name = Object.entries<unknown>(schema).find(([, each]) => each === table)?.[0] as keyof typeof PRIVACY;
  const content = Object.entries<ColumnPrivacy>(PRIVACY[name]).flatMap(([column, of]) => (of !== 'none' && of.isContent ? [column] : []));
  return { table, key: key.split(' '), columns: columns.split(' '), leftOut: { ...same, ...(leftOut as Record<string, string>) }, content };
}

/** Tables of which no line is made. */
const unlisted = <Names extends string>(reason: string, names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, reason])) as Readonly<Record<NamesIn<Names>, string>>;

const SECRET = 'a secret, or the digest of one';
const SHARED = 'names an allowance that other accounts may share';
const INTERNAL = 'how far the service got with its own work';
const UNNAMED = 'what was erased is not named';
const {
  accounts,
  apiKeys,
  auditLog,
  balanceTopUps,
  batches,
  batchItems,
  erasures,
  erasureSentEvents,
  invitations,
  lookups,
  lookupOutcomes,
  emails,
  members,
  resultDisputes,
  riskModels,
  sessions,
} = schema;
const { suppressions, usageAlerts, usageLedger, usagePeriods, webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } =
  schema;

const LOOKUP = 'id apiKeyId kind band mode query queryType subjects rawIdentities checks platforms bypassCache';

/** By type of line. `member` also shows the address (`users.email`), `lookup` its answer, `delivery` its attempts. */
export const EXPORTED: Readonly<Record<ExportType | 'attempt', ExportedTable>> = {
  account: exported(
    accounts,
    'id',
    'id email name plan quotaOverride balanceMillicents retentionDays suspendedAt closedAt purposes purposeRequired purposeLimits v1Purpose testMonth testLookups testDeepLookups createdAt',
    { emailKey: '`email` in lower case', poolId: SHARED, deletedAt: 'a deleted account has no export' },
  ),
  usagePeriod: exported(usagePeriods, 'periodStart', 'periodStart used', { poolId: SHARED }),
  topUp: exported(balanceTopUps, 'reference', 'reference amountMillicents createdAt'),
  ledgerEntry: exported(usageLedger, 'createdAt lookupId', 'lookupId periodStart amount unit apiKeyId module createdAt', {
    poolId: SHARED,
  }),
  usageAlert: exported(usageAlerts, 'poolId periodStart percent', 'periodStart percent apiKeyId scope used limit createdAt', {
    poolId: SHARED,
  }),
  key: exported(
    apiKeys,
    'id',
    'id name lastFour isTest scopes createdAt expiresAt lastUsedAt revokedAt ownLookupsOnly networks monthlyLookups firstKeyId countedMonth countedLookups',
    { digest: SECRET },
  ),
  member: exported(members, 'id', 'id userId role joinedAt'),
  invitation: exported(invitations, 'id', 'id email role invitedBy createdAt expiresAt emailedAt acceptedAt acceptedBy revokedAt', {
    digest: SECRET,
  }),
  session: exported(sessions, 'id', 'id userId createdAt authenticatedAt means expiresAt revokedAt', {
    digest: SECRET,
    userAgent: "a person's own: only they see it",
    network: "a person's own: only they see it",
    lastSeenAt: 'may show what somebody did in another account',
  }),
  endpoint: exported(
    webhookEndpoints,
    'id',
    'id url description eventTypes payload filter state disabledReason disabledAt failingSince lastFailedAt warningsSent maxInFlight createdAt',
    { nextCheckAt: INTERNAL },
  ),
  suppression: exported(suppressions, 'id', 'id kind proof addedBy createdAt', {
    digest: 'the identity is stored as a keyed digest only',
    sentDigest: 'likewise',
    keyCheck: INTERNAL,
  }),
  erasure: exported(erasures, 'id', 'id apiKeyId target isDryRun state counts isInLedger createdAt dueAt appliedAt finishedAt', {
    digest: UNNAMED,
    forms: UNNAMED,
    sealed: UNNAMED,
    indexed: UNNAMED,
    kept: UNNAMED,
    scan: INTERNAL,
  }),
  sentEvent: exported(erasureSentEvents, 'erasureId eventId endpointId', 'erasureId eventId endpointId outcome at'),
  email: exported(emails, 'createdAt id', 'id kind recipient subject text html state createdAt sentAt', {
    sealed: SECRET,
    dedupKey: INTERNAL,
  }),
  event: exported(webhookEvents, 'createdAt id', 'id apiKeyId type apiVersion body summary createdAt', {
    dedupKey: INTERNAL,
    isDeferred: INTERNAL,
    storedBytes: INTERNAL,
    facts: 'those of its lookup or batch',
    feedSeq: INTERNAL,
  }),
  delivery: exported(
    webhookDeliveries,
    'createdAt eventId endpointId',
    'eventId endpointId eventType payload state failureReason run trigger attempts nextAttemptAt lastAttemptAt lastStatus lastFailure createdAt',
    { scheduleOffsetMs: INTERNAL, leaseUntil: INTERNAL, isHeld: INTERNAL },
  ),
  attempt: exported(
    webhookAttempts,
    'eventId endpointId number',
    'eventId endpointId number trigger at url failure detail status durationMs remoteAddress responseBody nextAttemptAt',
  ),
  lookup: exported(
    lookups,
    'acceptedAt id',
    `${LOOKUP} isTest purpose claimedName claimedCompany claimedCountry deadlineMs noise scope suppressed state platformsChecked matches socialMatches omitted hits riskScore riskLevel riskModel acceptedAt startedAt finishedAt`,
    {
      ...{ plan: INTERNAL, feedSeq: INTERNAL, isWatched: INTERNAL, isCompressed: INTERNAL, starts: INTERNAL, restartAt: INTERNAL },
      riskTrace: 'the reasons in its answer',
    },
  ),
  batch: exported(
    batches,
    'createdAt id',
    'id apiKeyId payerId isTest band checks platforms purpose scope bypassCache noise state pausedBecause isWhole itemCount counts createdAt startedAt finishedAt',
    { faults: INTERNAL, faultedAt: INTERNAL },
  ),
  batchItem: exported(
    batchItems,
    'batchId position',
    'batchId position ref state lookupId fault query queryType subjects rawIdentities claimedName claimedCompany claimedCountry',
  ),
  dispute: exported(
    resultDisputes,
    'createdAt lookupId platform subject',
    'lookupId platform subject apiKeyId state method checkedAt egress rule catalogue evidence note createdAt controlledAt',
    { queryType: 'follows from `subject`', evidenceDigest: INTERNAL },
  ),
  outcome: exported(lookupOutcomes, 'recordedAt lookupId', 'lookupId outcome apiKeyId recordedAt'),
  riskModel: exported(riskModels, 'since', 'since version weights apiKeyId'),
  auditEntry: exported(auditLog, 'at id', 'id at actorType actorId action targets network outcome purpose means', { writtenAt: INTERNAL }),
};

/** Tables of which no line is made, each with the reason. */
export const NOT_EXPORTED: Partial<Readonly<Record<keyof typeof schema, string>>> = {
  quotaPools: SHARED,
  ...unlisted('shown in the answer of its lookup', 'lookupResults compressedResults lookupModules lookupDerived lookupLinkedAccounts'),
  auditChain: 'digests over entries of the audit log, which are shown',
  platformFacts: 'for reuse by later lookups: what was learnt is in the answers',
  idempotencyKeys: 'names of requests, for a day; the lookups that they made are shown',
  rateWindows: 'counts of requests, for an hour',
  ...unlisted(
    'what lookups showed of platforms, for 15 minutes; no key opens which account an entry is of',
    'trafficObservations trafficKey',
  ),
  webhookSecrets: SECRET,
  users: 'of a person, who may be in several accounts: `member` shows the address',
  ...unlisted('how a person signs in', 'userIdentities signInCodes knownDevices signInLinks passkeys passkeyChallenges'),
  ...unlisted(INTERNAL, 'erasureExecutions eventFeeds fleetMembers hostFlow webhookStoredBytes'),
  ...unlisted(
    'of platforms, for all accounts',
    'platformBackoffs platformControls withdrawnDenials platformHealth platformAnswers catalogueBundles catalogueRevisions platformStats',
  ),
  ...unlisted("the operator's own", 'operatorSessions controlAccounts breaches breachIndex breachImports breachErasures platformSwitches'),
};
