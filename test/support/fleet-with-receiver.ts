/** API and worker as processes of their own, on simulated sites, with an account whose events a receiver takes. */
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores } from '../../src/wiring/stores.js';
import { openLedgerReader } from './chaos-record.js';
import { createNamespace } from './chaos-temporal.js';
import { createDatabase } from './databases.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { TEST_SECRETS_KEY } from './offline.js';
import { createFleet } from './processes.js';
import { stackAddresses } from './stack.js';
import { addEndpointTo } from './webhooks/endpoints.js';
import { receiverAuthority, startReceiver } from './webhooks/receiver.js';

/** Nothing of the fleet runs yet. */
export async function createFleetWithReceiver(
  sitesOf: Parameters<typeof startGeneratedSites>,
  settings: Readonly<Record<string, string>> = {},
) {
  const { temporalAddress } = stackAddresses();
  const [trusted, sites, databaseUrl, namespace] = await Promise.all([
    receiverAuthority(),
    startGeneratedSites(...sitesOf),
    createDatabase(),
    createNamespace(temporalAddress),
  ]);
  const hooks = await startReceiver({ identity: trusted.identity });
  const fleet = createFleet({
    ...sites.env,
    ...trusted.env,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
    ...settings,
  });
  const ledger = openLedgerReader(databaseUrl);
  const record = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' }), 'test');
  const owner = await ledger.account();
  await addEndpointTo(record, owner.accountId, { url: hooks.url });
  return {
    hooks,
    fleet,
    ledger,
    record,
    owner,
    async close(): Promise<void> {
      await fleet.close();
      await Promise.all([record.database.close(), ledger.close(), hooks.close(), sites.close()]);
      trusted.authority.remove();
    },
  };
}
