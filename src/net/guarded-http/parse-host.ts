import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { addressBytes } from './networks.js';
import type { UrlObjection } from './types.js';

/** A host in the form in which it may be requested: an address, or a name in lower-case ASCII. */
export type ParsedHost =
  | { readonly ok: true; readonly host: string; readonly isAddress: boolean }
  | { readonly ok: false; readonly objection: UrlObjection };

/** Characters that are invisible, or that change how their neighbours appear. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]/u;
/** Characters that URL parsers read as a dot. */
const ALTERNATIVE_DOT = /[\u3002\uff0e\uff61]/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** What the URL standard takes for an IPv4 address in some notation ("ends in a number"). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/i;
const MAX_NAME_LENGTH = 253;

/**
 * Reads the host of a URL or of a mail exchanger. Only the standard spelling is accepted: the libraries on the way to a socket disagree on
 * others, and a host that was checked as a name could be connected to as an address.
 *
 * @param raw a name (IDN too), a dotted IPv4 address, or an IPv6 address with or without brackets
 */
export function parseHost(raw: string): ParsedHost {
  const refuse = (objection: UrlObjection) => ({ ok: false as const, objection });
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

function parseName(raw: string, refuse: (objection: UrlObjection) => ParsedHost): ParsedHost {
  // Compatibility forms (full-width letters, circled digits) stand for other characters.
  if (raw.normalize('NFKC') !== raw.normalize('NFC')) {
    return refuse(NUMBER.test(domainToASCII(raw).split('.').at(-1) ?? '') ? 'odd_address' : 'odd_host_name');
  }
  // A percent sign would be decoded by the next parser.
  const host = raw.includes('%') ? '' : domainToASCII(raw);
  const labels = host.split('.');
  if (NUMBER.test(labels.at(-1) ?? '')) return refuse('odd_address');
  if (host.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) return refuse('odd_host_name');
  return { ok: true, host, isAddress: false };
}
