/** Where the accounts of a site are, and whom an address of it is about. */
import { percentDecode } from '../escapes.js';
import type { SitePlan } from './site-plan.js';

/** Where a client asks. */
export interface SiteAddress {
  /** Lower case, without port. */
  readonly host: string;
  /** Path and query. */
  readonly target: string;
}

/** Segment before the names of sites whose accounts are not at the root. */
const PREFIX = 'u';

export function addressOf({ host, traits }: Pick<SitePlan, 'host' | 'traits'>, name: string): string {
  if (traits.accounts === 'label') return `https://${name}.${host}/`;
  return `https://${host}/${traits.accounts === 'prefix' ? `${PREFIX}/` : ''}${name}${traits.slash ? '/' : ''}`;
}

/** The name that an address asks about; '' at the root, null where there are no names. */
export function nameAt({ host, traits }: SitePlan, address: SiteAddress): string | null {
  const path = address.target.split(/[?#]/, 1)[0] ?? '/';
  if (traits.accounts === 'label') {
    if (path !== '/') return null;
    return address.host === host ? '' : address.host.slice(0, -host.length - 1);
  }
  if (path === '/') return '';
  const prefix = traits.accounts === 'prefix' ? `/${PREFIX}/` : '/';
  if (!path.startsWith(prefix)) return null;
  const name = path.slice(prefix.length).replace(/\/$/, '');
  return name === '' || name.includes('/') ? null : percentDecode(name);
}
