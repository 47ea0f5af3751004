/** Recognises Discourse where a source does not name it: by the form of URLs, and by a list of sites known to run it. Pure. */

/**
 * Sites that the sources check by status alone although they run Discourse, whose typed responses say more. A site that runs
 * other software never passes its control, so an error here loses a verdict and never makes a wrong one.
 */
const DISCOURSE_HOSTS: ReadonlySet<string> = new Set(
  [
    'ask.fedoraproject.org asktug.com caddy.community chiefdelphi.com choice.community community.cartalk.com community.cryptomator.org',
    'community.gamedev.tv community.gemsofwar.com community.glowforge.com community.infiniteflight.com community.kodular.io',
    'community.letsencrypt.org community.mycroft.ai community.mydevices.com community.quickfile.co.uk community.roonlabs.com',
    'community.rstudio.com discourse.huel.com discourse.joplinapp.org discourse.mc-stan.org discourse.nodered.org',
    'discourse.snowplowanalytics.com discuss.circleci.com discuss.huel.com discuss.ipfs.io discuss.kotlinlang.org discuss.pixls.us',
    'discuss.prosemirror.net discuss.pytorch.org forum.banana-pi.org forum.bonsaimirai.com forum.cfx.re forum.cockroachlabs.com',
    'forum.cocos.org forum.core-electronics.com.au forum.dangerousthings.com forum.freecodecamp.org forum.golangbridge.org',
    'forum.hackersploit.org forum.hackthebox.com forum.ionicframework.com forum.juce.com forum.mattermost.org forum.openwrt.org',
    'forum.rclone.org forum.seeedstudio.com forum.spells8.com forum.uipath.com forums.balena.io forums.lawrencesystems.com forums.pimoroni.com',
    'forums.t-nation.com forums.wyzecam.com meta.appinn.net swapd.co talk.macpowerusers.com ubuntu-mate.community users.rust-lang.org',
  ].flatMap((line) => line.split(' ')),
);

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
