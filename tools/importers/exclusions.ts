/**
 * What no import may admit: hosts that are not public or serve packages, pages that are not about one person's account, and
 * sites whose membership is sensitive. Pure.
 */
import { hostFault, namesPackageRegistry } from '../../src/kernel/net/probe-host.js';
import { PLACEHOLDER, templateUrl } from '../../src/engine/catalogue/safety/request-parts.js';
import sites from './sites.json' with { type: 'json' };
import { type RefusalReason, refusalReason, type SourceEntry } from './source-entry.js';

/** Query parameters of a search page, which lists similar names too. */
const SEARCH_FIELD = /[?&](?:q|query|search|keywords?|term|text|s|filter|name_contains|searchtext)=[^&]*\{username\}/i;
const SEARCH_PATH = /\/(?:search|find|suche|poisk|buscar|recherche)(?:[/.?]|$)/i;
/** phpBB and similar software search for posts by one exact author: a result shows the account, but one without posts has none. */
const BY_AUTHOR = /\/search\.php\?(?:.*&)?(?:search_)?author=\{username\}/i;
const NOT_A_PERSON =
  /\b(?:groups?|regions?|teams?|clans?|guilds?|company|companies|organi[sz]ations?|hashtags?|tags?|domains?|packages?|subreddit)\b/i;
const ARCHIVE = /\/(?:web\/|wayback)|[=/]https?:/i;

/** Wikis that were made for spam: each of them is full of accounts with random names, and nobody else's. */
const SPAM_WIKI = /^wiki-[a-z]+\.win$/;

/** What a name means where it is no person's account, by host or by a domain above it. */
const NOT_ACCOUNTS: Readonly<Record<string, string>> = sites.notAccounts;

/** Whether the requested page lists posts by an author: an empty list says nothing about the account. */
export const isPostSearch = (url: string): boolean => BY_AUTHOR.test(url);

/** Why an entry is excluded, or null. `sensitive` admits sites of sensitive membership, which is the operator's decision. */
export function exclusionReason(entry: SourceEntry, { sensitive }: { readonly sensitive: boolean }): RefusalReason | null {
  const url = templateUrl(entry.url);
  const home = templateUrl(entry.homepage);
  if (url === null || home === null) return refusalReason('unreadable', 'its address cannot be read');
  if (entry.body === undefined && /#.*\{username\}/.test(entry.url) && !/\{username\}.*#/.test(entry.url)) {
    return refusalReason('not an account', 'the handle stands after a #, which is never sent');
  }
  if ([...url.searchParams.keys()].some((name) => name.includes(PLACEHOLDER))) {
    return refusalReason('unsound', 'the handle would be the name of a query parameter, so that it could be any other parameter');
  }
  for (const { hostname: host } of [url, home]) {
    if (namesPackageRegistry(host))
      return refusalReason('package registry', 'its host has the name of a package registry, which is never probed');
    const problem = hostFault(host, 'shipped');
    if (problem !== null) return refusalReason('not public', problem);
  }
  if (url.protocol !== 'https:')
    return refusalReason('not encrypted', 'the handle would travel unencrypted: the source gives an http address');
  return notAnAccount(entry) ?? (sensitive ? null : sensitivityReason(entry));
}

function notAnAccount({ name, url }: SourceEntry): RefusalReason | null {
  if (NOT_A_PERSON.test(name))
    return refusalReason('not an account', 'its name says that it is asked about a group or a thing, not a person');
  if (/\(by [\w ]*id\)/i.test(name))
    return refusalReason('not an account', 'it is asked with a number that the site gave out, not with a name');
  const host = templateUrl(url)?.hostname ?? '';
  const thing = Object.entries(NOT_ACCOUNTS).find(([domain]) => host === domain || host.endsWith(`.${domain}`))?.[1];
  if (thing !== undefined) return refusalReason('not an account', `a name there is that of ${thing}`);
  if (SPAM_WIKI.test(host)) return refusalReason('not an account', 'it is a wiki of spam: its accounts are made by programs');
  const rest = url.replace(/^https?:\/\//, '');
  if (ARCHIVE.test(rest)) return refusalReason('not an account', 'it asks a third party about pages of another site');
  if ((SEARCH_FIELD.test(url) || SEARCH_PATH.test(url)) && !isPostSearch(url)) {
    return refusalReason('not an account', 'it is a search that lists similar names too');
  }
  return null;
}

// Sites whose membership is sensitive: it shows sex life and orientation, health, belief, politics, crime (GDPR Art. 9 and 10).
// Recognised by the source's tags, by words in names and hosts, and by a list of hosts that neither reveals.

/** Tags and categories of maigret, sherlock and WhatsMyName. */
const TAGS: ReadonlySet<string> = new Set(sites.sensitive.tags);

/** Words that are conclusive anywhere in a name or host. */
const ANYWHERE =
  /porn|nsfw|xvideos|xhamster|hentai|fetish|bdsm|femdom|milf|swingers|camgirl|chaturb|onlyfans|fansly|justforfans|nudist|erotic|erogen|sextoy|furaffin|incels?\b|islam|muslim|christian|catholic|orthodox|religio|church|bible|buddh|hindu|judais|atheis|diabet|cancerf|autis[mt]|aspergers?|adhd|bipolar|depress|suicid|fibromyal|epilep|sclerosis|infertil|psychother|cannabis|marijuana|drugs-?forum|lesbian|bisexual|transgender|crossdress|queer|lgbt|nazi|fascis|antifa|communis|socialis[mt]|anarch(?!iv)|marxis|republicans|democrats|libertarian|maga-?chat/i;
/** Words that are conclusive as a whole word, between dots, hyphens or spaces. */
const ALONE =
  /(?:^|[\s._-])(?:sex|sexy|gay|trans|dating|nsfw|hiv|aids|health|recovery|rehab|sober|vegan|trump|politics|politik|maga|left|incel|incels|carding|cracked)(?:[\s._-]|$)/i;

/** Labels of hosts that no such word reveals. */
const LABELS: ReadonlySet<string> = new Set(Object.values(sites.sensitive.labels).flat());

/** Why membership of the entry's site is sensitive, or null. */
export function sensitivityReason({ name, url, homepage, tags, siteSoftware }: SourceEntry): RefusalReason | null {
  const tag = tags.find((each) =>
    each
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => TAGS.has(word)),
  );
  if (tag !== undefined)
    return refusalReason('sensitive', `its tag "${tag}" says that membership would show what is the person's own matter`);
  const hosts = [url, homepage, siteSoftware === undefined ? '' : `https://${siteSoftware.host}`].map(
    (each) => templateUrl(each)?.hostname ?? '',
  );
  const isExcluded = [name, ...hosts].some((text) => ANYWHERE.test(text) || ALONE.test(text));
  const listed = hosts.some((host) =>
    host
      .split('.')
      .slice(0, -1)
      .some((label) => LABELS.has(label)),
  );
  return isExcluded || listed
    ? refusalReason('sensitive', 'its name or host says that membership would show what is the person’s own matter')
    : null;
}
