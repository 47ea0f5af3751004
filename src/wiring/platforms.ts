import { fileURLToPath } from 'node:url';
import { readCheckedEntries } from '../engine/catalogue/checked-catalogue.js';
import { withBreachedSites } from '../engine/catalogue/breached-sites.js';
import { parseCataloguePath } from '../engine/catalogue/catalogue-files.js';
import { loadCatalogue, type LoadedCatalogue, withMailboxPlatforms } from '../engine/catalogue/load-catalogue.js';
import type { Config } from '../kernel/config/env.js';
import { supports } from '../engine/catalogue/rules/platform.js';
import { type KeyNames, platformWithKeys } from '../engine/catalogue/rules/platform-keys.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';

/** Where the shipped platform files are, from the sources and from a build alike. */
export function shippedCatalogue(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../catalogue' : '../../../catalogue';
  return fileURLToPath(new URL(up, import.meta.url));
}

type OnRefused = (entry: { file: string; slug: string; reason: string }) => void;

/** The catalogue that the settings name. What bundled programs carry of it is not checked again. */
export function openCatalogue({ CATALOGUE_PATH }: Pick<Config, 'CATALOGUE_PATH'>): LoadedCatalogue {
  return loadCatalogue({ root: shippedCatalogue(), extra: CATALOGUE_PATH, readChecked: readCheckedEntries });
}

/**
 * The same for lookups: with the mailbox providers and the breached sites, unless an operator's files replace all that is shipped, and
 * with the rules as the operator's keys let them be sent. Refused entries are reported to `onRefused`.
 */
export function lookupCatalogue(
  config: Pick<Config, 'CATALOGUE_PATH'> & Partial<Pick<Config, 'PLATFORM_KEYS'>>,
  onRefused: OnRefused,
): PlatformCatalogue & Pick<LoadedCatalogue, 'breachedAsOf'> {
  const { catalogue, refused, breachedSites, breachedAsOf } = openCatalogue(config);
  for (const entry of refused) onRefused(entry);
  const keyed = catalogueWithKeys(catalogue, config.PLATFORM_KEYS ?? new Map());
  if (parseCataloguePath(config.CATALOGUE_PATH).only) return { ...keyed, breachedAsOf };
  return { ...withBreachedSites(withMailboxPlatforms(keyed), breachedSites).catalogue, breachedAsOf };
}

/**
 * The platforms with their rules as the operator's keys let them be sent. One whose rules need keys may be the same account as another
 * one: with the keys its rules take the place of that one's, without them it has none.
 */
export function catalogueWithKeys({ platforms, get }: PlatformCatalogue, keys: KeyNames): PlatformCatalogue {
  const changed = new Map(platforms.map((platform) => [platform.slug, platformWithKeys(platform, keys)]));
  for (const twin of [...changed.values()]) {
    const first = changed.get(twin.sameAccountAs ?? '');
    if (twin.sameAccountAs === undefined || twin.keys === undefined) continue;
    changed.set(twin.slug, { ...twin, probes: {}, instant: [] });
    if (first === undefined || supports(twin).length === 0) continue;
    changed.set(first.slug, { ...first, strength: twin.strength, instant: twin.instant, probes: { ...first.probes, ...twin.probes } });
  }
  return { platforms: [...changed.values()], get: (slug) => changed.get(slug) ?? get(slug) };
}
