import { openDatabase, type DatabaseHandle } from '../db/client.js';
import { openPools } from '../db/pools.js';
import { newId } from '../adapters/ids.js';
import { createKeyedDigest } from '../adapters/keyed-digest.js';
import type { Config } from '../config/env.js';
import { PostgresAcceptanceStore } from '../repositories/acceptance-store.js';
import { PostgresAccountReports } from '../repositories/account-reports.js';
import { PostgresAccountRetention } from '../repositories/account-retention.js';
import { PostgresAccountStore } from '../repositories/account-store.js';
import { PostgresDerivedStore } from '../repositories/derived-store.js';
import { PostgresBatchOutbox } from '../repositories/batch-outbox.js';
import { PostgresBreachImports } from '../repositories/breach-imports.js';
import { PostgresBreachIndex } from '../repositories/breach-index.js';
import { CompressedResults } from '../repositories/compressed-results.js';
import { PostgresControlStore } from '../repositories/control-store.js';
import { PostgresCooldownStore } from '../repositories/cooldown-store.js';
import { type FinishedLookup, FinishLog } from '../repositories/finish-log.js';
import { PostgresFleetStore } from '../repositories/fleet-store.js';
import { PostgresLookupChanges } from '../repositories/lookup-changes.js';
import { PostgresLookupPages } from '../repositories/lookup-pages.js';
import { PostgresLookupReader } from '../repositories/lookup-reader.js';
import { PostgresLookupRemover } from '../repositories/lookup-remover.js';
import { PostgresLookupWriter } from '../repositories/lookup-writer.js';
import { PostgresOmissionPages } from '../repositories/omission-pages.js';
import { PostgresFactStore } from '../repositories/platform-fact-store.js';
import { PostgresPlatformStats } from '../repositories/platform-stats.js';
import { PostgresPlatformStatuses } from '../repositories/platform-statuses.js';
import { PostgresRateStore } from '../repositories/rate-store.js';
import { PostgresResultsCompressor } from '../repositories/results-compressor.js';
import { PostgresRetention } from '../repositories/retention.js';
import { LookupEvents } from '../repositories/webhooks/lookup-events.js';
import type { EventBodies } from '../domain/webhooks/event-bodies.js';
import type { WebhookLauncher } from '../domain/webhooks/ports.js';
import { databaseTarget } from './database.js';
import { egressPoolOf } from './egress.js';
import { webhookRepositories } from './webhooks.js';

export interface RepositoriesOptions {
  /** Starts deliveries of events after their commit; without it the reconciler does. */
  readonly webhooks?: WebhookLauncher;
  /** Makes the bodies of events. Without it finished lookups create no events: only a worker finishes lookups. */
  readonly bodies?: EventBodies;
  /** One pool for all, or one for what callers wait for and one for the rest (`inBackground`); default one. */
  readonly pools?: 'one' | 'by priority';
  /** Called for each lookup that this process finished. */
  readonly onFinished?: (finished: FinishedLookup) => void;
  /** How long a query may take, in milliseconds; 0: for ever. */
  readonly queryTimeoutMs?: number;
}

/** The database and every repository on it, with the facts, controls and statistics of the egress pool of the settings. */
export function openRepositories(
  config: Config,
  name: string,
  { webhooks, bodies, pools, onFinished, queryTimeoutMs }: RepositoriesOptions = {},
) {
  const egress = egressPoolOf(config);
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
  const reader = new PostgresLookupReader({ db, sql });
  const compressed = new CompressedResults({ sql });
  const events = webhooks && bodies ? new LookupEvents({ bodies, launcher: webhooks }) : undefined;
  const listener = onFinished ? new FinishLog({ sql, listener: events, onFinished }) : events;
  return {
    database,
    target,
    egress,
    reader,
    changes: new PostgresLookupChanges({ sql, compressed }),
    pages: new PostgresLookupPages({ db }),
    omissionPages: new PostgresOmissionPages({ sql, compressed }),
    batchOutbox: new PostgresBatchOutbox({ sql }),
    writer: new PostgresLookupWriter({ sql, digest: identityDigest, listener }),
    remover: new PostgresLookupRemover({ sql }),
    derived: new PostgresDerivedStore({ sql, digest: identityDigest }),
    accounts: new PostgresAccountStore({ db, newId }),
    accountReports: new PostgresAccountReports(db),
    acceptance: new PostgresAcceptanceStore({ db, newId, digest: requestDigest, webhooks }),
    rates: new PostgresRateStore({ sql }),
    facts: new PostgresFactStore({ sql, egress, digest: identityDigest }),
    accountRetention: new PostgresAccountRetention({ sql }),
    retention: new PostgresRetention({ sql }),
    resultsCompressor: new PostgresResultsCompressor({ sql }),
    controlStore: new PostgresControlStore({ db, egress }),
    platformRecords: new PostgresPlatformStats({ sql, egress }),
    standings: new PostgresPlatformStatuses({ sql, egress }),
    cooldowns: new PostgresCooldownStore({ sql, egress }),
    fleet: new PostgresFleetStore({ sql, egress }),
    breachIndex: new PostgresBreachIndex({ sql }),
    breachImports: new PostgresBreachImports({ sql }),
    ...webhookRepositories(config, database),
  };
}
