/** The reconciler starts a lookup that it had read before the lookup was erased, after its executions were deleted. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AcceptedLookup } from '../../src/features/lookups/lookup-ports.js';
import type { Mode } from '../../src/engine/flow/request-class.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { TemporalLookupStarter } from '../../src/temporal/starters/start-lookups.js';
import { checkContract, instantContract, lookupContract } from '../../workflows/contracts.js';
import { startService, type Service } from '../support/service.js';
import { carryOut } from '../stores/support/record.js';

let service: Service;
let temporal: ReturnType<typeof openTemporal>;
beforeAll(async () => {
  service = await startService({ env: { SECRETS_KEY: randomBytes(32).toString('hex') } });
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = service.config;
  temporal = openTemporal({ address, namespace });
});
afterAll(async () => {
  await temporal?.close();
  await service?.close();
});

const SUBJECT = 'quixotic_zephyr';
const describeOf: Partial<Record<Mode, (id: string) => Promise<unknown>>> = {
  async: (id) => temporal.client.workflow.getHandle(lookupContract.id(id)).describe(),
  check: (id) => temporal.client.activity.getHandle(checkContract.id(id)).describe(),
  instant: (id) => temporal.client.activity.getHandle(instantContract.id(id)).describe(),
};

it.each(['async', 'check', 'instant'] as const)('a start of an erased lookup of mode %s leaves no execution behind', async (mode) => {
  const { accountId } = await service.account();
  const id = `lkp_${randomBytes(10).toString('hex')}`;
  await service.sql`
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks)
    VALUES (${id}, ${accountId}, 'key', 'lookup', 'deep', ${mode}, ${SUBJECT}, 'username', ${JSON.stringify({ username: SUBJECT })}::jsonb, '{}')`;
  const lookup: AcceptedLookup = { id, accountId, mode, kind: 'lookup', queryType: 'username', band: 'deep' };
  const identity = { kind: 'username', value: SUBJECT } as const;
  const erasure = await service.record.erasures.create({ accountId, apiKeyId: null, identity, isDryRun: false });
  // There was no execution yet, so the erasure has none to delete.
  expect(await carryOut(service.record, erasure.id)).toBe(1);
  const starter = new TemporalLookupStarter({ temporal, queues: service.queues });
  await starter.start(lookup);
  const isKnown = () =>
    describeOf[mode]?.(id).then(
      () => true,
      () => false,
    );
  await expect.poll(isKnown, { timeout: 60_000, interval: 100 }).toBe(false);
});
