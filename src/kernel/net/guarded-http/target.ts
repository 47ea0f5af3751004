import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { normalise } from '../../values/normalise.js';
import { parseUrl } from '../../values/parse-url.js';
import { addressBytes } from './addresses.js';
import type { UrlViolation } from './failure.js';

/** A URL whose every part was read exactly as written. */
export interface Target {
  readonly url: URL;
  readonly secure: boolean;
  /** Name in lower-case ASCII, or address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** The port is allowed only in networks that the operator named, not on any host. */
  readonly needsNamedNetwork: boolean;
}

export type ParsedTarget = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly violation: UrlViolation };

export interface UrlRules {
  /** Plain http is allowed besides https. */
  readonly allowHttp: boolean;
  /** Lowest port that is allowed besides the scheme's own. */
  readonly portsFrom: number;
  /** Whether the operator named any network; if not, any other port is refused at once. */
  readonly namedNetworks: boolean;
}

const MAX_URL_LENGTH = 8_192;
const AUTHORITY = /^(https?):\/\/([^/?#]*)(?=[/?#]|$)/i;
/** Control characters, spaces and backslashes: parsers strip the first two and read the last as a slash. */
const FORBIDDEN_CHARACTERS = /[\p{Cc} \\]/u;

/**
 * Parses a URL strictly: what this function and the runtime's own parser read differently is refused. Fragments are dropped.
 */
export function parseTarget(raw: string, rules: UrlRules): ParsedTarget {
  const refuse = (violation: UrlViolation) => ({ ok: false as const, violation });
  if (raw.length > MAX_URL_LENGTH || FORBIDDEN_CHARACTERS.test(raw)) return refuse('malformed_url');
  const [, scheme = '', authority = ''] = AUTHORITY.exec(raw) ?? [];
  if (scheme === '') return refuse(/^[a-z][a-z0-9+.-]*:/i.test(raw) && !/^https?:/i.test(raw) ? 'scheme_not_allowed' : 'malformed_url');
  const secure = scheme.toLowerCase() === 'https';
  if (!secure && !rules.allowHttp) return refuse('scheme_not_allowed');
  if (authority.includes('@')) return refuse('userinfo');
  const [, rawHost = '', rawPort] = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/.exec(authority) ?? [];
  const read = parseHost(rawHost);
  if (!read.ok) return refuse(read.violation);
  const port = portOf(rawPort, secure);
  if (port === null) return refuse('malformed_url');
  const needsNamedNetwork = port !== (secure ? 443 : 80) && port < rules.portsFrom;
  if (needsNamedNetwork && !rules.namedNetworks) return refuse('port_not_allowed');
  const url = parseUrl(raw);
  if (url === null || !isParsedAlike(url, read.host, port, secure)) return refuse('malformed_url');
  url.hash = '';
  return { ok: true, target: { url, secure, host: read.host, isAddress: read.isAddress, port, needsNamedNetwork } };
}

function portOf(raw: string | undefined, secure: boolean): number | null {
  if (raw === undefined) return secure ? 443 : 80;
  if (!/^[1-9]\d{0,4}$/.test(raw) || Number(raw) > 65_535) return null;
  return Number(raw);
}

function isParsedAlike(url: URL, host: string, port: number, secure: boolean): boolean {
  const expected = host.includes(':') ? new URL(`http://[${host}]/`).hostname : host;
  const ownPort = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return url.hostname === expected && ownPort === port && url.username === '' && url.password === '';
}

/** A host in the form in which it may be requested: an address, or a name in lower-case ASCII. */
export type ParsedHost =
  | { readonly ok: true; readonly host: string; readonly isAddress: boolean }
  | { readonly ok: false; readonly violation: UrlViolation };

/** Characters that are invisible, or that change how their neighbours appear. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]/u;
/** Characters that URL parsers read as a dot. */
const ALTERNATIVE_DOT = /[\u3002\uff0e\uff61]/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** What the URL standard takes for an IPv4 address in some notation ("ends in a number"). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/i;
const MAX_NAME_LENGTH = 253;
/** Longest host as it is written: no name with letters of other scripts is longer. */
const MAX_RAW_LENGTH = 1_024;

/**
 * Reads the host of a URL or of a mail exchanger. Only the standard spelling is accepted: the libraries on the way to a socket disagree on
 * others, and a host that was checked as a name could be connected to as an address.
 *
 * @param raw a name (IDN too), a dotted IPv4 address, or an IPv6 address with or without brackets
 */
export function parseHost(raw: string): ParsedHost {
  const refuse = (violation: UrlViolation) => ({ ok: false as const, violation });
  if (raw.length > MAX_RAW_LENGTH) return refuse('odd_host_name');
  if (INVISIBLE.test(raw)) return refuse('invisible_character');
  if (raw.startsWith('[') || raw.includes(':')) {
    const address = /^\[(.*)\]$/.exec(raw)?.[1] ?? raw;
    return isIPv6(address) && addressBytes(address) !== null
      ? { ok: true, host: address.toLowerCase(), isAddress: true }
      : refuse('odd_address');
  }
  if (raw === '') return refuse('malformed_url');
  if (raw.endsWith('.')) return refuse('trailing_dot');
  if (ALTERNATIVE_DOT.test(raw)) return refuse('odd_host_name');
  if (raw.split('.').includes('')) return refuse('empty_label');
  if (NUMBER.test(raw.split('.').at(-1) ?? '')) {
    return isIPv4(raw) ? { ok: true, host: raw, isAddress: true } : refuse('odd_address');
  }
  return parseName(raw, refuse);
}

/** Whether a label in Punycode stands for a text: Node 20 refuses others, Node 24 passes them on as they are. */
const isDecodable = (label: string): boolean => !label.startsWith('xn--') || !/^(?:xn--|$)/.test(domainToUnicode(label));

function parseName(raw: string, refuse: (violation: UrlViolation) => ParsedHost): ParsedHost {
  // Compatibility forms (full-width letters, circled digits) stand for other characters.
  if (normalise(raw, 'NFKC') !== normalise(raw)) {
    return refuse(NUMBER.test(domainToASCII(raw).split('.').at(-1) ?? '') ? 'odd_address' : 'odd_host_name');
  }
  // A percent sign would be decoded by the next parser.
  const host = raw.includes('%') ? '' : domainToASCII(raw);
  const labels = host.split('.');
  if (NUMBER.test(labels.at(-1) ?? '')) return refuse('odd_address');
  if (host.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label) && isDecodable(label))) return refuse('odd_host_name');
  return { ok: true, host, isAddress: false };
}
