import type { ProbeRule } from '../catalogue/rules/probe-rule.js';

/**
 * Where the address of an account stands: as a first segment of the path (`https://site/{username}`), as a host (`https://{username}.site`)
 * and as a segment further inside (`https://site/users/{username}`) it shares its names with pages of the site itself; elsewhere it does
 * not.
 */
export type AccountPosition = 'root' | 'host' | 'inside' | 'elsewhere';

const HOST = /^https?:\/\/\{username(?::[a-z]+)?\}\./;
/**
 * The segment is the name alone, or with a file's ending: `/about.html` and `/help/topics` are pages as `/about` is. No page of a site has
 * a sign before its name, so that `/@{username}`, `/~{username}` and `/user,{username}` are elsewhere.
 */
const ROOT = /^https?:\/\/[^/?#{}]+\/\{username(?::[a-z]+)?\}(?:\.[a-z]+)?(?:[/?#]|$)/;
/** The same behind other segments. */
const INSIDE = /^https?:\/\/[^?#]+\/\{username(?::[a-z]+)?\}(?:\.[a-z]+)?(?:[/?#]|$)/;

/**
 * Where a rule looks for an account. A POST asks an interface, whose answer is no page.
 *
 * @param rule of usernames; of other query types it is always `elsewhere`
 */
export function accountPosition({ request }: Pick<ProbeRule, 'request'>): AccountPosition {
  if (request.method === 'POST') return 'elsewhere';
  if (HOST.test(request.url)) return 'host';
  if (ROOT.test(request.url)) return 'root';
  return INSIDE.test(request.url) ? 'inside' : 'elsewhere';
}
