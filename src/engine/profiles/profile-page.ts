/** Addresses of profiles, made of the platform's own template: never of a link in an answer. Pure. */
import type { QueryType } from '../../kernel/identity/identity.js';
import type { Platform } from '../catalogue/rules/platform.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { buildUrl } from '../http/probe-request.js';
import { variablesFor } from '../http/probe-variables.js';
import { profileUrl } from '../linked-accounts/profile-pages.js';

/** Paths that answer programs, and lists in which the name is searched for. */
const NO_PAGE = /[/.?&_-](?:api|ajax|json|xml|rss|rpc|graphql|oembed|search|check|lookup|find|exists?|validate|v\d)(?:[/.?&=_-]|$)/i;

/** Whether a rule reads the page that people see: a GET without keys of what is not JSON. */
function readsPage({ request, registered, credentials, prelude }: ProbeRule): boolean {
  const { contentType, json } = registered ?? {};
  return (
    request.method === 'GET' &&
    credentials === undefined &&
    prelude === undefined &&
    json === undefined &&
    (contentType ?? 'html') === 'html' &&
    !NO_PAGE.test(request.url.replace(/^https?:\/\//, ''))
  );
}

/** The template of a username's page: the platform's own, or the address of the page that its rule reads; null: none is known. */
function pageOf({ profilePage, probes: { username: rule } }: Pick<Platform, 'profilePage' | 'probes'>): string | null {
  return profilePage ?? (rule !== undefined && readsPage(rule) ? rule.request.url : null);
}

/**
 * The address of the profile of a username.
 *
 * @param platform absent: it has left the catalogue
 * @returns null for other identities, and where no address is known
 */
export function profilePageOf(platform: Platform | undefined, type: QueryType, identity: string): string | null {
  if (platform === undefined || type !== 'username') return null;
  const page = profileUrl(platform.slug, identity) ?? pageOf(platform);
  if (page === null || !/^https:/.test(page)) return null;
  return buildUrl(page, variablesFor({ type, value: identity }))?.href ?? null;
}
