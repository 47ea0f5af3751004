import { openDatabase } from '../../src/kernel/db/client.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { createDatabase } from './databases.js';
import { startService, type ServiceOptions } from './service.js';
import { startTcpGate } from './tcp-gate.js';

/**
 * A service that reaches its database through a gate that the test can stall or shut. `sql` of the service goes through it as
 * well, `direct` and `directUrl` go past it.
 *
 * @param options.inspect is given everything that its clients send, from the start
 */
export async function startGatedService({ inspect, ...options }: ServiceOptions & { inspect?: (bytes: Buffer) => void } = {}) {
  const url = new URL(await createDatabase());
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  if (inspect) {
    gate.inspect((bytes) => {
      inspect(bytes);
      return 'pass';
    });
  }
  const direct = openDatabase({ url: url.href, max: 3 });
  const sites = await startGeneratedSites(10);
  const gated = new URL(url);
  gated.host = `127.0.0.1:${gate.port}`;
  const service = await startService({ worker: false, ...options, env: { ...sites.env, ...options.env, DATABASE_URL: gated.href } });
  return {
    ...service,
    sites,
    gate,
    direct: direct.sql,
    directUrl: url.href,
    async close() {
      gate.resume();
      await service.close();
      await Promise.all([gate.close(), direct.close(), sites.close()]);
    },
  };
}
