import manifest from '../../package.json' with { type: 'json' };
import { CircuitTrials } from '../../activities/probes/health-probes.js';
import type { EgressHistory } from '../../activities/probes/outcomes.js';
import type { Logger } from 'pino';
import { createActivities, type Activities } from '../../activities/index.js';
import { RequestCoalescer } from '../../activities/probes/request-coalescer.js';
import { negativeControls } from '../engine/controls/negative-control-identities.js';
import { CheckLimiter, monitorEventLoop } from '../engine/flow/check-limiter.js';
import { InstantSize } from '../engine/flow/instant.js';
import { ConfigError, type Config } from '../kernel/config/env.js';
import { openDatabaseClock } from '../kernel/db/database-clock.js';
import { faultName } from '../kernel/values/errors.js';
import { openAdminServer } from './admin-server.js';
import { openLookupWatch, openWatch } from './watches.js';
import { databaseMetrics, lookupMetrics } from './service-metrics.js';
import type { Traces } from './traces.js';
import { denialMetrics, openTraffic, trafficMetrics } from './traffic.js';
import { openProber } from './prober.js';
import { failuresOf, flowMetrics, freeSlotsOf, hostOf, openProbing, startsOf } from './probing.js';
import { openEnrichment, type Enrichment } from './enrichment.js';
import { createRegistry } from '../kernel/http/metrics.js';
import { assertCapable, pingTemporal } from './temporal.js';
import type { Lifecycle } from './lifecycle.js';
import { catalogueMetrics, catalogueNote, LiveCatalogue } from './live-catalogue.js';
import { openServiceBase } from './service-base.js';
import { presentV2, summaryOf } from '../features/lookups/routes/shared/v2/lookup-body.js';
import { openMailer, webhookSender } from './webhooks.js';
import { BatchDispatcher } from '../features/batches/use-cases/batch-dispatcher.js';
import type { TemporalClient, TemporalOptions } from '../kernel/temporal/connection.js';
import { QUEUES, type Queues } from '../../workflows/contracts.js';
import { Schedules } from '../temporal/schedules.js';
import { maintainSetup, ensureSearchAttributes, TemporalNotReady } from '../temporal/setup.js';
import { NegativeNumbers } from '../features/platforms/store/negative-numbers.js';
import { inBackground } from '../kernel/db/pools.js';
import { installRuntime, sdkMetrics } from '../kernel/temporal/runtime.js';
import { untilPolled } from '../temporal/polled.js';
import { createWorkers } from '../temporal/workers.js';
import { followRouting, type Routing } from '../kernel/temporal/routing.js';
import { bundleDigest } from '../temporal/workflow-bundle.js';
import type { WorkerDeploymentVersion } from '@temporalio/common';

export interface WorkerOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly queues?: Queues;
  /** Create Temporal's schedules; default false, because tests trigger that work themselves. */
  readonly schedules?: boolean;
  /** Sources of the modules, instead of those that the settings name. */
  readonly enrichment?: Enrichment;
  /** Load the data of modules ahead of the first query; default false. */
  readonly preload?: boolean;
}

/** The worker process: probes, writes, and the workflows that order them. @returns a promise for the end of its work */
export async function startWorker(lifecycle: Lifecycle, options: WorkerOptions): Promise<{ ended: Promise<void> }> {
  const { config, log, queues = QUEUES } = options;
  const catalogue = new LiveCatalogue(config, log);
  const registry = createRegistry();
  const countFinished = lookupMetrics(registry);
  const base = { config, log, queues, name: 'footprint-worker' };
  const { temporal, temporalOptions, traces, starters, stores } = await openServiceBase(lifecycle, base, (tracing) => ({
    bodyOf: (snapshot, seen) => presentV2(snapshot, catalogue, { seen }),
    summaryOf: (snapshot) => summaryOf(snapshot, catalogue),
    pools: 'by priority',
    onAccepted: tracing?.accepted,
    onFinished: (finished) => {
      log.info(finished, 'lookup finished');
      countFinished(finished);
      tracing?.finished(finished);
    },
    onBatchFault: (batchId, error) => log.error({ batchId, fault: faultName(error) }, 'a batch has failed several times in a row'),
    onUnreadableAccounts: (platforms) =>
      log.warn({ platforms }, 'control accounts are ignored, because they were encrypted with another SECRETS_KEY'),
  }));
  lifecycle.register(await catalogue.follow(stores.catalogueStore), (followed) => followed.close());
  const statusesRead = stores.statuses.current().catch(() => undefined); // read ahead, so that the first plan finds it
  const { transport, fleet, backlog, reachability, probes } = await openProbing(lifecycle, { config, log, store: stores.fleet });
  const enrichment = options.enrichment ?? openEnrichment(lifecycle, { config, index: stores.breachIndex, log });
  const warmed = options.preload
    ? enrichment
        .preload?.()
        .catch((error: unknown) => log.warn({ fault: (error as Error).message }, 'the data of a module could not be loaded'))
    : undefined;
  const { now } = lifecycle.register(await openDatabaseClock(stores.database.sql), (clock) => clock.close());
  databaseMetrics(registry, stores.database.sql, ['foreground', 'background']);
  catalogueMetrics(registry, catalogue);
  denialMetrics(registry, { ...stores, catalogue });
  const numbers = lifecycle.register(await new NegativeNumbers(stores).follow(), (followed) => followed.close());
  const { identities: negativeIdentities, applicability } = negativeControls(numbers.of);
  const { switches } = stores;
  const prober = openProber(lifecycle, { config, transport, switches, negativeIdentities, reachability, registry, log });
  flowMetrics(registry, transport.flow, backlog);
  const egressHistory: EgressHistory = {
    hasFailed: (withinMs) => transport.flow.egresses.every(({ health }) => health.hasFailedSince(performance.now() - withinMs)),
    hasAnswered: (withinMs) => transport.flow.egresses.some(({ health }) => health.newestRespondedSentAt >= performance.now() - withinMs),
  };
  const limiter = new CheckLimiter(config.PROBE_CONCURRENCY);
  lifecycle.register(monitorEventLoop(limiter), (stop) => stop());
  const { onSuspicion, onRowMissing } = openLookupWatch(registry, log);
  const { controls, ...watch } = openWatch(
    {
      prober,
      store: stores.controlStore,
      accounts: stores.controlAccounts,
      negativeIdentities,
      backoffs: stores.backoffs,
      hasEgressFailed: egressHistory.hasFailed,
      workers: () => Math.max(1, ...transport.flow.egresses.map(({ name }) => fleet.position(name)?.members ?? 1)),
      now,
    },
    { ...stores, registry, log },
  );
  const traffic = config.TRAFFIC_CALIBRATION ? await openTraffic(lifecycle, { ...stores, applicability, now, log }) : undefined;
  if (traffic) trafficMetrics(registry, traffic);
  const activities = createActivities({
    ...stores,
    executionRemover: starters.erasures,
    erasureStarter: starters.erasures,
    sources: enrichment.sources,
    catalogue,
    prober,
    controls,
    watch: { ...watch, ...stores, catalogue, controls, now },
    applicability,
    stalled: stores.reader,
    starter: starters.lookups,
    onSuspicion,
    webhookWorkflows: starters.workflows,
    sender: webhookSender(config, now),
    mailer: openMailer(lifecycle, config),
    checkLimiter: limiter,
    coalescer: new RequestCoalescer(),
    traffic,
    trials: new CircuitTrials({
      prober,
      negativeIdentities,
      claim: (platform, subject) => fleet.claimTrial(hostOf(platform, subject)),
    }),
    backlog,
    instantSize: new InstantSize(config.INSTANT_PLATFORMS),
    hasFreeSlot: freeSlotsOf(catalogue, transport.flow),
    startsWithin: startsOf(catalogue, transport.flow),
    hasFailed: failuresOf(catalogue, transport.flow),
    queueLimits: { wait: config.QUEUE_LIMIT_WAIT_MS, async: config.QUEUE_LIMIT_ASYNC_MS, batch: config.QUEUE_LIMIT_BATCH_MS },
    egressHistory,
    instantCeilingMs: config.INSTANT_CEILING_MS,
    now,
  });
  await assertCapable(temporal, temporalOptions.namespace);
  const schedules = new Schedules({ temporal, queues });
  let hasWarned = false;
  const warnOperator = (attributes: object): void => {
    if (!hasWarned)
      log.warn(
        { attributes, namespace: temporalOptions.namespace },
        'the Temporal server does not allow search attributes to be registered; register them yourself',
      );
    hasWarned = true;
  };
  const unreadable = (error: unknown): void =>
    log.warn({ code: (error as { code?: unknown }).code }, 'the state of Temporal could not be read');
  const keeping = await maintainSetup(async () => {
    await ensureSearchAttributes(temporal, temporalOptions.namespace, warnOperator);
    if (options.schedules) await schedules.ensure();
  }, unreadable).catch((error: unknown) => {
    throw error instanceof TemporalNotReady ? new ConfigError(error.message) : error;
  });
  lifecycle.register(keeping, (stop) => stop());
  const version = await versionOf(config);
  if (version) log.info(version, 'this worker gets work once its version is current, or ramping, in its deployment');
  const routing = lifecycle.register(followRouting(temporal, { version, taskQueue: queues.lookups, onFailure: unreadable }), (open) =>
    open.close(),
  );
  let isStarting = true;
  if (config.METRICS_PORT !== undefined) {
    const port = await openAdminServer(lifecycle, {
      isStarting: () => isStarting,
      port: config.METRICS_PORT,
      host: config.ADMIN_HOST,
      registry,
      more: sdkMetrics,
      catalogue: () => catalogueNote(catalogue),
      dependencies: { postgres: () => stores.database.sql`SELECT 1`, temporal: () => pingTemporal(temporal, temporalOptions.namespace) },
    });
    log.info({ port }, 'metrics');
  }
  if (probes) await fleet.active; // a worker that joins takes work when the others have made room
  await statusesRead;
  await warmed; // the first checks would find the data half loaded, and what was not checked completely is not shown
  const [egress] = transport.flow.egresses;
  const dispatcher = new BatchDispatcher({
    progress: stores.batchProgress,
    outbox: stores.batchOutbox,
    starter: starters.lookups,
    // One whose version gets no new work is idle, and would start what workers of another version have no room for.
    position: () => (egress && routing.isRouted() ? fleet.position(egress.name) : null),
    hasRoom: (band) => limiter.hasCapacity(band === 'deep') && transport.flow.hasCapacity(band === 'deep'),
    onFailure: (error) => log.warn({ fault: faultName(error) }, 'batch lookups could not be started'),
  });
  lifecycle.register(dispatcher, (open) => open.close());
  const announce = async (takesWork: boolean): Promise<void> => (probes ? fleet.announce(takesWork) : undefined);
  const hasMetrics = config.METRICS_PORT !== undefined;
  const serves = config.WORKER_QUEUES;
  const serving = {
    temporal,
    temporalOptions,
    version,
    routing,
    log,
    activities,
    queues,
    serves,
    onRowMissing,
    announce,
    traces,
    hasMetrics,
  };
  const working = await openTemporalWorkers(lifecycle, serving);
  isStarting = false; // whoever replaces workers one by one waits for it
  return working;
}

async function versionOf({ TEMPORAL_WORKER_DEPLOYMENT: deploymentName, ...config }: Config): Promise<WorkerDeploymentVersion | null> {
  if (deploymentName === undefined) return null;
  return { deploymentName, buildId: config.TEMPORAL_WORKER_BUILD_ID ?? `${manifest.version}-${await bundleDigest()}` };
}

/** Starts the Temporal workers; closing them lets activities under way end or hands them to another worker. */
async function openTemporalWorkers(
  lifecycle: Lifecycle,
  options: {
    temporal: TemporalClient;
    temporalOptions: TemporalOptions;
    version: WorkerDeploymentVersion | null;
    routing: Routing;
    log: Logger;
    activities: Activities;
    queues: Queues;
    serves: Config['WORKER_QUEUES'];
    onRowMissing: (id: string) => void;
    announce: (takesWork: boolean) => Promise<void>;
    traces: Traces | undefined;
    hasMetrics: boolean;
  },
): Promise<{ ended: Promise<void> }> {
  await installRuntime(options.log, options.hasMetrics);
  const workers = await createWorkers({
    ...options.temporalOptions,
    version: options.version,
    activities: options.activities,
    queues: options.queues,
    serves: options.serves,
    onRowMissing: options.onRowMissing,
    outermost: options.traces?.activities,
    inBackground,
  });
  const ended = workers.run();
  let isStopping = false;
  lifecycle.register(workers, async () => {
    isStopping = true;
    await options.announce(false);
    workers.shutdown();
    await ended.catch(() => undefined);
  });
  await Promise.race([ended, untilPolled(options.temporal, options)]);
  const announced = options.routing.routed.then(() => (isStopping ? undefined : options.announce(true)));
  if (options.version === null) await announced;
  return { ended };
}
