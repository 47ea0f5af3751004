/** What a worker has done before it says that it is ready: the first lookup is served as the next one is. */
import { expect, it, onTestFinished } from 'vitest';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { TASK_QUEUE_TYPE, WORKER_IDENTITY } from '../../src/temporal/polled.js';
import { ADA, startWorkingService } from '../support/http/working-service.js';

it('Temporal knows a worker on every queue when it is ready, and the lookup of that moment is answered whole, as the next one', async () => {
  const service = await startWorkingService({ sites: 10, worker: false });
  onTestFinished(() => service.close());
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = service.config;
  const temporal = openTemporal({ address, namespace });
  onTestFinished(() => temporal.close());
  const { key } = await service.account();
  const pollersOf = async (queue: string, kind: keyof typeof TASK_QUEUE_TYPE) => {
    const taskQueueType = TASK_QUEUE_TYPE[kind];
    const { pollers } = await temporal.client.workflowService.describeTaskQueue({ namespace, taskQueue: { name: queue }, taskQueueType });
    return pollers.map(({ identity }) => identity);
  };
  const { lookups, ...others } = service.queues;
  const everyQueue = () =>
    Promise.all([pollersOf(lookups, 'workflow'), ...[lookups, ...Object.values(others)].map((queue) => pollersOf(queue, 'activity'))]);
  expect((await everyQueue()).flat()).toEqual([]); // the connection is open, too

  await service.startWorker();
  for (const identities of await everyQueue()) expect(identities).toContain(WORKER_IDENTITY);
  for (const username of [ADA.username, 'somebody-else']) {
    const body = { identities: { usernames: [username] }, mode: 'wait', platforms: service.sites.slugs };
    const answer = await service.call('POST', '/v2/lookup', { key, body });
    expect(answer.body).toMatchObject({ status: 'finished', planned: 10, answered: 10 });
  }
});
