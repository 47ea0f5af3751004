import type { IpClaim } from './claim.js';

/** VPN brands in their own spelling, by their names in the data. */
const BRANDS: Readonly<Record<string, string>> = { Mullvad: 'Mullvad', ProtonVPN: 'Proton VPN' };

/**
 * The claim from a listed range. A list shows nothing about addresses that are not in it: no field is ever false.
 *
 * A privacy relay does not count as a VPN: it hides the address from sites but keeps the region, and its owner says so.
 *
 * @param kind `hosting`, `cdn`, `vpn`, `tor` or `bot`
 * @param name of the range's holder
 */
export function claimOfKind(kind: string, name: string): IpClaim {
  const source = 'network-kinds';
  switch (kind) {
    case 'hosting':
      return { source, fields: { isHosting: true, connectionType: 'Hosting' }, codes: ['hosting_range'] };
    case 'cdn':
      return { source, fields: { isHosting: true, connectionType: 'Hosting' }, codes: ['hosting_range', 'content_delivery'] };
    case 'tor':
      return { source, fields: { isTor: true }, codes: ['tor_exit'] };
    case 'bot':
      return { source, fields: { isScraper: true }, codes: ['declared_crawler'] };
    case 'vpn': {
      const operator = BRANDS[name];
      if (operator === undefined) return { source, fields: {}, codes: ['privacy_relay'] };
      return { source, fields: { isVpn: true, operator }, codes: ['vpn_brand'] };
    }
    default:
      return { source, fields: {}, codes: [] };
  }
}
