import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startGeneratedSites } from '../generated-catalogue.js';
import { EVERY_MODULE } from '../offline.js';
import { startService, type Service, type ServiceOptions } from '../service.js';

/**
 * An API over ten invented platforms without a worker: what is accepted stays accepted, so tests of refusals and bills see
 * exactly what a request did. Starts in a third of a second.
 */
export async function startBareApi(options: ServiceOptions = {}): Promise<Service> {
  const sites = await startGeneratedSites(10);
  const service = await startService({ worker: false, ...options, env: { ...sites.env, ...EVERY_MODULE, ...options.env } });
  return {
    ...service,
    async close() {
      await service.close();
      await sites.close();
    },
  };
}

/** One bare API for all tests of a file. @returns it, once the tests run */
export function sharedBareApi(options: ServiceOptions = {}): () => Service {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi(options);
  });
  // Strangers of one network, and who takes a wrong method, are counted together.
  beforeEach(async () => {
    await service.sql`DELETE FROM rate_windows`;
  });
  afterAll(() => service.close());
  return () => service;
}
