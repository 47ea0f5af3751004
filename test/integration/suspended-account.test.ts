/** What a suspended account was promised before is kept: lookups that were accepted finish, and their events arrive. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../src/wiring/log.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { webhookSender } from '../../src/wiring/webhooks.js';
import { startWorker } from '../../src/wiring/worker.js';
import { suspendAccount } from '../../src/features/accounts/use-cases/change-account.js';
import { addEndpoint } from '../../src/features/webhooks/use-cases/endpoints.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import type { Service } from '../support/service.js';
import { acknowledge, receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

let service: Service;
let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
let receiver: Receiver;
const lifecycle = new Lifecycle();

beforeAll(async () => {
  trusted = await receiverAuthority();
  service = await startBareApi({ env: trusted.env });
  receiver = await startReceiver({ identity: trusted.identity, answering: acknowledge });
});
afterAll(async () => {
  await lifecycle.close();
  await service?.close();
  await receiver?.close();
  trusted?.authority.remove();
});

it('lookups that were accepted before a suspension finish during it, and lookup.completed is delivered for each', async () => {
  const { accountId, key } = await service.account();
  const ctx = { ...service.record, sender: webhookSender(service.config) };
  await addEndpoint(ctx, { accountId, url: receiver.url, eventTypes: ['lookup.completed'] });
  const single = (await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } })).body as { lookupId: string };
  const items = [{ query: 'bob-example' }, { query: 'eve-example' }];
  const batch = (await service.call('POST', '/v1/lookup/batch', { key, body: { items } })).body as { results: { lookupId: string }[] };
  await suspendAccount(service.record, accountId);
  const { config, queues } = service;
  await startWorker(lifecycle, { config, log: createLog(config, 'worker'), queues });
  const owed = [single, ...batch.results].map(({ lookupId }) => lookupId).sort();
  await waitUntil(() => receiver.received.length >= owed.length, 60_000);
  const reported = receiver.received.map(({ body }) => (JSON.parse(body.toString()) as { data: { lookupId: string } }).data.lookupId);
  expect(reported.sort()).toEqual(owed);
  expect(await service.sql`SELECT DISTINCT state FROM lookups WHERE account_id = ${accountId}`).toEqual([{ state: 'finished' }]);
  expect(await billOf(service, accountId)).toMatchObject({ lookups: 3, ledger: 3, used: 3 });
});
