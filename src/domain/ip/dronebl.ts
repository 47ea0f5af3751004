import type { IpClaim, IpCode, IpFields } from './claim.js';

/**
 * Classes of listings in DroneBL, by the last number of its answer (127.0.0.n), as its clients define them. Classes that its own table
 * calls experimental (17) or possible (18) give a code and decide no field; unknown numbers are listings too.
 */
const CLASSES: Readonly<Record<number, { readonly code: IpCode; readonly fields?: IpFields }>> = {
  3: { code: 'irc_drone', fields: { isCompromised: true } },
  6: { code: 'spam_drone', fields: { isCompromised: true } },
  7: { code: 'ddos_drone', fields: { isCompromised: true } },
  8: { code: 'open_socks_proxy', fields: { isProxy: true } },
  9: { code: 'open_http_proxy', fields: { isProxy: true } },
  10: { code: 'proxy_chain', fields: { isProxy: true } },
  11: { code: 'web_proxy', fields: { isProxy: true } },
  12: { code: 'open_resolver' },
  13: { code: 'brute_force' },
  14: { code: 'open_wingate_proxy', fields: { isProxy: true } },
  15: { code: 'compromised_router', fields: { isCompromised: true } },
  16: { code: 'autorooting_worm', fields: { isCompromised: true } },
  17: { code: 'suspected_botnet' },
  19: { code: 'abused_vpn', fields: { isVpn: true } },
};

/** Entries that only serve to test a client (RFC 5782, 5). */
const TEST_CLASSES: ReadonlySet<number> = new Set([1, 2]);

/**
 * The claim from a DroneBL answer. Not being listed does not show that an address is clean: no field is ever false.
 *
 * @param classes last numbers of the answers; none: not listed
 */
export function claimOfDronebl(classes: readonly number[]): IpClaim {
  const listed = classes
    .filter((number) => !TEST_CLASSES.has(number))
    .map((number) => CLASSES[number] ?? { code: 'other_listing' as const });
  return {
    source: 'dronebl',
    fields: Object.assign({}, ...listed.map(({ fields }) => fields)) as IpFields,
    codes: [...new Set(listed.map(({ code }) => code))].sort(),
  };
}
