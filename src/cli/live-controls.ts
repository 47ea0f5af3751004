import type { ControlRunner } from '../engine/controls/control-runner.js';
import { createOutboundHttp } from '../engine/http/transport.js';
import { negativeControls } from '../engine/controls/negative-control-identities.js';
import { RuleProber, type ResponseObserver } from '../engine/platform-prober.js';
import { requestViolation } from '../engine/catalogue/safety/check-request.js';
import { ConfigError, type Config } from '../kernel/config/env.js';
import { type Reachability, ReachabilityMonitor } from '../engine/flow/reachability.js';
import type { BackoffStore } from '../engine/catalogue/rules/ports.js';
import type { ControlStore } from '../engine/controls/ports.js';
import type { PlatformProber } from '../engine/http/prober.js';
import type { CatalogueStore } from '../features/platforms/store/catalogue-store.js';
import { embeddedDatabaseUrl } from '../../tools/embedded/postgres-data.js';
import { inMemoryControls } from '../engine/controls/in-memory-controls.js';
import { NegativeNumbers } from '../features/platforms/store/negative-numbers.js';
import { createControlRunner } from '../engine/controls/create-control-runner.js';
import type { Lifecycle } from '../wiring/lifecycle.js';
import { assertDatabase } from '../wiring/database.js';
import { openStores } from '../wiring/stores.js';
import { probeUserAgent } from '../wiring/user-agent.js';

export interface LiveControls {
  readonly controls: ControlRunner;
  readonly controlStore: ControlStore;
  readonly backoffs: BackoffStore;
  /** Pauses and results are shared with the service where its database could be reached; null: it could not. */
  readonly catalogueStore: CatalogueStore | null;
  /** Requests since the start, and how many of them got a response from the platform, even a refusal. */
  readonly reachability: () => Reachability;
}

/**
 * Controls through the egress that the settings name, on the service's own database when that can be reached.
 *
 * @param onResponse called with responses to controls, except of rules for which an operator has an account: that is a person's
 */
export async function openLiveControls(lifecycle: Lifecycle, config: Config, onResponse?: ResponseObserver): Promise<LiveControls> {
  const now = (): Date => new Date();
  // Of three requests a second to one host, flow control leaves two to those for which nobody waits.
  const transport = lifecycle.register(
    createOutboundHttp({
      proxyUrl: config.PROBE_PROXY_URL,
      caFile: config.PROBE_CA_FILE,
      perHost: 2,
      perSecond: 3,
      allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS,
    }),
    (http) => http.close(),
  );
  const platformProber = new RuleProber({
    transport,
    violation: requestViolation,
    userAgent: probeUserAgent(config.PROBE_CONTACT),
    keys: config.PLATFORM_KEYS,
    async onResponse(platform, identity, ...rest) {
      const own = await stores?.controlAccounts.of(platform.slug, identity.type);
      if (!own?.identities.length) await onResponse?.(platform, identity, ...rest);
    },
  });
  const monitor = new ReachabilityMonitor(() => 0); // a constant clock: nothing expires
  const prober: PlatformProber = {
    async probe(...args) {
      const verdict = await platformProber.probe(...args);
      monitor.observe(verdict);
      return verdict;
    },
  };
  const stores = await reachableStores(lifecycle, config);
  const controlState = stores ?? inMemoryControls(now);
  const numbers = stores && new NegativeNumbers(stores);
  await numbers?.refresh();
  const controls = createControlRunner({
    prober,
    negativeIdentities: negativeControls(numbers?.of ?? (() => [])).identities,
    store: controlState.controlStore,
    accounts: stores?.controlAccounts,
    backoffs: controlState.backoffs,
    now,
  });
  return {
    controls,
    controlStore: controlState.controlStore,
    backoffs: controlState.backoffs,
    catalogueStore: stores?.catalogueStore ?? null,
    reachability: () => monitor.current,
  };
}

/** The stores on the service's database; null when there is none or it does not respond. */
export async function reachableStores(lifecycle: Lifecycle, config: Config) {
  const url = config.DATABASE_URL ?? embeddedDatabaseUrl(config.FOOTPRINT_HOME);
  if (url === null) return null;
  const stores = openStores({ ...config, DATABASE_URL: url }, 'footprint-check', {
    onUnreadableAccounts: (platforms) =>
      process.stderr.write(
        `Control accounts of ${platforms.join(', ')} are ignored, because they were encrypted with another SECRETS_KEY.\n`,
      ),
  });
  try {
    await assertDatabase(stores.database.sql, stores.target);
    await stores.backoffs.backoffs();
    lifecycle.register(stores.database, (database) => database.close());
    return stores;
  } catch (error) {
    await stores.database.close();
    if (error instanceof ConfigError) throw error;
    return null;
  }
}
