import type { ProbeRule } from '../domain/catalogue/probe-rule.js';
import { registrableDomain } from './probe-host.js';
import { PLACEHOLDER, templateUrl } from './request-parts.js';

/**
 * Why a rule's hosts are not those of its platform, in one sentence; null when they are. A third party's mirror or tracker sees
 * the platform only from outside, so every host whose response is evaluated is under the homepage's registrable domain, or the
 * rule states whose it is.
 */
export function foreignHostFault({ request, hostReason }: ProbeRule, homepage: string): string | null {
  if (hostReason !== undefined) return null;
  const home = siteOf(homepage);
  const foreign = [request.url, ...(request.redirectHosts ?? []).map((host) => `https://${host}/`)].find((url) => siteOf(url) !== home);
  if (foreign === undefined) return null;
  const host = templateUrl(foreign)?.hostname ?? foreign;
  const asked = host.includes(PLACEHOLDER) ? siteOf(foreign) : host;
  return `asks ${asked}, which is not under the homepage's domain ${home}: say in \`hostReason\` whose host it is`;
}

/** The registrable domain of a URL; for an IP address or a single-label name, the whole host. */
function siteOf(url: string): string {
  const host = templateUrl(url)?.hostname ?? url;
  return registrableDomain(host) ?? host;
}
