/**
 * The sites that were breached, by domain (`catalogue/breached-sites.json`): most of them are never asked, and a breach that lists an
 * identity is all that there is to know. Faults leave out single sites; the content of the file never makes it throw.
 */
import type { Platform } from './rules/platform.js';
import type { PlatformCatalogue } from './rules/ports.js';
import type { TableFile } from './catalogue-files.js';
import { type BreachedSite, breachedSiteSchema, breachedSitesFileSchema } from './entry-schema.js';
import { hostFault, registrableDomain } from '../../kernel/net/probe-host.js';
import { type Refusal, schemaFaults, siteOf } from './read-entries.js';

export interface BreachedSites {
  readonly sites: readonly BreachedSite[];
  readonly refused: readonly Refusal[];
  /** Day of the table's last change; null: it does not say. */
  readonly asOf: string | null;
}

/** Reads the table. A domain or a slug that is there twice is used once. */
export function readBreachedSites({ file, content }: TableFile): BreachedSites {
  if ('unreadable' in content) return { sites: [], refused: [{ file, slug: '', reason: content.unreadable }], asOf: null };
  const parsed = breachedSitesFileSchema.safeParse(content.json);
  if (!parsed.success) return { sites: [], refused: [{ file, slug: '', reason: schemaFaults(parsed.error).reason }], asOf: null };
  const sites: BreachedSite[] = [];
  const refused: Refusal[] = [];
  const owners = new Map<string, string>();
  for (const row of parsed.data.sites) {
    const site = breachedSiteSchema.safeParse(row);
    const slug = typeof row === 'object' && row !== null && 'slug' in row && typeof row.slug === 'string' ? row.slug : '';
    const reason = site.success ? siteFault(site.data, sites, owners) : schemaFaults(site.error).reason;
    if (!site.success || reason !== null) {
      refused.push({ file, slug, reason: reason ?? '' });
      continue;
    }
    sites.push(site.data);
    for (const domain of site.data.domains) owners.set(domain, slug);
  }
  return { sites, refused, asOf: parsed.data.asOf ?? null };
}

function siteFault({ slug, domains }: BreachedSite, before: readonly BreachedSite[], owners: ReadonlyMap<string, string>): string | null {
  if (before.some((site) => site.slug === slug)) return `the slug "${slug}" appears twice`;
  for (const domain of domains) {
    if (registrableDomain(domain) === null) return `${domain} is not the domain of a site`;
    const fault = domain.startsWith('www.') ? 'leave out the "www."' : hostFault(domain, 'shipped');
    if (fault !== null) return `${domain}: ${fault}`;
    const owner = owners.get(domain);
    if (owner !== undefined) return `${domain} is of "${owner}" already`;
  }
  return null;
}

/**
 * Adds the sites to a catalogue, so that `platforms` accepts their slugs and GET /v1/platforms lists them, with nothing that reaches
 * them: a breach alone tells of an account there. A site that is a platform already gives it further domains.
 *
 * @returns the catalogue, and the slugs that were left out with the reason
 */
export function withBreachedSites(
  catalogue: PlatformCatalogue,
  sites: readonly BreachedSite[],
): { readonly catalogue: PlatformCatalogue; readonly refused: ReadonlyMap<string, string> } {
  const platforms = new Map(catalogue.platforms.map((platform) => [platform.slug, platform]));
  const owners = new Map(catalogue.platforms.map(({ slug, homepage }) => [wholeSite(homepage), slug]));
  const refused = new Map<string, string>();
  for (const { slug, name, tags, domains } of sites) {
    const owner = catalogue.get(slug);
    const reason = claimFault({ slug, name, domains }, owner, owners);
    if (reason === null) platforms.set(slug, { ...(owner ?? unprobed(slug, name ?? slug, domains, tags)), breachDomains: domains });
    else refused.set(slug, reason);
  }
  const inSlugOrder = [...platforms.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { catalogue: { platforms: inSlugOrder, get: (slug) => platforms.get(slug) }, refused };
}

function claimFault({ slug, name, domains }: BreachedSite, owner: Platform | undefined, owners: ReadonlyMap<string, string>) {
  if (name === undefined) return owner === undefined ? `there is no platform "${slug}" to give domains to: name the site` : null;
  if (owner !== undefined) {
    const isSame = domains.some((domain) => siteOf(`https://${domain}`) === siteOf(owner.homepage));
    return isSame ? null : `the slug is taken by another site, ${owner.homepage}`;
  }
  const taken = domains.find((domain) => owners.has(domain));
  return taken === undefined ? null : `${taken} is the site of "${owners.get(taken)}" already`;
}

function unprobed(slug: string, name: string, [domain]: readonly string[], tags: readonly string[] = []): Platform {
  return {
    slug,
    name,
    homepage: `https://${domain}`,
    icon: null,
    tags: ['breached', ...tags],
    strength: 'standard',
    instant: [],
    probes: {},
  };
}

/** The host of a homepage that is a whole site; another text for one that is not. */
function wholeSite(homepage: string): string {
  return homepage.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
