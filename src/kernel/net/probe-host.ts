/** The hosts that a probe may query: public ones, and never those from which software packages are downloaded. */
import { createHash } from 'node:crypto';
import { parse } from 'tldts';
import registries from '../../../catalogue/package-registries.json' with { type: 'json' };
import { memoize } from '../values/memoize.js';

/** SHA-256 of names; the data file says why. */
const REGISTRIES: ReadonlySet<string> = new Set(registries.sha256);

/** Number of labels of the longest name in the list. */
const MAX_LISTED_LABELS = 3;

const isListed = memoize((name) => REGISTRIES.has(createHash('sha256').update(name).digest('hex')));

const labelsOf = (host: string): string[] => host.toLowerCase().replace(/\.$/, '').split('.');

/** True when the host, or a domain that it is under, belongs to a package registry. */
export function isPackageRegistry(host: string): boolean {
  return endsInRegistry(labelsOf(host));
}

/** True also when a host has a registry's name in front of its own domain: no shipped entry may name one. */
export function namesPackageRegistry(host: string): boolean {
  const labels = labelsOf(host);
  return labels.some((_, last) => endsInRegistry(labels.slice(0, last + 1)));
}

function endsInRegistry(labels: readonly string[]): boolean {
  for (let from = Math.max(0, labels.length - MAX_LISTED_LABELS); from < labels.length - 1; from++) {
    if (isListed(labels.slice(from).join('.'))) return true;
  }
  return false;
}

/** Where an entry comes from: shipped with the product, or provided by the operator, who may probe a network of their own. */
export type EntryOrigin = 'shipped' | 'operator';

/**
 * Why a host (lower-case name, without port) may not be probed, in one sentence; null when it may.
 * A public host is a name under a suffix of the IANA root zone (Public Suffix List, ICANN section).
 */
export function hostFault(host: string, origin: EntryOrigin): string | null {
  return origin === 'operator' ? registryFault(host) : shippedHostFault(host);
}

const registryFault = (host: string): string | null =>
  isPackageRegistry(host) ? `${host} belongs to a package registry, which is never probed` : null;

const shippedHostFault = memoize((host): string | null => {
  const fault = registryFault(host);
  if (fault !== null) return fault;
  const { isIp, isIcann, domain } = parse(host, { allowPrivateDomains: false, validateHostname: true });
  if (isIp === true) return `${host} is an address; shipped entries name public hosts`;
  // The list holds .onion (RFC 7686), which the public DNS does not.
  if (isIcann !== true || domain === null || host.endsWith('.onion')) return `${host} is not a public host name`;
  return null;
});

/** The labels before the registrable domain (`auth.services` of `auth.services.example.com`), as text. */
export function subdomainOf(host: string): string {
  return parse(host, { validateHostname: false }).subdomain ?? '';
}

/** The registrable domain (`example.com`), or null for IP addresses and single-label names. */
export function registrableDomain(host: string): string | null {
  return parse(host, { validateHostname: false }).domain;
}
