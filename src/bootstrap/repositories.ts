import { openDatabase, type DatabaseHandle } from '../db/client.js';
import { openPools } from '../db/pools.js';
import { newId } from '../adapters/ids.js';
import { createKeyedDigest } from '../adapters/keyed-digest.js';
import { createSecretBox } from '../adapters/secret-box.js';
import { type Config, ConfigError } from '../config/env.js';
import { PostgresAuditLog } from '../db/audit/audit-log.js';
import { PostgresAcceptanceStore } from '../db/lookups/acceptance-store.js';
import { PostgresAccountChanges } from '../db/accounts/account-changes.js';
import { PostgresAccountReports } from '../db/accounts/account-reports.js';
import { PostgresAccountRetention } from '../db/accounts/account-retention.js';
import { PostgresAccountStore } from '../db/accounts/account-store.js';
import { PostgresDerivedStore } from '../db/lookups/derived-store.js';
import { PostgresBatchOutbox } from '../db/lookups/batch-outbox.js';
import { PostgresBreachImports } from '../db/breaches/breach-imports.js';
import { PostgresBreachIndex } from '../db/breaches/breach-index.js';
import { CompressedResults } from '../db/lookups/compressed-results.js';
import { PostgresCatalogueStore } from '../db/platforms/catalogue-store.js';
import { PostgresControlAccounts } from '../db/platforms/control-accounts.js';
import { PostgresControlStore } from '../db/platforms/control-store.js';
import { PostgresCooldownStore } from '../db/platforms/cooldown-store.js';
import { type FinishedLookup, FinishLog } from '../db/lookups/finish-log.js';
import { PostgresAccountDeletions } from '../db/privacy/account-deletions.js';
import { PostgresAccountEraser } from '../db/privacy/account-eraser.js';
import { PostgresAccountExport } from '../db/privacy/account-export.js';
import { PostgresErasureStore } from '../db/privacy/erasure-store.js';
import { PostgresIdentityEraser } from '../db/privacy/identity-eraser.js';
import { PostgresFleetStore } from '../db/flow/fleet-store.js';
import { PostgresHealthStore } from '../db/platforms/health-store.js';
import { PostgresLookupChanges } from '../db/lookups/lookup-changes.js';
import { PostgresLookupPages, PostgresOmissionPages } from '../db/lookups/lookup-pages.js';
import { PostgresLookupReader } from '../db/lookups/lookup-reader.js';
import { PostgresLookupRemover } from '../db/lookups/lookup-remover.js';
import { PostgresLookupWriter } from '../db/lookups/lookup-writer.js';
import { PostgresFactStore } from '../db/platforms/platform-fact-store.js';
import { PostgresPlatformSwitches } from '../db/platforms/platform-switches.js';
import { PostgresOperatorReports } from '../db/operators/operator-reports.js';
import { PostgresPlatformStats } from '../db/platforms/platform-stats.js';
import { PostgresPlatformStatuses } from '../db/platforms/platform-statuses.js';
import { PostgresMemberStore } from '../db/people/member-store.js';
import { PostgresPasskeyStore } from '../db/people/passkey-store.js';
import { PostgresSessionStore } from '../db/people/session-store.js';
import { PostgresSignInStore } from '../db/people/sign-in-store.js';
import { PostgresPurposeStore } from '../db/accounts/purpose-store.js';
import { PostgresRateStore } from '../db/accounts/rate-store.js';
import { PostgresResultsCompressor } from '../db/lookups/results-compressor.js';
import { PostgresRetention } from '../db/privacy/retention.js';
import { PostgresSuppressionStore } from '../db/suppressions/suppression-store.js';
import { withCallTimeouts } from '../db/within.js';
import type { Json } from '../domain/json.js';
import type { LookupSnapshot } from '../domain/lookup/lookup-snapshot.js';
import { LookupEvents } from '../db/webhooks/reported-events.js';
import type { WebhookLauncher } from '../domain/webhooks/ports.js';
import { databaseTarget } from './database.js';
import { openLedger } from './erasure-ledger.js';
import { webhookRepositories } from './webhooks.js';
import { createHash } from 'node:crypto';
import { parseProxies } from '../net/proxies.js';
import { type EgressPool, egressPool } from '../domain/lookup/egress.js';

export interface RepositoriesOptions {
  /** Starts deliveries of events after their commit; without it the reconciler does. */
  readonly webhooks?: WebhookLauncher;
  /** The body of a finished lookup's event. Without it finished lookups create no events: only a worker finishes lookups. */
  readonly bodyOf?: (snapshot: LookupSnapshot) => Json;
  /** One pool for all, or one for what callers wait for and one for the rest (`inBackground`); default one. */
  readonly pools?: 'one' | 'by priority';
  /** Called for each lookup that this process finished. */
  readonly onFinished?: (finished: FinishedLookup) => void;
  /** How long a query may take, in milliseconds; 0: for ever. */
  readonly queryTimeoutMs?: number;
  /** Whether a call that takes too long fails with `unavailable`, for a process whose callers wait for it; default false. */
  readonly callTimeouts?: boolean;
  /** Called when a batch of the audit log could not be written, with the number of entries that wait. */
  readonly onAuditFailure?: (waiting: number, error: unknown) => void;
  /** Called once when control accounts are sealed with another key; with their platforms. */
  readonly onUnreadableAccounts?: (platforms: readonly string[]) => void;
}

/** The database and every repository on it, with the facts, controls and statistics of the egress pool of the settings. */
export function openRepositories(
  config: Config,
  name: string,
  {
    webhooks,
    bodyOf,
    pools,
    onFinished,
    queryTimeoutMs,
    callTimeouts = false,
    onUnreadableAccounts,
    onAuditFailure,
  }: RepositoriesOptions = {},
) {
  const egress = egressPoolOf(config);
  const erasureLedger = openLedger(config);
  const open = pools === 'by priority' ? openPools : openDatabase;
  const target = databaseTarget(config);
  const database: DatabaseHandle = open({
    ...target,
    max: config.DATABASE_POOL,
    name,
    ...(queryTimeoutMs === undefined ? {} : { queryTimeoutMs }),
  });
  const { sql, db } = database;
  const keys = config.SECRETS_KEY ?? [];
  const identityDigest = createKeyedDigest({ keys, purpose: 'identity' });
  const requestDigest = createKeyedDigest({ keys, purpose: 'request' });
  const accountDigest = createKeyedDigest({ keys, purpose: 'control account' });
  const erasureDigest = createKeyedDigest({ keys, purpose: 'erasure' });
  const indexedDigest = createKeyedDigest({ keys, purpose: 'breach index' });
  const sealer = createSecretBox({ keys });
  const reader = new PostgresLookupReader({ sql });
  const compressed = new CompressedResults({ sql });
  const events = webhooks && bodyOf ? new LookupEvents({ bodyOf, launcher: webhooks }) : undefined;
  const listener = onFinished ? new FinishLog({ sql, listener: events, onFinished }) : events;
  const repositories = {
    reader,
    changes: new PostgresLookupChanges({ sql, compressed }),
    pages: new PostgresLookupPages({ sql }),
    omissionPages: new PostgresOmissionPages({ sql, compressed }),
    batchOutbox: new PostgresBatchOutbox({ sql }),
    writer: new PostgresLookupWriter({ sql, digest: identityDigest, erased: erasureDigest, listener }),
    remover: new PostgresLookupRemover({ sql }),
    derived: new PostgresDerivedStore({ sql, digest: identityDigest }),
    erasures: new PostgresErasureStore({ sql, newId, digest: erasureDigest, sealer }),
    eraser: new PostgresAccountEraser({
      sql,
      digest: identityDigest,
      identities: new PostgresIdentityEraser({ sql, erased: erasureDigest, digest: identityDigest, indexed: indexedDigest, sealer }),
    }),
    accountDeletions: new PostgresAccountDeletions({ sql, newId }),
    accountExport: new PostgresAccountExport({ db }),
    accounts: new PostgresAccountStore({ db, newId }),
    signIns: new PostgresSignInStore({ sql, newId, webhooks }),
    passkeys: new PostgresPasskeyStore({ sql, newId }),
    sessions: new PostgresSessionStore({ sql }),
    members: new PostgresMemberStore({ sql, newId }),
    accountChanges: new PostgresAccountChanges({ sql, newId }),
    accountReports: new PostgresAccountReports(db),
    acceptance: new PostgresAcceptanceStore({ sql, newId, digest: requestDigest, webhooks }),
    purposes: new PostgresPurposeStore({ db }),
    rates: new PostgresRateStore({ sql, digest: createKeyedDigest({ keys, purpose: 'client address' }) }),
    facts: new PostgresFactStore({ sql, egress, digest: identityDigest }),
    accountRetention: new PostgresAccountRetention({ sql }),
    retention: new PostgresRetention({ sql }),
    resultsCompressor: new PostgresResultsCompressor({ sql }),
    controlAccounts: new PostgresControlAccounts({
      sql,
      sealer,
      digest: accountDigest,
      onUnreadable: onUnreadableAccounts,
    }),
    catalogueStore: new PostgresCatalogueStore({ sql }),
    controlStore: new PostgresControlStore({ db, egress }),
    platformStats: new PostgresPlatformStats({ sql, egress }),
    statuses: new PostgresPlatformStatuses({ sql, egress }),
    health: new PostgresHealthStore({ sql, egress }),
    cooldowns: new PostgresCooldownStore({ sql, egress }),
    switches: new PostgresPlatformSwitches({ sql }),
    operatorReports: new PostgresOperatorReports({ sql }),
    fleet: new PostgresFleetStore({ sql, egress }),
    breachIndex: new PostgresBreachIndex({ sql, erased: indexedDigest }),
    breachImports: new PostgresBreachImports({ sql, erased: indexedDigest }),
    audit: new PostgresAuditLog({ sql, newId, onFailure: onAuditFailure }),
    suppressions: new PostgresSuppressionStore({
      sql,
      newId,
      digest: createKeyedDigest({ keys, purpose: 'suppression' }),
      ledger: erasureLedger,
    }),
    ...webhookRepositories(config, database),
  };
  // Never given up: an acceptance has a timeout of its own, which rolls back, and whoever changes an account, an endpoint, members, the
  // suppression list, the catalogue or the switch of a platform, or sends events again, has to learn whether that was done. A step of an
  // erasure may take longer.
  const {
    acceptance,
    accountChanges,
    accountDeletions,
    endpoints,
    redelivery,
    eraser,
    suppressions,
    switches,
    catalogueStore,
    audit,
    signIns,
    passkeys,
    members,
    ...others
  } = repositories;
  return {
    database,
    target,
    egress,
    erasureLedger,
    acceptance,
    accountChanges,
    accountDeletions,
    endpoints,
    redelivery,
    eraser,
    suppressions,
    switches,
    catalogueStore,
    audit,
    signIns,
    passkeys,
    members,
    ...(callTimeouts ? withTimeouts(others) : others),
  };
}

/**
 * Refuses to start without a key that entries of the suppression list were made with: whom they name would be asked about again.
 *
 * @throws ConfigError
 */
export async function assertSuppressionKeys({ suppressions }: { suppressions: PostgresSuppressionStore }): Promise<void> {
  const lost = await suppressions.unrecognised();
  if (lost === 0) return;
  throw new ConfigError(
    `${lost} entries of the suppression list were made with a SECRETS_KEY that is not set here: add it after the new one, or remove the ` +
      'entries (`footprint suppressions list`). Without it nobody could tell who opted out.',
  );
}

function withTimeouts<T extends Readonly<Record<string, object>>>(repositories: T): T {
  return Object.fromEntries(Object.entries(repositories).map(([name, each]) => [name, withCallTimeouts(each)])) as T;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The egress pool that the settings name or imply.
 *
 * @throws ConfigError when the proxies cannot be read
 */
export function egressPoolOf({ PROBE_EGRESS, PROBE_PROXY_URL }: Pick<Config, 'PROBE_EGRESS' | 'PROBE_PROXY_URL'>): EgressPool {
  try {
    return egressPool(PROBE_EGRESS, parseProxies(PROBE_PROXY_URL), digest);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
