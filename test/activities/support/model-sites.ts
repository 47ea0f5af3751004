import { RuleProber } from '../../../src/engine/platform-prober.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import { memoryTransport } from '../../../tools/bench/truth/memory-transport.js';
import { generateSites, type KindGroup } from '../../../tools/simulator/generated-sites.js';
import { createMemorySimulator, type MemorySimulator } from '../../../tools/simulator/memory-simulator.js';
import type { SiteModel } from '../../../tools/simulator/sites/site-model.js';

export interface ModelSites extends MemorySimulator {
  readonly platforms: readonly Platform[];
  /** The service's own prober, which reaches these sites without sockets. */
  readonly prober: PlatformProber;
  /** Platforms of one kind, as `pages-root` or `form-letters`. */
  ofKind(kind: string): readonly Platform[];
  /** Own pages of a site that answer as pages do: their words, without those under which somebody is registered. */
  pageWords(slug: string): string[];
}

/**
 * Simulated sites without sockets, with the service's own prober in front of them.
 *
 * @param people names of accounts that exist on every site
 */
export function modelSites(
  kinds: readonly KindGroup[],
  options: { readonly sites: number; readonly seed: string; readonly people?: readonly string[] },
): ModelSites {
  const generated = generateSites(options.sites, { seed: options.seed, kinds, withoutUsual: true });
  const registry = createMemorySimulator({
    ...generated,
    accounts: { people: [{ identities: { username: [...(options.people ?? [])] }, share: 1 }] },
  });
  return {
    ...registry,
    platforms: generated.platforms,
    prober: new RuleProber({ transport: memoryTransport(registry), violation: () => null }),
    ofKind: (kind) => generated.platforms.filter(({ tags }) => tags.includes(kind)),
    pageWords(slug) {
      const { plan, ownSegments } = registry.site(slug) as SiteModel;
      return ownSegments((name) => registry.accounts.exists(slug, 'username', name)).filter(
        (word) => plan.pages.get(word)?.form === 'page',
      );
    },
  };
}
