import { openDatabase } from '../../src/db/client.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { createDatabase } from './databases.js';
import { startService, type ServiceOptions } from './service.js';
import { startTcpGate } from './tcp-gate.js';

/**
 * A service that reaches its database through a gate that the test can stall or shut. `sql` of the service goes through it as
 * well, `direct` goes past it.
 */
export async function startGatedService(options: ServiceOptions = {}) {
  const url = new URL(await createDatabase());
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
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
    async close() {
      gate.resume();
      await service.close();
      await Promise.all([gate.close(), direct.close(), sites.close()]);
    },
  };
}
