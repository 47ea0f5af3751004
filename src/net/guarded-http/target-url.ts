import { parseUrl } from '../../domain/parse-url.js';
import { parseHost } from './parse-host.js';
import type { UrlObjection } from './types.js';

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

export type ParsedTarget = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly objection: UrlObjection };

export interface UrlRules {
  /** Plain http is allowed besides https. */
  readonly allowHttp: boolean;
  /** Ports besides the scheme's own. */
  readonly ports: readonly number[];
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
  const refuse = (objection: UrlObjection) => ({ ok: false as const, objection });
  if (raw.length > MAX_URL_LENGTH || FORBIDDEN_CHARACTERS.test(raw)) return refuse('malformed_url');
  const [, scheme = '', authority = ''] = AUTHORITY.exec(raw) ?? [];
  if (scheme === '') return refuse(/^[a-z][a-z0-9+.-]*:/i.test(raw) && !/^https?:/i.test(raw) ? 'scheme_not_allowed' : 'malformed_url');
  const secure = scheme.toLowerCase() === 'https';
  if (!secure && !rules.allowHttp) return refuse('scheme_not_allowed');
  if (authority.includes('@')) return refuse('userinfo');
  const [, rawHost = '', rawPort] = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/.exec(authority) ?? [];
  const read = parseHost(rawHost);
  if (!read.ok) return refuse(read.objection);
  const port = portOf(rawPort, secure);
  if (port === null) return refuse('malformed_url');
  const needsNamedNetwork = port !== (secure ? 443 : 80) && !rules.ports.includes(port);
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
