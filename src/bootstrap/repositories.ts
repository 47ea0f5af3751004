import { openDatabase, type DatabaseHandle } from '../db/client.js';
import { openPools } from '../db/pools.js';
import { newId } from '../adapters/ids.js';
import { createKeyedDigest } from '../adapters/keyed-digest.js';
import { createSecretBox } from '../adapters/secret-box.js';
import { type Config, ConfigError } from '../config/env.js';
import { AuditLog } from '../db/audit/audit-log.js';
import { AcceptanceStore } from '../db/lookups/acceptance-store.js';
import { AccountChanges } from '../db/accounts/account-changes.js';
import { PostgresAccountReports } from '../db/accounts/account-reports.js';
import { AccountRetentionStore } from '../db/accounts/account-retention.js';
import { AccountStore } from '../db/accounts/account-store.js';
import { DerivedStore } from '../db/lookups/derived-store.js';
import { BatchOutbox } from '../db/lookups/batch-outbox.js';
import { BreachImportStore } from '../db/breaches/breach-imports.js';
import { PostgresBreachIndex } from '../db/breaches/breach-index.js';
import { CompressedResults } from '../db/lookups/compressed-results.js';
import { CatalogueStore } from '../db/platforms/catalogue-store.js';
import { ControlAccountStore } from '../db/platforms/control-accounts.js';
import { PostgresControlStore } from '../db/platforms/control-store.js';
import { PostgresCooldownStore } from '../db/platforms/cooldown-store.js';
import { type FinishedLookup, FinishLog } from '../db/lookups/finish-log.js';
import { AccountDeletions } from '../db/privacy/account-deletions.js';
import { AccountEraser } from '../db/privacy/account-eraser.js';
import { AccountExport } from '../db/privacy/account-export.js';
import { ErasureStore } from '../db/privacy/erasure-store.js';
import { IdentityEraser } from '../db/privacy/identity-eraser.js';
import { PostgresFleetStore } from '../db/flow/fleet-store.js';
import { HealthStore } from '../db/platforms/health-store.js';
import { LookupChanges } from '../db/lookups/lookup-changes.js';
import { LookupPages, OmissionPages } from '../db/lookups/lookup-pages.js';
import { LookupReader } from '../db/lookups/lookup-reader.js';
import { LookupRemover } from '../db/lookups/lookup-remover.js';
import { LookupWriter } from '../db/lookups/lookup-writer.js';
import { FactStore } from '../db/platforms/platform-fact-store.js';
import { PlatformSwitches } from '../db/platforms/platform-switches.js';
import { OperatorReports } from '../db/operators/operator-reports.js';
import { PlatformStatsStore } from '../db/platforms/platform-stats.js';
import { PlatformStatusReader } from '../db/platforms/platform-statuses.js';
import { MemberStore } from '../db/people/member-store.js';
import { PasskeyStore } from '../db/people/passkey-store.js';
import { SessionStore } from '../db/people/session-store.js';
import { SignInStore } from '../db/people/sign-in-store.js';
import { PurposeStore } from '../db/accounts/purpose-store.js';
import { RateStore } from '../db/accounts/rate-store.js';
import { ResultsCompressor } from '../db/lookups/results-compressor.js';
import { Retention } from '../db/retention.js';
import { SuppressionStore } from '../db/suppressions/suppression-store.js';
import { withCallTimeouts } from '../db/within.js';
import type { Json } from '../domain/catalogue/probe-rule.js';
import type { LookupSnapshot } from '../domain/lookup/lookup-snapshot.js';
import { LookupEvents } from '../db/webhooks/reported-events.js';
import type { WebhookLauncher } from '../domain/webhooks/ports.js';
import { databaseTarget } from './database.js';
import { openLedger } from './erasure-ledger.js';
import { webhookRepositories } from './webhooks.js';
import { createHash } from 'node:crypto';
import { parseProxies } from '../net/outbound-http/proxies.js';
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
  const reader = new LookupReader({ sql });
  const compressed = new CompressedResults({ sql });
  const events = webhooks && bodyOf ? new LookupEvents({ bodyOf, launcher: webhooks }) : undefined;
  const listener = onFinished ? new FinishLog({ sql, listener: events, onFinished }) : events;
  const repositories = {
    reader,
    changes: new LookupChanges({ sql, compressed }),
    pages: new LookupPages({ sql }),
    omissionPages: new OmissionPages({ sql, compressed }),
    batchOutbox: new BatchOutbox({ sql }),
    writer: new LookupWriter({ sql, digest: identityDigest, erased: erasureDigest, listener }),
    remover: new LookupRemover({ sql }),
    derived: new DerivedStore({ sql, digest: identityDigest }),
    erasures: new ErasureStore({ sql, newId, digest: erasureDigest, sealer }),
    eraser: new AccountEraser({
      sql,
      digest: identityDigest,
      identities: new IdentityEraser({ sql, erased: erasureDigest, digest: identityDigest, indexed: indexedDigest, sealer }),
    }),
    accountDeletions: new AccountDeletions({ sql, newId }),
    accountExport: new AccountExport({ db }),
    accounts: new AccountStore({ db, newId }),
    signIns: new SignInStore({ sql, newId, webhooks }),
    passkeys: new PasskeyStore({ sql, newId }),
    sessions: new SessionStore({ sql }),
    members: new MemberStore({ sql, newId }),
    accountChanges: new AccountChanges({ sql, newId }),
    accountReports: new PostgresAccountReports(db),
    acceptance: new AcceptanceStore({ sql, newId, digest: requestDigest, webhooks }),
    purposes: new PurposeStore({ db }),
    rates: new RateStore({ sql, digest: createKeyedDigest({ keys, purpose: 'client address' }) }),
    facts: new FactStore({ sql, egress, digest: identityDigest }),
    accountRetention: new AccountRetentionStore({ sql }),
    retention: new Retention({ sql }),
    resultsCompressor: new ResultsCompressor({ sql }),
    controlAccounts: new ControlAccountStore({
      sql,
      sealer,
      digest: accountDigest,
      onUnreadable: onUnreadableAccounts,
    }),
    catalogueStore: new CatalogueStore({ sql }),
    controlStore: new PostgresControlStore({ db, egress }),
    platformStats: new PlatformStatsStore({ sql, egress }),
    statuses: new PlatformStatusReader({ sql, egress }),
    health: new HealthStore({ sql, egress }),
    cooldowns: new PostgresCooldownStore({ sql, egress }),
    switches: new PlatformSwitches({ sql }),
    operatorReports: new OperatorReports({ sql }),
    fleet: new PostgresFleetStore({ sql, egress }),
    breachIndex: new PostgresBreachIndex({ sql, erased: indexedDigest }),
    breachImports: new BreachImportStore({ sql, erased: indexedDigest }),
    audit: new AuditLog({ sql, newId, onFailure: onAuditFailure }),
    suppressions: new SuppressionStore({
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
export async function assertSuppressionKeys({ suppressions }: { suppressions: SuppressionStore }): Promise<void> {
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
