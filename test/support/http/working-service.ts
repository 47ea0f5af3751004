import type { GeneratedOptions } from '../../../tools/simulator/generated-sites.js';
import type { SimulatorOptions } from '../../../tools/simulator/start-simulator.js';
import { startGeneratedSites } from '../generated-catalogue.js';
import { startService, type ServiceOptions } from '../service.js';

/** Exists everywhere, by each of its identities; everybody else exists nowhere. */
export const ADA = { username: 'ada-example', email: 'ada@example.com', phone: '+12025550123' } as const;

export interface WorkingOptions extends ServiceOptions {
  /** How many invented platforms; default 25, five of each kind. */
  readonly sites?: number;
  readonly simulator?: Partial<SimulatorOptions> & Omit<GeneratedOptions, 'seed'>;
  /** Changes the files of the catalogue before anybody reads them. */
  readonly alter?: (folder: string) => Promise<void>;
}

/** API and worker over invented platforms, on which Ada has accounts and nobody else has. */
export async function startWorkingService(options: WorkingOptions = {}) {
  const people = [{ identities: { username: [ADA.username], email: [ADA.email], phone: [ADA.phone] }, share: 1 }];
  const sites = await startGeneratedSites(options.sites ?? 25, { accounts: { people }, ...options.simulator }, options.alter);
  const service = await startService({ ...options, env: { ...sites.env, ...options.env } });
  return {
    ...service,
    sites,
    async close() {
      await service.close();
      await sites.close();
    },
  };
}

export type WorkingService = Awaited<ReturnType<typeof startWorkingService>>;
