/** Recognises Discourse where a source does not name it: by the form of URLs, and by a list of sites known to run it. Pure. */
import sites from './sites.json' with { type: 'json' };

/**
 * Sites that the sources check by status alone although they run Discourse, whose typed responses say more. A site that runs
 * other software never passes its control, so an error here loses a verdict and never makes a wrong one.
 */
const DISCOURSE_HOSTS: ReadonlySet<string> = new Set(sites.discourse);

/** Text that only Discourse shows, on the page of a missing account. */
const ABSENCE = 'Oops! That page doesn’t exist or is private';
/** Paths that no other software has; the profile's own path is shared with others (Flarum, Lemmy). */
const OWN_PATH = /^\/u\/\{username\}\/(?:summary|activity)(?:\.json)?\/?$/;
const PROFILE_PATH = /^\/u\/\{username\}(?:\.json)?\/?$/;

/** Whether a profile page at this path of this host is one of Discourse. */
export function isDiscourse(host: string, path: string, absence: readonly string[]): boolean {
  return OWN_PATH.test(path) || (PROFILE_PATH.test(path) && (DISCOURSE_HOSTS.has(host) || absence.some((text) => text.includes(ABSENCE))));
}

/** Parameter that Discourse's `UsersController#show` checks before it counts a view of the profile. */
const SKIP_VIEW_COUNT = 'skip_track_visit=true';

/**
 * The URL of a profile with the parameter that keeps Discourse from counting the view: for sites of which nothing but a URL
 * in Discourse's form is known. Other software ignores an unknown parameter.
 */
export function withoutViewCount(url: string): string {
  return /\/u\/\{username\}(?:\.json|\/badges)?\/?$/.test(url) ? `${url}?${SKIP_VIEW_COUNT}` : url;
}
