import { CONNECTION_TYPES, type ConnectionType } from '../enrichment.js';
import type { Silence } from '../enrichment-ports.js';
import type { AddressClaim, AddressStatements } from './claim.js';
import { numberOf } from './network-record.js';
import { countryCodeOf, degreesOf, fieldsOf, flagOf, nameOf, percentOf } from '../readings.js';

/** Statuses of a response with data; `denied` is a used-up allowance or a blocked key, `error` a request that it cannot read. */
const WITH_DATA: ReadonlySet<unknown> = new Set(['ok', 'warning']);

/**
 * Reads a response of proxycheck.io, version 3: `{status, [address]: {network, location, detections, operator}}`.
 *
 * @param isAsked whether a member's name is the queried address, in any spelling
 * @returns the claim, or why the response cannot be used
 */
export function readProxycheck(body: unknown, isAsked: (name: string) => boolean): AddressClaim | Silence {
  const { status, ...members } = fieldsOf(body);
  if (status === 'denied' || status === 'error') return 'refused';
  if (!WITH_DATA.has(status)) return 'malformed';
  const entry = Object.entries(members).find(([name, value]) => isAsked(name) && typeof value === 'object' && value !== null)?.[1];
  if (entry === undefined) return 'malformed';
  const { network, location, detections, operator } = fieldsOf(entry);
  if (![network, location, detections].some((part) => typeof part === 'object' && part !== null)) return 'malformed';
  const says = { ...risk(fieldsOf(detections), operator), ...owner(fieldsOf(network)), ...place(fieldsOf(location)) };
  return { source: 'proxycheck', says, codes: [] };
}

function risk(detections: Readonly<Record<string, unknown>>, operator: unknown): AddressStatements {
  const riskScore = percentOf(detections['risk']);
  return {
    riskScore,
    confidence: riskScore === null ? null : percentOf(detections['confidence']),
    isProxy: flagOf(detections['proxy']),
    isVpn: flagOf(detections['vpn']),
    isTor: flagOf(detections['tor']),
    isHosting: flagOf(detections['hosting']),
    isScraper: flagOf(detections['scraper']),
    isCompromised: flagOf(detections['compromised']),
    operator: nameOf(fieldsOf(operator)['name']),
  };
}

function owner(network: Readonly<Record<string, unknown>>): AddressStatements {
  const number = numberOf(network['asn']);
  return {
    asn: number === null ? null : `AS${number}`,
    isp: nameOf(network['provider']) ?? nameOf(network['organisation']),
    connectionType: CONNECTION_TYPES.find((type): type is ConnectionType => type === network['type']) ?? null,
  };
}

function place(location: Readonly<Record<string, unknown>>): AddressStatements {
  return {
    countryCode: countryCodeOf(location['country_code']),
    regionName: nameOf(location['region_name']),
    cityName: nameOf(location['city_name']),
    latitude: degreesOf(location['latitude'], 90),
    longitude: degreesOf(location['longitude'], 180),
    timezone: nameOf(location['timezone']),
  };
}
