import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * One spelling for every address: IPv4 in dotted decimals, IPv6 as in RFC 5952, an IPv4 address mapped into IPv6 as IPv4.
 *
 * Spellings that programs read differently are refused, so that no address other than the intended one is looked up: octal, hexadecimal,
 * short and whole-number IPv4 (`0177.1`, `0x7f000001`), leading zeros, brackets, ports, prefixes and zone ids, which name an interface of
 * the caller's machine.
 *
 * @returns null when the text is no address in a standard spelling
 */
export function canonicalIp(text: string): string | null {
  const trimmed = text.trim();
  if (isIP(trimmed) === 0 || trimmed.includes('%')) return null;
  return ipaddr.process(withoutDottedTail(trimmed)).toString();
}

/** IPv6 in hexadecimal groups only: the library takes `::192.0.2.1`, a distinct address, for the mapped one. */
function withoutDottedTail(text: string): string {
  const [, head, tail] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  if (head === undefined || tail === undefined) return text;
  const hex = Buffer.from(tail.split('.').map(Number)).toString('hex');
  return `${head}${hex.slice(0, 4)}:${hex.slice(4)}`;
}

/** An address as numbers. @param ip in its canonical spelling */
export function parseIp(ip: string): IPv4 | IPv6 {
  return ipaddr.process(ip);
}
