import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { createLog } from '../../src/wiring/log.js';
import { startWorker } from '../../src/wiring/worker.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

let service: WorkingService;
let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
let receiver: Receiver;
const deliveries = new Lifecycle();
beforeAll(async () => {
  trusted = await receiverAuthority();
  receiver = await startReceiver({ identity: trusted.identity });
  service = await startWorkingService({ sites: 5, env: { ...trusted.env, WORKER_QUEUES: 'lookups' } });
});
afterAll(async () => {
  await deliveries.close();
  await service?.close();
  await receiver?.close();
  trusted?.authority.remove();
});

it('a worker of lookups finishes them and delivers nothing; one of webhooks delivers, and leaves the limits of platforms to the first', async () => {
  const { key } = await service.account('higher_volume', { scopes: ['lookups', 'webhooks'] });
  expect((await service.call('POST', '/v2/webhooks/endpoints', { key, body: { url: receiver.url } })).status).toBe(200);
  const answer = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: ADA.username } });
  expect((answer.body as { platformsChecked: number }).platformsChecked).toBeGreaterThan(0);
  // Its workflow waits for a worker that makes the attempt.
  await vi.waitFor(async () => expect(await service.sql`SELECT 1 FROM webhook_deliveries WHERE state = 'pending'`).toHaveLength(1), {
    timeout: 90_000,
  });
  expect(receiver.received).toHaveLength(0);

  const config = { ...service.config, WORKER_QUEUES: 'webhooks' } as const;
  await startWorker(deliveries, { config, log: createLog(config, 'deliveries'), queues: service.queues });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 90_000 });
  expect(await service.sql`SELECT 1 FROM fleet_members WHERE expires_at > clock_timestamp()`).toHaveLength(1);
});
