import type { TransactionSql } from 'postgres';
import { openDatabase } from '../kernel/db/client.js';
import { openPools } from '../kernel/db/pools.js';
import { newId } from '../kernel/secrets/ids.js';
import { createKeyedDigest } from '../kernel/secrets/keyed-digest.js';
import { createSecretBox } from '../kernel/secrets/secret-box.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { AuditChain } from '../features/audit/store/audit-chain.js';
import { AuditLog } from '../features/audit/store/audit-log.js';
import { RefusalLog } from '../features/audit/store/refusal-log.js';
import { AcceptanceStore } from '../features/lookups/store/acceptance-store.js';
import { LookupStarts } from '../features/lookups/store/lookup-starts.js';
import { AccountChanges } from '../features/accounts/store/account-changes.js';
import { PostgresAccountReports } from '../features/accounts/store/account-reports.js';
import { AccountRetentionStore } from '../features/accounts/store/account-retention.js';
import { AccountStore, PurposeStore } from '../features/accounts/store/account-store.js';
import { DisputeStore } from '../features/disputes/store/dispute-store.js';
import { OutcomeStore } from '../features/outcomes/store/outcome-store.js';
import { DerivedStore } from '../features/lookups/store/derived-store.js';
import { BatchIntake } from '../features/batches/store/batch-intake.js';
import { BatchProgress } from '../features/batches/store/batch-progress.js';
import { BatchReader } from '../features/batches/store/batch-reader.js';
import { BatchOutbox } from '../features/lookups/store/batch-outbox.js';
import { BreachImportStore } from '../features/breaches/store/breach-imports.js';
import { PostgresBreachIndex } from '../features/breaches/store/breach-index.js';
import { CompressedResults } from '../features/lookups/store/compressed-results.js';
import { CatalogueStore } from '../features/platforms/store/catalogue-store.js';
import { ControlAccountStore } from '../features/platforms/store/control-accounts.js';
import { PostgresControlStore } from '../features/platforms/store/control-store.js';
import { PostgresBackoffStore } from '../features/platforms/store/backoff-store.js';
import type { AcceptedLookups } from '../features/lookups/lookup-ports.js';
import { type FinishedLookup, keepSummary, logFinish, type Summariser } from '../features/lookups/store/finish-listeners.js';
import { AccountDeletions } from '../features/privacy/store/account-deletions.js';
import { AccountEraser } from '../features/privacy/store/account-eraser.js';
import { AccountExport } from '../features/privacy/export/account-export.js';
import { ErasureStore } from '../features/privacy/store/erasure-store.js';
import { PostgresFleetStore } from '../features/platforms/store/fleet-store.js';
import { HealthStore } from '../features/platforms/store/health-store.js';
import { LookupChanges } from '../features/lookups/store/lookup-changes.js';
import { LookupPages, OmissionPages } from '../features/lookups/store/lookup-pages.js';
import { LookupReader, readSnapshot } from '../features/lookups/store/lookup-reader.js';
import { LookupRemover } from '../features/lookups/store/lookup-remover.js';
import type { SeenBefore } from '../features/lookups/seen.js';
import { SeenLookups } from '../features/lookups/store/seen-lookups.js';
import { type FinishListener, LookupWriter } from '../features/lookups/store/lookup-writer.js';
import { FactStore } from '../features/lookups/store/fact-store.js';
import { PlatformSwitches } from '../features/platforms/store/platform-switches.js';
import { OperatorReports, WorkRows } from '../features/operators/store/operator-reports.js';
import { PlatformStatsStore, PlatformStatusReader } from '../features/platforms/store/platform-stats.js';
import { PostgresTrafficStore } from '../features/platforms/store/traffic-store.js';
import { MemberStore } from '../features/people/store/member-store.js';
import { PasskeyStore } from '../features/people/store/passkey-store.js';
import { SessionStore } from '../features/people/store/session-store.js';
import { SignInStore } from '../features/people/store/sign-in-store.js';
import { RateStore } from '../features/accounts/store/rate-store.js';
import { ResultsCompressor } from '../features/lookups/store/results-compressor.js';
import { Retention } from '../features/privacy/store/retention.js';
import { SuppressionStore } from '../features/suppressions/store/suppression-store.js';
import { EndpointRemains } from '../features/webhooks/store/endpoint-remains.js';
import { DeliveryReader } from '../features/webhooks/store/delivery-reader.js';
import { DeliveryStatsReader } from '../features/webhooks/store/delivery-stats.js';
import { DeliveryQueue } from '../features/webhooks/store/delivery-queue.js';
import { EventBodies, type ReadResponse } from '../features/webhooks/store/event-bodies.js';
import { EventFeed } from '../features/webhooks/store/event-feed.js';
import { DeliveryStore } from '../features/webhooks/store/delivery-store.js';
import { EndpointHealthStore } from '../features/webhooks/store/endpoint-health-store.js';
import { EndpointStore } from '../features/webhooks/store/endpoint-store.js';
import { EmailOutbox } from '../features/emails/store/email-outbox.js';
import { Redelivery } from '../features/webhooks/store/redelivery.js';
import { withCallTimeouts } from '../kernel/db/within.js';
import type { LookupChange, LookupSnapshot } from '../features/lookups/lookup-snapshot.js';
import { LookupEvents } from '../features/webhooks/store/event-writer.js';
import type { OutboxLauncher } from '../features/webhooks/ports.js';
import { databaseTarget, sessionSetting, targetOf } from './database.js';
import { openLedger } from './ledger.js';
import { createHash } from 'node:crypto';
import { parseProxies } from '../kernel/net/proxies.js';
import { type EgressPool, egressPool } from '../engine/flow/egress-pool.js';
import { TEXT_COLUMNS } from './text-columns.js';

export interface StoresOptions {
  /** Starts deliveries and emails after their commit; without it the reconciler does. */
  readonly launcher?: OutboxLauncher;
  /** The body of a finished lookup's event. Without it finished lookups create no events, and a feed lacks bodies that are not stored. */
  readonly bodyOf?: (snapshot: LookupSnapshot, seen: SeenBefore) => object;
  /** What lists show of a finished lookup, besides its counts. Without it they show neither risk nor findings. */
  readonly summaryOf?: Summariser;
  /** One pool for all, or one for what callers wait for and one for the rest (`inBackground`); default one. */
  readonly pools?: 'one' | 'by priority';
  /** Called with lookups that this process accepted. */
  readonly onAccepted?: ((accepted: AcceptedLookups) => void) | undefined;
  /** Called for each lookup that this process finished. */
  readonly onFinished?: (finished: FinishedLookup) => void;
  /** How long a query may take, in milliseconds; 0: for ever. */
  readonly queryTimeoutMs?: number;
  /** Whether a call that takes too long fails with `unavailable`, for a process whose callers wait for it; default false. */
  readonly callTimeouts?: boolean;
  /** Called when a batch of the audit log could not be written, with the number of entries that wait. */
  readonly onAuditFailure?: (waiting: number, error: unknown) => void;
  /** Called once when a batch has failed several times in a row. */
  readonly onBatchFault?: (batchId: string, error: unknown) => void;
  /** Called once when control accounts are sealed with another key; with their platforms. */
  readonly onUnreadableAccounts?: (platforms: readonly string[]) => void;
}

/**
 * The database and every store on it, by feature, with the facts, controls and statistics of the egress pool of the settings.
 *
 * A store is `bounded` when a call that takes too long may fail. The others are never given up: whoever accepts, changes or erases
 * something has to learn whether that was done. An acceptance has a timeout of its own, which rolls back.
 */
export function openStores(config: Config, name: string, options: StoresOptions = {}) {
  const {
    launcher,
    bodyOf,
    summaryOf,
    pools,
    onAccepted,
    onFinished,
    queryTimeoutMs,
    callTimeouts = false,
    onUnreadableAccounts,
    onAuditFailure,
    onBatchFault,
  } = options;
  const egress = egressPoolOf(config);
  const target = databaseTarget(config);
  const erasureLedger = openLedger(config);
  const size = { max: config.DATABASE_POOL, ...(queryTimeoutMs === undefined ? {} : { queryTimeoutMs }) };
  const pool = (pools === 'by priority' ? openPools : openDatabase)({ ...target, name, ...size });
  const direct = target.isPooled ? openDatabase({ ...targetOf(sessionSetting(config), config), name, max: 1 }) : null;
  const close = async () => void (await Promise.all([pool.close(), direct?.close(), erasureLedger?.close?.()]));
  /** `sessions`: where a session stays that of this process, also when there is a pooler. */
  const database = { ...pool, sessions: direct?.sql ?? pool.sql, close };
  const { sql } = pool;
  const keys = secretsKeys(config);
  const digestFor = (purpose: string) => createKeyedDigest({ keys, purpose });
  const [digest, erased, indexed] = [digestFor('identity'), digestFor('erasure'), digestFor('breach index')];
  const secrets = createSecretBox({ keys });
  const bounded = <T extends object>(store: T): T => (callTimeouts ? withCallTimeouts(store) : store);
  const compressed = new CompressedResults({ sql });
  const limits = { maxStoredBytes: config.WEBHOOK_STORAGE_MB * 1_048_576 };
  const bodyIn =
    bodyOf && (async (tx: TransactionSql, known: LookupChange) => bodyOf(known, await new SeenLookups({ sql: tx }).beforeOf(known.lookup)));
  const events = launcher && bodyIn ? new LookupEvents({ bodyOf: bodyIn, launcher, newId, ...limits }) : undefined;
  const responseBy =
    (present: NonNullable<typeof bodyIn>): ReadResponse =>
    async (tx, lookupId) => {
      const snapshot = await readSnapshot(tx, lookupId);
      return snapshot && present(tx, snapshot);
    };
  const onFinish: FinishListener[] = [
    ...(summaryOf ? [keepSummary(summaryOf)] : []),
    ...(events ? [(...finish: Parameters<FinishListener>) => events.finished(...finish)] : []),
    ...(onFinished ? [logFinish(sql, onFinished)] : []),
  ];
  const acceptance = new AcceptanceStore({ sql, newId, digest: digestFor('request'), launcher, onAccepted });
  const lookups = {
    acceptance,
    reader: bounded(new LookupReader({ sql })),
    changes: bounded(new LookupChanges({ sql, compressed })),
    pages: bounded(new LookupPages({ sql })),
    seenLookups: bounded(new SeenLookups({ sql })),
    omissionPages: bounded(new OmissionPages({ sql, compressed })),
    batchOutbox: bounded(new BatchOutbox({ sql })),
    lookupStarts: bounded(new LookupStarts({ sql })),
    writer: bounded(new LookupWriter({ sql, digest, erased, onFinish })),
    remover: bounded(new LookupRemover({ sql })),
    disputes: bounded(new DisputeStore({ sql, egress, digest, evidenceDigest: digestFor('disputed evidence') })),
    outcomes: bounded(new OutcomeStore({ sql })),
    derived: bounded(new DerivedStore({ sql, digest })),
    facts: bounded(new FactStore({ sql, egress, digest })),
    resultsCompressor: bounded(new ResultsCompressor({ sql })),
  };
  const batches = {
    batchIntake: new BatchIntake({ sql, newId, acceptance }),
    batches: bounded(new BatchReader({ sql })),
    batchProgress: new BatchProgress({ sql, acceptance, launcher, onFault: onBatchFault }),
  };
  const rates = bounded(new RateStore({ sql, digest: digestFor('client address') }));
  const audit = new AuditLog({ sql, newId, onFailure: onAuditFailure });
  const accounts = {
    accounts: bounded(new AccountStore({ sql, newId })),
    accountChanges: new AccountChanges({ sql, newId }),
    accountReports: bounded(new PostgresAccountReports({ sql })),
    accountRetention: bounded(new AccountRetentionStore({ sql })),
    purposes: bounded(new PurposeStore({ sql })),
    rates,
    audit,
    refusals: new RefusalLog({ sql, audit, rates, digest: digestFor('refused sign-in'), onFailure: (error) => onAuditFailure?.(1, error) }),
  };
  const people = {
    signIns: new SignInStore({ sql, newId, launcher }),
    passkeys: new PasskeyStore({ sql, newId }),
    sessions: bounded(new SessionStore({ sql })),
    members: new MemberStore({ sql, newId, launcher }),
  };
  const privacy = {
    erasures: bounded(new ErasureStore({ sql, newId, digest: erased, sealer: secrets })),
    eraser: new AccountEraser({ sql, erased, digest, indexed, sealer: secrets, texts: TEXT_COLUMNS }),
    accountDeletions: new AccountDeletions({ sql, newId }),
    accountExport: bounded(new AccountExport({ sql })),
    retention: bounded(new Retention({ sql })),
    auditChain: bounded(new AuditChain({ sql })),
    suppressions: new SuppressionStore({ sql, newId, digest: digestFor('suppression'), ledger: erasureLedger }),
  };
  const platforms = {
    controlAccounts: bounded(
      new ControlAccountStore({ sql, sealer: secrets, digest: digestFor('control account'), onUnreadable: onUnreadableAccounts }),
    ),
    catalogueStore: new CatalogueStore({ sql }),
    controlStore: bounded(new PostgresControlStore({ sql, egress })),
    platformStats: bounded(new PlatformStatsStore({ sql, egress })),
    statuses: bounded(new PlatformStatusReader({ sql, egress })),
    health: bounded(new HealthStore({ sql, egress })),
    backoffs: bounded(new PostgresBackoffStore({ sql, egress })),
    switches: new PlatformSwitches({ sql }),
    fleet: bounded(new PostgresFleetStore({ sql, sessions: database.sessions, egress })),
    traffic: bounded(new PostgresTrafficStore({ sql, egress })),
    breachIndex: bounded(new PostgresBreachIndex({ sql, erased: indexed })),
    breachImports: bounded(new BreachImportStore({ sql, erased: indexed })),
    operatorReports: bounded(new OperatorReports({ sql })),
    workRows: bounded(new WorkRows({ sql })),
  };
  const eventBodies = new EventBodies({ sql, readResponse: bodyIn && responseBy(bodyIn) });
  const queue = bounded(new DeliveryQueue({ sql, inFlight: config.WEBHOOK_CONCURRENCY }));
  const deliveries = {
    secrets,
    endpoints: new EndpointStore({ sql, newId, launcher }),
    deliveries: bounded(new DeliveryStore({ sql, secrets, queue })),
    deliveryQueue: queue,
    eventBodies: bounded(eventBodies),
    eventFeed: bounded(new EventFeed({ sql, eventBodies })),
    deliveryReader: bounded(new DeliveryReader({ sql })),
    deliveryStats: bounded(new DeliveryStatsReader({ sql })),
    endpointRemains: bounded(new EndpointRemains({ sql })),
    redelivery: new Redelivery({ sql, newId, launcher }),
    endpointHealth: bounded(new EndpointHealthStore({ sql, newId, launcher })),
    emailOutbox: bounded(new EmailOutbox({ sql, sealer: secrets })),
  };
  return {
    database,
    target,
    egress,
    erasureLedger,
    ...lookups,
    ...batches,
    ...accounts,
    ...people,
    ...privacy,
    ...platforms,
    ...deliveries,
  };
}

/** What a process has of its database. Contexts of services, routes and activities take from it what they name. */
export type Stores = ReturnType<typeof openStores>;

/**
 * The keys of the settings. Nothing works without one: signing secrets and pending sign-in codes would be readable in the database, and
 * digests of phone numbers and addresses could be guessed.
 *
 * @throws ConfigError
 */
export function secretsKeys({ SECRETS_KEY }: Pick<Config, 'SECRETS_KEY'>): readonly string[] {
  if (SECRETS_KEY !== undefined) return SECRETS_KEY;
  throw new ConfigError(
    'SECRETS_KEY is not set: make one with `openssl rand -base64 32`, keep a copy apart from the backups of the database, and give API, ' +
      'worker and command line the same. `npm start` makes one itself.',
  );
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

const shortDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The egress pool that the settings name or imply.
 *
 * @throws ConfigError when the proxies cannot be read
 */
export function egressPoolOf({ PROBE_EGRESS, PROBE_PROXY_URL }: Pick<Config, 'PROBE_EGRESS' | 'PROBE_PROXY_URL'>): EgressPool {
  try {
    return egressPool(PROBE_EGRESS, parseProxies(PROBE_PROXY_URL), shortDigest);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
