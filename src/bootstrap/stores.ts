import { openDatabase } from '../db/client.js';
import { openPools } from '../db/pools.js';
import { encodeEntry, openErasureLedger, parseEntry } from '../adapters/erasure-ledger.js';
import { newId } from '../adapters/ids.js';
import { createKeyedDigest } from '../adapters/keyed-digest.js';
import { createSecretBox } from '../adapters/secret-box.js';
import { type Config, ConfigError } from '../config/env.js';
import { AuditChain } from '../db/audit/audit-chain.js';
import { AuditLog } from '../db/audit/audit-log.js';
import { RefusalLog } from '../db/audit/refusal-log.js';
import { AcceptanceStore } from '../db/lookups/acceptance-store.js';
import { AccountChanges } from '../db/accounts/account-changes.js';
import { PostgresAccountReports } from '../db/accounts/account-reports.js';
import { AccountRetentionStore } from '../db/accounts/account-retention.js';
import { AccountStore } from '../db/accounts/account-store.js';
import { DerivedStore } from '../db/lookups/derived-store.js';
import { BatchOutbox } from '../db/lookups/batch-outbox.js';
import { LookupStarts } from '../db/lookups/lookup-starts.js';
import { BreachImportStore } from '../db/breaches/breach-imports.js';
import { PostgresBreachIndex } from '../db/breaches/breach-index.js';
import { CompressedResults } from '../db/lookups/compressed-results.js';
import { CatalogueStore } from '../db/platforms/catalogue-store.js';
import { ControlAccountStore } from '../db/platforms/control-accounts.js';
import { PostgresControlStore } from '../db/platforms/control-store.js';
import { PostgresBackoffStore } from '../db/platforms/backoff-store.js';
import { type FinishedLookup, FinishLog } from '../db/lookups/finish-log.js';
import { AccountDeletions } from '../db/privacy/account-deletions.js';
import { AccountEraser } from '../db/privacy/account-eraser.js';
import { AccountExport } from '../db/privacy/account-export.js';
import { ErasureStore } from '../db/privacy/erasure-store.js';
import { openLedgerTable } from '../db/privacy/ledger-table.js';
import { IdentityEraser } from '../db/privacy/identity-eraser.js';
import { PostgresFleetStore } from '../db/flow/fleet-store.js';
import { HealthStore } from '../db/platforms/health-store.js';
import { LookupChanges } from '../db/lookups/lookup-changes.js';
import { LookupPages, OmissionPages } from '../db/lookups/lookup-pages.js';
import { LookupReader, readSnapshot } from '../db/lookups/lookup-reader.js';
import { LookupRemover } from '../db/lookups/lookup-remover.js';
import { LookupWriter } from '../db/lookups/lookup-writer.js';
import { FactStore } from '../db/platforms/platform-fact-store.js';
import { PlatformSwitches } from '../db/platforms/platform-switches.js';
import { OperatorReports } from '../db/operators/operator-reports.js';
import { WorkRows } from '../db/operators/work-rows.js';
import { PlatformStatsStore } from '../db/platforms/platform-stats.js';
import { PostgresTrafficStore } from '../db/platforms/traffic-store.js';
import { PlatformStatusReader } from '../db/platforms/platform-statuses.js';
import { MemberStore } from '../db/people/member-store.js';
import { PasskeyStore } from '../db/people/passkey-store.js';
import { SessionStore } from '../db/people/session-store.js';
import { SignInStore } from '../db/people/sign-in-store.js';
import { PurposeStore } from '../db/accounts/purpose-store.js';
import { RateStore } from '../db/accounts/rate-store.js';
import { ResultsCompressor } from '../db/lookups/results-compressor.js';
import { Retention } from '../db/privacy/retention.js';
import { SuppressionStore } from '../db/suppressions/suppression-store.js';
import { EndpointRemains } from '../db/webhooks/endpoint-remains.js';
import { DeliveryReader } from '../db/webhooks/delivery-reader.js';
import { DeliveryStatsReader } from '../db/webhooks/delivery-stats.js';
import { DeliveryQueue } from '../db/webhooks/delivery-queue.js';
import { EventBodies, type ReadResponse } from '../db/webhooks/event-bodies.js';
import { DeliveryStore } from '../db/webhooks/delivery-store.js';
import { EndpointHealthStore } from '../db/webhooks/endpoint-health-store.js';
import { EndpointStore } from '../db/webhooks/endpoint-store.js';
import { MailOutbox } from '../db/emails/email-outbox.js';
import { Redelivery } from '../db/webhooks/redelivery.js';
import { withCallTimeouts } from '../db/within.js';
import type { Json } from '../domain/json.js';
import type { LookupSnapshot } from '../domain/lookup/lookup-snapshot.js';
import { LookupEvents } from '../db/webhooks/reported-events.js';
import type { ErasureLedger } from '../domain/privacy/erasure.js';
import type { OutboxLauncher } from '../domain/webhooks/ports.js';
import { databaseTarget } from './database.js';
import { createHash } from 'node:crypto';
import { parseProxies } from '../net/proxies.js';
import { type EgressPool, egressPool } from '../domain/lookup/egress.js';

export interface StoresOptions {
  /** Starts deliveries and mails after their commit; without it the reconciler does. */
  readonly launcher?: OutboxLauncher;
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

/**
 * The database and every store on it, by feature, with the facts, controls and statistics of the egress pool of the settings.
 *
 * A store is `bounded` when a call that takes too long may fail. The others are never given up: whoever accepts, changes or erases
 * something has to learn whether that was done. An acceptance has a timeout of its own, which rolls back.
 */
export function openStores(config: Config, name: string, options: StoresOptions = {}) {
  const { launcher, bodyOf, pools, onFinished, queryTimeoutMs, callTimeouts = false, onUnreadableAccounts, onAuditFailure } = options;
  const egress = egressPoolOf(config);
  const target = databaseTarget(config);
  const erasureLedger = openLedger(config);
  const open = pools === 'by priority' ? openPools : openDatabase;
  const pool = open({ ...target, max: config.DATABASE_POOL, name, ...(queryTimeoutMs === undefined ? {} : { queryTimeoutMs }) });
  const database = { ...pool, close: async () => void (await Promise.all([pool.close(), erasureLedger?.close?.()])) };
  const { sql, db } = pool;
  const keys = secretsKeys(config);
  const digestFor = (purpose: string) => createKeyedDigest({ keys, purpose });
  const [digest, erased, indexed] = [digestFor('identity'), digestFor('erasure'), digestFor('breach index')];
  const secrets = createSecretBox({ keys });
  const bounded = <T extends object>(store: T): T => (callTimeouts ? withCallTimeouts(store) : store);
  const compressed = new CompressedResults({ sql });
  const maxStoredBytes = config.WEBHOOK_STORAGE_MB * 1_048_576;
  const events = launcher && bodyOf ? new LookupEvents({ bodyOf, launcher, newId, maxStoredBytes }) : undefined;
  const readResponse: ReadResponse | undefined =
    bodyOf &&
    (async (tx, lookupId) => {
      const snapshot = await readSnapshot(tx, lookupId);
      return snapshot && bodyOf(snapshot);
    });
  const listener = onFinished ? new FinishLog({ sql, listener: events, onFinished }) : events;
  const lookups = {
    acceptance: new AcceptanceStore({ sql, newId, digest: digestFor('request'), launcher }),
    reader: bounded(new LookupReader({ sql })),
    changes: bounded(new LookupChanges({ sql, compressed })),
    pages: bounded(new LookupPages({ sql })),
    omissionPages: bounded(new OmissionPages({ sql, compressed })),
    batchOutbox: bounded(new BatchOutbox({ sql })),
    lookupStarts: bounded(new LookupStarts({ sql })),
    writer: bounded(new LookupWriter({ sql, digest, erased, listener })),
    remover: bounded(new LookupRemover({ sql })),
    derived: bounded(new DerivedStore({ sql, digest })),
    facts: bounded(new FactStore({ sql, egress, digest })),
    resultsCompressor: bounded(new ResultsCompressor({ sql })),
  };
  const rates = bounded(new RateStore({ sql, digest: digestFor('client address') }));
  const audit = new AuditLog({ sql, newId, onFailure: onAuditFailure });
  const accounts = {
    accounts: bounded(new AccountStore({ db, newId })),
    accountChanges: new AccountChanges({ sql, newId }),
    accountReports: bounded(new PostgresAccountReports(db)),
    accountRetention: bounded(new AccountRetentionStore({ sql })),
    purposes: bounded(new PurposeStore({ db })),
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
  const identities = new IdentityEraser({ sql, erased, digest, indexed, sealer: secrets });
  const privacy = {
    erasures: bounded(new ErasureStore({ sql, newId, digest: erased, sealer: secrets })),
    eraser: new AccountEraser({ sql, digest, identities }),
    accountDeletions: new AccountDeletions({ sql, newId }),
    accountExport: bounded(new AccountExport({ db })),
    retention: bounded(new Retention({ sql })),
    auditChain: bounded(new AuditChain({ sql })),
    suppressions: new SuppressionStore({ sql, newId, digest: digestFor('suppression'), ledger: erasureLedger }),
  };
  const platforms = {
    controlAccounts: bounded(
      new ControlAccountStore({ sql, sealer: secrets, digest: digestFor('control account'), onUnreadable: onUnreadableAccounts }),
    ),
    catalogueStore: new CatalogueStore({ sql }),
    controlStore: bounded(new PostgresControlStore({ db, egress })),
    platformStats: bounded(new PlatformStatsStore({ sql, egress })),
    statuses: bounded(new PlatformStatusReader({ sql, egress })),
    health: bounded(new HealthStore({ sql, egress })),
    backoffs: bounded(new PostgresBackoffStore({ sql, egress })),
    switches: new PlatformSwitches({ sql }),
    fleet: bounded(new PostgresFleetStore({ sql, egress })),
    traffic: bounded(new PostgresTrafficStore({ sql, egress })),
    breachIndex: bounded(new PostgresBreachIndex({ sql, erased: indexed })),
    breachImports: bounded(new BreachImportStore({ sql, erased: indexed })),
    operatorReports: bounded(new OperatorReports({ sql })),
    workRows: bounded(new WorkRows({ sql })),
  };
  const queue = bounded(new DeliveryQueue({ sql, inFlight: config.WEBHOOK_CONCURRENCY }));
  const deliveries = {
    secrets,
    endpoints: new EndpointStore({ db, newId, launcher }),
    deliveries: bounded(new DeliveryStore({ sql, secrets, queue })),
    deliveryQueue: queue,
    eventBodies: bounded(new EventBodies({ sql, readResponse })),
    deliveryReader: bounded(new DeliveryReader({ db })),
    deliveryStats: bounded(new DeliveryStatsReader({ sql })),
    endpointRemains: bounded(new EndpointRemains({ sql })),
    redelivery: new Redelivery({ sql, newId, launcher }),
    endpointHealth: bounded(new EndpointHealthStore({ sql, newId, launcher })),
    mailOutbox: bounded(new MailOutbox({ sql, sealer: secrets })),
  };
  return { database, target, egress, erasureLedger, ...lookups, ...accounts, ...people, ...privacy, ...platforms, ...deliveries };
}

/** What a process has of its database. Contexts of services, routes and activities take from it what they name. */
export type Stores = ReturnType<typeof openStores>;

/**
 * The ledger that the settings name; null: there is none.
 *
 * @throws ConfigError for the database whose backups it is to outlive
 */
function openLedger({ ERASURE_LEDGER: ledger, DATABASE_URL, DATABASE_CA_FILE }: Config): ErasureLedger | null {
  if (ledger === undefined) return null;
  if (!/^postgres(?:ql)?:/.test(ledger)) return openErasureLedger(ledger);
  const [own, other] = [new URL(DATABASE_URL ?? ''), new URL(ledger)];
  if (own.host === other.host && own.pathname === other.pathname)
    throw new ConfigError('ERASURE_LEDGER names the database of DATABASE_URL: a backup would take the ledger back with it.');
  return openLedgerTable(databaseTarget({ DATABASE_URL: ledger, DATABASE_CA_FILE: secured(other) ? DATABASE_CA_FILE : undefined }), {
    encode: encodeEntry,
    parse: parseEntry,
  });
}

/** Whether a URL asks for TLS: authorities that nothing is verified with are refused. */
const secured = ({ searchParams }: URL): boolean => !['', 'disable'].includes(searchParams.get('sslmode') ?? '');

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
