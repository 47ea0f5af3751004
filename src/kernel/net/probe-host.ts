/** The hosts that a probe may query: public ones, and never those from which software packages are downloaded. */
import { createHash } from 'node:crypto';
import { parse } from 'tldts';
import { memoize } from '../values/memoize.js';

/**
 * SHA-256 of the registrable domains (or narrower names) of package registries. Probing them would disturb every
 * installation behind a shared IP address, so they are excluded; digests keep their names out of this repository.
 * To add one: `printf %s the.domain | sha256sum`.
 */
const REGISTRIES: ReadonlySet<string> = new Set([
  '00a7dc5a0cc388586b8665846e7d8ae94a6dd096f2aa1aa3b4aab4ac484f998a',
  '048e76c14ef34200a2fd1bff13c584ea0770b46ab008f537a9cb62637655eb2b',
  '0544fc952eefa8d170bbd200b75827f5bb58e39b132e7c871c1bc8a9d5e09ce5',
  '17494bdc4b57488014db08c8e0bcef3841360526bc855b445ab0508b07aa5bd7',
  '2c77714df232b07f0e8ff768526d166e1a94e606d989d4608c3f1713a0712ae5',
  '317d2d52829b78129d2c9e43d001899f0c8d30968bae00b848a47154df56b0ca',
  '386c042daaf7f1eb6ebb565150082bfb4531a77ec75b31abacfe3857a29a211c',
  '3ca29e55be4befa48f875d24c27f9bed32fe06588819ed6264084b6670a1ebb0',
  '3e5177b57c802a222fac8c8265744fd35b54648787ccd4fa7136a5eb05b901ce',
  '41b464c047c28da294409530fd0a8d08e110b5c9de14e49a71315ab3d6d5d090',
  '4f247acdba6480ead77619606edee0be30f80bc591df5f8b4ff1d4f2b6f601e1',
  '51d88047516dce0edd2a91f80416c2085a36f2b67d5cda7ae1fee45ca36aeecb',
  '66394d5952c288e40ccaec7daa9aa49da941dfd405ca83f9feac5a590539dc59',
  '6742ce45033ee24bf4abe569ba1d5aa84ea1811ad0515b4776fb202c3203a709',
  '6af40d8f60238faa48c0dd22f3a61c2f52aa6a2fe2e83469e4cddc59adddb6e8',
  '6f43afdf2d19b5e376ee6fcf223d1fa1adde7bf84b46a812ae63c232e9a7eef1',
  '75adac515f0bd3db64beb3cdd657340ff9f5443675a8cea41731a4d5d57d0c45',
  '784dbd730457db958e1133b6f70fd41c66d1b1a36071f9a6ff1f0726149cc0d6',
  '789e46d79514e28093cabe2bb4a0798266f584b0e508ef269ebabb6e57859290',
  '8743857e3ea00fd1c64bbc68b8af241954ad2c285e7a60340eec7ea5dcb200db',
  '87d14f070cb9686970d008f9f94e668075fd37620381409858bf040ae1271d51',
  '8b5bb5eb9d758455b8635855cf8aaf05b68775e3f83f0291e800ef338fb9783c',
  '9da5f32d964125123cc368f231b473bea59307f811c7b9b2e731601e586b82b5',
  '9fc706a8a180da0b182ea38d6091fd694a16b9fb9186053b34c0604bdaecce20',
  'a242216bc91a612b0d08da08f58fe2ff86ab1341b1a2ea8fa1974378093e3786',
  'a2e0cac798040a079bc79ff08aaa5374a7f86621626cb7818cf5676738e570ac',
  'a4aa2ac280bb8d1a0ce7a1be5a7bfb10292b49fe9435ad5cff19f421f3c70e41',
  'aa924a6f6c848636266515fc0609fb2cb280908305487ce95a6c106de826386c',
  'be57af6b78a7facae64f87c4f9230a273a036b2a192a16104abb469385e28f46',
  'c3db8466ffcd858989be3a43536c07568731e95124fb23850abac30074fac4f3',
  'd6d7019ca9fcbf07c769e445342515ef0c92e4f18a96adbb3bf6460f5b0ba17f',
  'e0fdcc94a2080e5e3da6e1544afce0ba1d89c5f4b82c62abc7b77590e2d529ff',
  'e2dd3580aeebec6412c05eea976bbe4ceaf03cac38d78d6f77ee0cc0807c1101',
  'e4c157c5e3afda9f2f9a6b05d06fde6eb60c1b503f694c264a8a93649c4cb9c1',
  'fad691c6d9ae77c43a007ead29eea7edae34413791f7e8e2c975f2278c6a939f',
]);

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
