import dns from 'node:dns';
import { vi } from 'vitest';
import { openDatabase } from '../../src/kernel/db/client.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { createDatabase } from './databases.js';
import { startService, type ServiceOptions } from './service.js';
import { startTcpGate } from './tcp-gate.js';

/** What the service calls the gate by: nobody but this process resolves it. */
const NAME = 'postgres.test';

/** Resolves the name, and can have it vanish, as that of a stopped container does. */
function resolveName() {
  const { lookup } = dns;
  let fault: string | undefined;
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    options: object,
    done: (error: Error | null, found?: object[]) => void,
  ) => {
    if (name !== NAME) lookup(name, options, done as never);
    else if (fault) done(Object.assign(new Error(`getaddrinfo ${fault} ${name}`), { code: fault, syscall: 'getaddrinfo', hostname: name }));
    else done(null, [{ address: '127.0.0.1', family: 4 }]);
  }) as never);
  return {
    vanish(code: 'EAI_AGAIN' | 'ENOTFOUND') {
      fault = code;
    },
    appear() {
      fault = undefined;
    },
    restore: () => spy.mockRestore(),
  };
}

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
  gated.host = `${NAME}:${gate.port}`;
  const name = resolveName();
  const service = await startService({ worker: false, ...options, env: { ...sites.env, ...options.env, DATABASE_URL: gated.href } });
  return {
    ...service,
    sites,
    gate,
    name,
    direct: direct.sql,
    directUrl: url.href,
    async close() {
      gate.resume();
      name.restore();
      await service.close();
      await Promise.all([gate.close(), direct.close(), sites.close()]);
    },
  };
}
