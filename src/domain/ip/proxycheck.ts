import { CONNECTION_TYPES, type ConnectionType } from '../lookup/enrichment.js';
import type { SourceFailure } from '../lookup/enrichment-ports.js';
import type { IpClaim, IpFields } from './claim.js';
import { parseAsn } from './network-record.js';
import { parseCountryCode, parseDegrees, asObject, parseFlag, parseName, parsePercent } from '../readings.js';

/** Statuses of a response with data; `denied` is a used-up allowance or a blocked key, `error` a request that it cannot read. */
const WITH_DATA: ReadonlySet<unknown> = new Set(['ok', 'warning']);

/**
 * Reads a response of proxycheck.io, version 3: `{status, [address]: {network, location, detections, operator}}`.
 *
 * @param isAsked whether a member's name is the queried address, in any spelling
 * @returns the claim, or why the response cannot be used
 */
export function readProxycheck(body: unknown, isAsked: (name: string) => boolean): IpClaim | SourceFailure {
  const { status, ...members } = asObject(body);
  if (status === 'denied' || status === 'error') return 'refused';
  if (!WITH_DATA.has(status)) return 'malformed';
  const entry = Object.entries(members).find(([name, value]) => isAsked(name) && typeof value === 'object' && value !== null)?.[1];
  if (entry === undefined) return 'malformed';
  const { network, location, detections, operator } = asObject(entry);
  if (![network, location, detections].some((part) => typeof part === 'object' && part !== null)) return 'malformed';
  const says = {
    ...riskFields(asObject(detections), operator),
    ...networkFields(asObject(network)),
    ...locationFields(asObject(location)),
  };
  return { source: 'proxycheck', fields: says, codes: [] };
}

function riskFields(detections: Readonly<Record<string, unknown>>, operator: unknown): IpFields {
  const riskScore = parsePercent(detections['risk']);
  return {
    riskScore,
    confidence: riskScore === null ? null : parsePercent(detections['confidence']),
    isProxy: parseFlag(detections['proxy']),
    isVpn: parseFlag(detections['vpn']),
    isTor: parseFlag(detections['tor']),
    isHosting: parseFlag(detections['hosting']),
    isScraper: parseFlag(detections['scraper']),
    isCompromised: parseFlag(detections['compromised']),
    operator: parseName(asObject(operator)['name']),
  };
}

function networkFields(network: Readonly<Record<string, unknown>>): IpFields {
  const number = parseAsn(network['asn']);
  return {
    asn: number === null ? null : `AS${number}`,
    isp: parseName(network['provider']) ?? parseName(network['organisation']),
    connectionType: CONNECTION_TYPES.find((type): type is ConnectionType => type === network['type']) ?? null,
  };
}

function locationFields(location: Readonly<Record<string, unknown>>): IpFields {
  return {
    countryCode: parseCountryCode(location['country_code']),
    regionName: parseName(location['region_name']),
    cityName: parseName(location['city_name']),
    latitude: parseDegrees(location['latitude'], 90),
    longitude: parseDegrees(location['longitude'], 180),
    timezone: parseName(location['timezone']),
  };
}
