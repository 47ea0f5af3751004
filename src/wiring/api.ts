import { DEADLINE_MS } from '../features/lookups/lookup.js';
import type { LookupSnapshot } from '../features/lookups/lookup-snapshot.js';
import { presentV2 } from '../features/lookups/routes/shared/v2/lookup-body.js';
import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { knownFacts } from '../../activities/lookups/known-facts.js';
import { createLookupActivities } from '../../activities/lookups/lookup.js';
import { InstantSize } from '../engine/flow/instant.js';
import { negativeControls } from '../engine/controls/negative-control-identities.js';
import { apiKeyFormat } from '../kernel/secrets/api-key-format.js';
import { TemporalHealth } from '../temporal/health.js';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import type { Config } from '../kernel/config/env.js';
import { openConnections } from '../kernel/db/client.js';
import { openDatabaseClock } from '../kernel/db/database-clock.js';
import { sumReachability } from '../engine/flow/reachability.js';
import type { FactModule } from '../facts/fact-modules.js';
import { createApp } from '../api/app.js';
import { refuseBrokenRequest } from '../kernel/http/errors.js';
import { SharedJson } from '../kernel/http/chunked-text.js';
import { createRegistry } from '../kernel/http/metrics.js';
import { OpenStreams } from '../kernel/http/open-streams.js';
import { FairLimiter } from '../kernel/values/fair-shares.js';
import { listen } from '../kernel/net/listen.js';
import { everyRoute } from '../api/routes.js';
import { NegativeNumbers } from '../features/platforms/store/negative-numbers.js';
import { LookupFeed } from '../features/lookups/store/lookup-feed.js';
import { QUEUES, type Queues } from '../../workflows/contracts.js';
import type { Erasure } from '../features/privacy/erasure.js';
import type { DeletionEntry } from '../features/lookups/use-cases/delete-lookup.js';
import { suppressedRefs } from '../features/suppressions/suppressions.js';
import { LookupRoom } from '../features/lookups/use-cases/lookup-room.js';
import { InstantAdmission } from '../features/lookups/use-cases/instant-admission.js';
import { InstantBudget, type InstantBudgetPorts } from '../features/lookups/use-cases/instant-budget.js';
import type { UntakenLookup } from '../features/lookups/use-cases/plan-untaken.js';
import { openAdminServer } from './admin-server.js';
import { sessionSetting, withTarget } from './database.js';
import { allowancesOf } from './probing.js';
import { pingTemporal } from './temporal.js';
import { builtPagesFolder } from '../api/dashboard-pages.js';
import { operatorsOf } from './operators.js';
import { signInPorts } from './sign-in.js';
import { openSourceList } from './enrichment.js';
import type { Lifecycle } from './lifecycle.js';
import { catalogueMetrics, catalogueNote, LiveCatalogue } from './live-catalogue.js';
import { openServiceBase } from './service-base.js';
import { databaseMetrics, serviceMetrics } from './service-metrics.js';
import { webhookSender } from './webhooks.js';

/**
 * What a client may take for its headers and for its whole request, and how often that is checked, milliseconds: one that sends a byte
 * now and then holds no connection.
 */
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 } as const;

/** Milliseconds for the last responses to be sent, on top of the longest deadline for which an instant lookup may wait. */
const CLOSE_GRACE_MS = 3_000;

export interface ApiOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly checkResponses?: boolean;
  readonly queues?: Queues;
  /** Folder of the dashboard's pages, instead of the one that is built with the programs. */
  readonly pagesFolder?: string;
  /** Milliseconds between checks of who has a long response under way. */
  readonly recheckMs?: number;
  /** Modules that have sources, instead of those that the settings name. */
  readonly available?: () => readonly FactModule[];
}

/** A server that listens. */
export interface ListeningApi {
  readonly server: Server;
  readonly port: number;
  /** Where `/readyz` and `/metrics` are, when they have a port of their own. */
  readonly adminPort?: number | undefined;
}

/** The API process: opens what it needs in order and serves. */
export async function startApi(lifecycle: Lifecycle, options: ApiOptions): Promise<ListeningApi> {
  const { config, log, queues = QUEUES } = options;
  const base = { config, log, queues, name: 'footprint-api' };
  const catalogue = new LiveCatalogue(config, log);
  const { temporal, temporalOptions, traces, starters, stores } = await openServiceBase(lifecycle, base, (tracing) => ({
    bodyOf: (snapshot, seen) => presentV2(snapshot, catalogue, { seen }),
    callTimeouts: true,
    onAccepted: tracing?.accepted,
    onAuditFailure: (entries, error) =>
      log.warn({ entries, code: (error as { code?: unknown }).code }, 'entries of the audit log could not be written'),
  }));
  lifecycle.register(catalogue, (followed) => followed.close());
  await catalogue.follow(stores.catalogueStore);
  const feed = lifecycle.register(new LookupFeed(), (listening) => listening.close());
  await withTarget(sessionSetting(config), config, () => feed.start(stores.database.sql, stores.database));
  const { now } = lifecycle.register(await openDatabaseClock(stores.database.sql), (clock) => clock.close());
  const numbers = lifecycle.register(await new NegativeNumbers(stores).follow(), (followed) => followed.close());
  const { applicability } = negativeControls(numbers.of);
  const planning = { applicability, instantPlatforms: config.INSTANT_PLATFORMS, instantCeilingMs: config.INSTANT_CEILING_MS };
  // Lookups that no worker takes in time are planned here by the same steps. No request is sent here, so none waits for a slot.
  const { planLookup } = createLookupActivities({
    ...{ ...stores, ...planning, catalogue, now, instantSize: new InstantSize(config.INSTANT_PLATFORMS) },
    ...{ hasFreeSlot: () => true, startsWithin: () => true, hasFailed: () => false },
  });
  const known: InstantBudgetPorts['known'] = async (lookup) =>
    knownFacts({ ...stores, catalogue }, { ...lookup, suppressed: [...(await suppressedRefs(stores.suppressions, lookup))] });
  const untaken = new LookupRoom(stores, 'instant');
  const budget = new InstantBudget({ ...stores, untaken, catalogue, known, ...planning, ...allowancesOf(config, catalogue) });
  const instantBudget = lifecycle.register(await budget.follow(), (following) => following.close());
  const registry = createRegistry();
  catalogueMetrics(registry, catalogue);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each request under way
  const sourceList = openSourceList(lifecycle, { config, index: stores.breachIndex });
  const context = {
    ...stores,
    catalogue,
    sources: sourceList.list,
    available: options.available ?? sourceList.available,
    refreshAvailable: sourceList.refresh,
    feed,
    openStreams: new OpenStreams(registry),
    // With those below their share, half of the connections at most.
    turns: new FairLimiter(Math.ceil(config.DATABASE_POOL / 4)),
    doneBodies: new SharedJson(),
    presentLookup: (known: LookupSnapshot) => presentV2(known, catalogue),
    onLookupDeleted: (entry: DeletionEntry) => log.info(entry, 'a lookup was deleted on request'),
    launcher: starters.launcher,
    asyncRoom: new LookupRoom(stores, 'async'),
    launchErasure: (erasure: Pick<Erasure, 'id' | 'accountId'>) => starters.launcher.startErasure(erasure),
    sender: webhookSender(config),
    ...signInPorts(config, log),
    operators: operatorsOf(config),
    temporalHealth: new TemporalHealth({ temporal, queues, uiUrl: config.TEMPORAL_UI_URL }),
    identities: new LibraryIdentityParser({ defaultRegion: config.DEFAULT_REGION }),
    keys: apiKeyFormat(config.SERVICE_PREFIX),
    waitCeilingMs: config.WAIT_CEILING_MS,
    ...planning,
    hasNegativeControl: applicability.hasNegativeControl,
    instantAdmission: new InstantAdmission(),
    instantBudget,
    planKnown: (lookup: UntakenLookup) => planLookup({ ...lookup, onlyKnown: true }),
    countryOf: applicability.countryOf,
    now,
  };
  serviceMetrics(registry, context);
  databaseMetrics(registry, stores.database.sql, ['foreground']);
  const health = {
    registry,
    stopping: stopping.signal,
    dependencies: {
      postgres: () => stores.database.sql`SELECT 1`,
      temporal: () => pingTemporal(temporal, temporalOptions.namespace),
    },
    catalogue: () => catalogueNote(catalogue),
    workers: () => stores.fleet.workers(),
    reachability: async () => sumReachability((await stores.fleet.statuses()).map(({ reachability }) => reachability)),
  };
  const app = createApp({
    ...context,
    ...health,
    log,
    handlers: context,
    routes: everyRoute,
    onAnswered: traces?.answered,
    pagesFolder: options.pagesFolder ?? builtPagesFolder(),
    hasAdminPort: config.ADMIN_PORT !== undefined,
    trustedProxies: config.TRUST_PROXY ?? [],
    checkResponses: options.checkResponses ?? false,
    recheckMs: options.recheckMs,
  });
  // Opened before the server, so that it is closed after it: monitoring sees the whole shutdown.
  const adminPort =
    config.ADMIN_PORT === undefined
      ? undefined
      : await openAdminServer(lifecycle, { ...health, port: config.ADMIN_PORT, host: config.ADMIN_HOST });
  const handle = app.callback();
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: config.KEEP_ALIVE_MS, ...SERVER_LIMITS }, handle);
  server.maxConnections = config.MAX_CONNECTIONS;
  // RFC 9110, 10.1.1: expectations other than 100-continue may be ignored. Node would refuse them, without a body and our headers.
  server.on('checkExpectation', handle);
  server.on('clientError', refuseBrokenRequest);
  await openConnections(stores.database.sql);
  const port = await listen(server, { port: config.PORT, host: config.HOST });
  lifecycle.register(server, () => stopServing(server, stopping, config));
  return { server, port, adminPort };
}

/**
 * Shuts the server down: `/readyz` reports it first, waiting callers get the results so far, and streams end where they can be
 * resumed. Accepts requests for another `DRAIN_MS`, lets the last responses be sent, then closes the remaining connections.
 */
async function stopServing(server: Server, stopping: AbortController, config: Pick<Config, 'DRAIN_MS'>): Promise<void> {
  stopping.abort();
  await sleep(config.DRAIN_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DEADLINE_MS.most + CLOSE_GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
