/** Networks in CIDR notation (RFC 4632, RFC 4291) that a key may be used from. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address before the IPv4 address that is mapped into it (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * Spellings that programs read differently are refused: octal, hexadecimal and short IPv4, which the library takes, and IPv4 within IPv6
 * that is not mapped, which it takes for mapped.
 *
 * @returns one spelling for each network, of mapped addresses as IPv4, without bits beyond the prefix; null when the text is none
 */
export function canonicalNetwork(text: string): string | null {
  const [, spelled = ''] = /^([^/%]+)\/\d{1,3}$/.exec(text) ?? [];
  const isMixed = /:.*\./.test(spelled) && !/^::ffff:/i.test(spelled);
  if (isIP(spelled) === 0 || isMixed || !ipaddr.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv4) return `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${bits}`;
  if (address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return canonicalNetwork(`${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  return `${ipaddr.IPv6.networkAddressFromCIDR(text).toString()}/${bits}`;
}
