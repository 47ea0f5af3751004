import { MAILBOX_PROVIDERS } from '../domain/email/providers.js';
import type { Platform } from '../domain/catalogue/platform.js';
import type { PlatformCatalogue } from '../domain/catalogue/ports.js';

/**
 * Adds the mailbox providers to a catalogue, so that `platforms` accepts their slugs and GET /v1/platforms lists them. They are
 * never probed: an address at their domains implies the account. A provider that is already in the catalogue keeps its rules,
 * and its results come both ways.
 */
export function withMailboxPlatforms(catalogue: PlatformCatalogue): PlatformCatalogue {
  const platforms = new Map(catalogue.platforms.map((platform) => [platform.slug, platform]));
  for (const { slug, name, homepage } of MAILBOX_PROVIDERS) {
    const own: Platform = platforms.get(slug) ?? {
      slug,
      name,
      homepage,
      icon: null,
      tags: ['email'],
      strength: 'standard',
      instant: [],
      probes: {},
    };
    platforms.set(slug, { ...own, mailbox: true });
  }
  const inSlugOrder = [...platforms.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { platforms: inSlugOrder, get: (slug) => platforms.get(slug) };
}
