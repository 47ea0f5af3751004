/** Finds the platform that already covers a site. Pure. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { PLACEHOLDER, templateUrl } from '../../src/engine/catalogue/safety/request-parts.js';
import type { SourceEntry } from './source-entry.js';

/** A host without `www.` and without the label that contains the handle. */
export function siteHost(url: string): string {
  return (templateUrl(url)?.hostname ?? '').replace(`${PLACEHOLDER}.`, '').replace(/^www\./, '');
}

/** Key of a request for deduplication: host, path and query, regardless of scheme, `www.`, case and trailing slash. */
export function requestKey(url: string): string {
  const template = templateUrl(url);
  if (template === null) return url.toLowerCase();
  return `${template.hostname.replace(/^www\./, '')}${template.pathname.replace(/\/+$/, '')}${template.search}`.toLowerCase();
}

/**
 * A function that gives the platform whose homepage or requests are at an entry's host, or null. Of several, one that takes usernames:
 * the site is then covered.
 */
export function createOwnerFinder(platforms: readonly Platform[]): (entry: SourceEntry) => Platform | null {
  const owners = new Map<string, Platform>();
  const takesUsernames = (platform: Platform | undefined): boolean => platform?.probes.username !== undefined;
  for (const platform of platforms) {
    for (const url of [platform.homepage, ...Object.values(platform.probes).map(({ request }) => request.url)]) {
      const host = siteHost(url);
      if (!owners.has(host) || (!takesUsernames(owners.get(host)) && takesUsernames(platform))) owners.set(host, platform);
    }
  }
  return ({ url, homepage, siteSoftware }) => {
    const hosts = siteSoftware === undefined ? [siteHost(url), siteHost(homepage)] : [siteSoftware.host.replace(/^www\./, '')];
    const found = hosts.flatMap((host) => owners.get(host) ?? []);
    return found.find(takesUsernames) ?? found[0] ?? null;
  };
}
