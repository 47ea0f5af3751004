/** What a passive lookup leaves alone, by the simulator's own count. */
import { expect } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { ADA, type WorkingService } from './http/working-service.js';

type Watched = Pick<WorkingService, 'sites'>;

/** Platforms that have a rule which asks otherwise than by a public interface. */
export function loudPlatforms({ sites: { catalogue } }: Watched): ReadonlySet<string> {
  const { platforms } = catalogue;
  const isLoud = ({ probes }: (typeof platforms)[number]) => Object.values(probes).some(({ method }) => method !== 'public_api');
  const loud = new Set(platforms.filter(isLoud).map(({ slug }) => slug));
  expect(loud.size).toBeGreaterThan(5);
  expect(loud.size).toBeLessThan(platforms.length);
  return loud;
}

/** Platforms that were asked about Ada, by any of her identities. */
export function askedAboutAda({ sites: { simulator } }: Watched): string[] {
  const digests = (['email', 'phone', 'username'] as const).map((type) => identityDigest(type, ADA[type]));
  const { log } = simulator.requests();
  return [...new Set(log.filter(({ identity }) => identity && digests.includes(identity)).map(({ slug }) => slug))];
}

/** That some were asked, and none of the loud ones; then the count begins anew. */
export function expectPassive(service: Watched): void {
  const [asked, loud] = [askedAboutAda(service), loudPlatforms(service)];
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((slug) => loud.has(slug))).toEqual([]);
  service.sites.simulator.resetRequests();
}
