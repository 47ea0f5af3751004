import { startApi } from '../../src/wiring/api.js';
import { createLog } from '../../src/wiring/log.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { clientOf, type Service } from './service.js';

/** A further API on the database and the queues of a service, with connections and memory of its own. */
export async function startSecondApi({ config, queues }: Pick<Service, 'config' | 'queues'>) {
  const lifecycle = new Lifecycle();
  const { port } = await startApi(lifecycle, { config, log: createLog(config, 'second'), queues, checkResponses: true });
  const url = `http://127.0.0.1:${port}`;
  return { url, call: clientOf(url), close: () => lifecycle.close() };
}

export type SecondApi = Awaited<ReturnType<typeof startSecondApi>>;
