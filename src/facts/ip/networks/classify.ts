import { CONSUMER, CONTENT_DELIVERY, HOSTING, MIXED, MOBILE, VPN } from './tables.js';
import { ORGANISATIONS } from './organisations.js';
import { kindOfOwner, type OwnerKind } from './owner-names.js';

/** A network of a list: a part of its holder's name, and the key of its line. */
interface Listed {
  readonly owner: string;
  readonly key: string;
}

/** Reads lines such as `US: '7922 Comcast, 7015 Comcast'`. */
function readLists(lists: Readonly<Record<string, string>>): ReadonlyMap<number, Listed> {
  const entries = Object.entries(lists).flatMap(([key, list]) => list.split(',').map((entry) => [key, entry.trim().split(/\s+/)] as const));
  return new Map(entries.map(([key, [number, ...owner]]) => [Number(number), { key, owner: owner.join(' ') }]));
}

/** All networks of known kinds. */
export const KNOWN_NETWORKS = {
  vpn: VPN,
  hosting: HOSTING,
  mobile: readLists(MOBILE),
  consumer: readLists(CONSUMER),
  organisation: readLists(ORGANISATIONS),
} as const;

/** Networks of access lines that serve a second country: Hi3G's in Denmark, Free's in Italy. */
const IN_TWO_COUNTRIES: ReadonlySet<number> = new Set([44034, 12322, 51207]);

/** Networks of one country: those that sell access to people in it, and others that are in it alone. */
const HOMES = new Map(
  [...readLists(MIXED), ...KNOWN_NETWORKS.mobile, ...KNOWN_NETWORKS.consumer]
    .filter(([number]) => !IN_TWO_COUNTRIES.has(number))
    .map(([number, { key }]) => [number, key]),
);

/** What is known of a network. */
export interface NetworkKind {
  readonly kind: keyof typeof KNOWN_NETWORKS | OwnerKind;
  /** Whether the number shows it, or else only the name of the holder. */
  readonly shownBy: 'number' | 'name';
}

/** The kind of a network: by its number, or else by the name of its holder; null where neither shows it. */
export function classifyNetwork(number: number, owner: string | null): NetworkKind | null {
  for (const kind of ['vpn', 'hosting', 'mobile', 'consumer', 'organisation'] as const) {
    if (KNOWN_NETWORKS[kind].has(number)) return { kind, shownBy: 'number' };
  }
  const kind = owner === null ? null : kindOfOwner(owner);
  return kind === null ? null : { kind, shownBy: 'name' };
}

/** The only country of a network; null: it is in several, or unknown. */
export const homeCountry = (number: number): string | null => HOMES.get(number) ?? null;
/** Whether a network answers from a location near its clients. */
export const isContentDelivery = (number: number): boolean => CONTENT_DELIVERY.has(number);
/** The brand of a VPN's network; null where none is certain. */
export const vpnBrand = (number: number): string | null => VPN.get(number) ?? null;
