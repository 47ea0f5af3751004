/** Finds the platform that already covers a site. Pure. */
import type { Platform } from '../../domain/catalogue/platform.js';
import { PLACEHOLDER, templateUrl } from '../request-parts.js';
import type { SourceEntry } from './source-entry.js';

/** A host without `www.` and without the label that contains the handle. */
export function siteHost(url: string): string {
  return (templateUrl(url)?.hostname ?? '').replace(`${PLACEHOLDER}.`, '').replace(/^www\./, '');
}

/** Key of a request for deduplication: host, path and query, regardless of scheme, `www.`, case and trailing slash. */
export function requestKey(url: string): string {
  const asked = templateUrl(url);
  if (asked === null) return url.toLowerCase();
  return `${asked.hostname.replace(/^www\./, '')}${asked.pathname.replace(/\/+$/, '')}${asked.search}`.toLowerCase();
}

/** A function that gives the slug of the platform whose homepage or requests are at an entry's host, or null. */
export function createOwnerFinder(platforms: readonly Platform[]): (entry: SourceEntry) => string | null {
  const owners = new Map<string, string>();
  for (const { slug, homepage, probes } of platforms) {
    for (const url of [homepage, ...Object.values(probes).map(({ request }) => request.url)]) {
      const host = siteHost(url);
      if (!owners.has(host)) owners.set(host, slug);
    }
  }
  return ({ url, homepage, siteSoftware }) => {
    const hosts = siteSoftware === undefined ? [siteHost(url), siteHost(homepage)] : [siteSoftware.host.replace(/^www\./, '')];
    return hosts.map((host) => owners.get(host)).find((owner) => owner !== undefined) ?? null;
  };
}
