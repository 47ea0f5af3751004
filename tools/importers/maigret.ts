/** Reads maigret's `data.json`: sites, many of which name an engine whose fields they inherit unless they set their own. Pure. */
import { isRecord } from '../../src/kernel/values/json.js';
import { parseUrl } from '../../src/kernel/values/parse-url.js';
import { siteHost } from './deduplicate.js';
import { isDiscourse } from './discourse-sites.js';
import {
  bodyOf,
  isRefusalReason,
  type ReadSource,
  readSites,
  type RefusalReason,
  refusalReason,
  type SoftwareSite,
  type SourceEntry,
  statusesOf,
  textMapOf,
  textOf,
  textsOf,
} from './source-entry.js';

type Fields = Readonly<Record<string, unknown>>;
const CHECKS = { message: 'message', status_code: 'status', response_url: 'redirect' } as const;

/** All sites of the file, in the order of their names. An entry that is not in maigret's format is refused as unreadable. */
export function readMaigret(json: unknown): ReadSource {
  const sites = isRecord(json) && isRecord(json['sites']) ? json['sites'] : {};
  const engines = isRecord(json) && isRecord(json['engines']) ? json['engines'] : {};
  const { entries, refused } = readSites(Object.entries(sites), (name, site) => readSite(name, site, engines));
  return { entries, refused: refused.map((each) => ({ ...each, host: hostOf(sites[each.name]) })) };
}

function hostOf(site: unknown): string | undefined {
  const url = isRecord(site) ? (textOf(site['urlMain']) ?? textOf(site['url'])) : undefined;
  return url === undefined ? undefined : siteHost(url) || undefined;
}

function readSite(name: string, site: unknown, engines: Fields): SourceEntry | RefusalReason {
  if (!isRecord(site)) return refusalReason('unreadable', 'the entry is not an object');
  const merged = withSiteSoftware(site, engines);
  if (isRefusalReason(merged)) return merged;
  const reason = sourceRefusal(merged);
  if (reason !== null) return reason;
  const check = CHECKS[textOf(merged['checkType']) as keyof typeof CHECKS];
  if (check === undefined) return refusalReason('unreadable', `the check type ${JSON.stringify(merged['checkType'])} is unknown`);
  const main = (textOf(merged['urlMain']) ?? '').replace(/\/+$/, '');
  const whole = (template: string) =>
    template.replaceAll('{urlMain}', main).replaceAll('{urlSubpath}', (textOf(merged['urlSubpath']) ?? '').replace(/\/+$/, ''));
  const page = whole(textOf(merged['url']) ?? '');
  const payload = merged['requestPayload'];
  return {
    source: 'maigret',
    name,
    homepage: main === '' ? page : main,
    method: textOf(merged['requestMethod'])?.toUpperCase() ?? (payload === undefined ? 'GET' : 'POST'),
    url: whole(textOf(merged['urlProbe']) ?? page),
    headers: textMapOf(merged['headers']),
    body: bodyOf(payload),
    check,
    presenceTexts: textsOf(merged['presenseStrs']),
    absenceTexts: textsOf(merged['absenceStrs']),
    presentStatus: [],
    absentStatus: statusesOf(merged['errorCode']),
    absentLocation: textOf(merged['errorUrl']),
    blockPageTexts: isRecord(merged['errors']) ? textsOf(Object.keys(merged['errors'])) : [],
    namingRule: textOf(merged['regexCheck']),
    positiveControls: textsOf(merged['usernameClaimed']),
    tags: textsOf(merged['tags']),
    siteSoftware: siteSoftwareOf(textOf(merged['engine']), main, page, textsOf(merged['absenceStrs']), textsOf(merged['tags'])),
  };
}

/** The engine's fields, overridden by the site's own; lists are joined. A site that names no engine may be recognised by its URL. */
function withSiteSoftware(site: Fields, engines: Fields): Fields | RefusalReason {
  const named = textOf(site['engine']);
  const definition = named === undefined ? maigretEngineByUrl(textOf(site['url']), engines) : engines[named];
  if (named !== undefined && !isRecord(definition)) return refusalReason('unreadable', `its engine "${named}" is not in the file`);
  const base = isRecord(definition) && isRecord(definition['site']) ? definition['site'] : {};
  const merged: Record<string, unknown> = { ...base, ...site };
  for (const [field, value] of Object.entries(base)) {
    const own = site[field];
    if (Array.isArray(value) && Array.isArray(own)) merged[field] = [...own, ...value];
    else if (isRecord(value) && isRecord(own)) merged[field] = { ...value, ...own };
  }
  return merged;
}

/** Why the file itself rules a site out; null when it does not. */
function sourceRefusal(site: Fields): RefusalReason | null {
  const guards = textsOf(site['protection']);
  if (site['disabled'] === true) return refusalReason('disabled', 'the source has switched it off, because its check does not work');
  if (guards.length > 0) return refusalReason('protected', `the source needs a browser or a log-in for it (${guards.join(', ')})`);
  if (isRecord(site['activation'])) return refusalReason('protected', 'its check needs a token or cookie that a page gives out first');
  const type = textOf(site['type']) ?? 'username';
  if (type !== 'username') return refusalReason('not a username', `it is asked with a ${type}, not with a username`);
  const protocol = textOf(site['protocol']) ?? '';
  if (!['', 'http', 'https'].includes(protocol)) return refusalReason('not public', `it is reached over ${protocol}, not over the web`);
  const shown = textOf(site['source']);
  if (shown !== undefined)
    return refusalReason('not an account', `it shows what ${shown} holds and says nothing about an account of its own`);
  return site['similarSearch'] === true ? refusalReason('not an account', 'it is a search that lists similar names too') : null;
}

// Finds which of maigret's sites run software for which the catalogue has a rule with typed responses. Pure.

/** By maigret's engine: our site software, and the path of its API where it differs from that of our rule. */
const TYPED_SOFTWARE: Readonly<Record<string, Omit<SoftwareSite, 'host'>>> = {
  Discourse: { software: 'discourse' },
  DiscourseJson: { software: 'discourse' },
  Lemmy: { software: 'lemmy' },
  Mastodon: { software: 'mastodon' },
  MediaWikiJson: { software: 'mediawiki-root' },
  'MediaWikiJson/w': { software: 'mediawiki' },
  'MediaWikiJson/wiki': { software: 'mediawiki', path: '/wiki/api.php' },
  'MediaWikiJson/mediawiki': { software: 'mediawiki', path: '/mediawiki/api.php' },
};

/**
 * The site software whose rule covers a site, or undefined.
 * @param named maigret's name of the site's engine
 * @param main the site's URL; our rules apply at the root of a host, Discourse's also in a folder
 * @param page the URL of a profile, with `{username}`
 */
export function siteSoftwareOf(
  named: string | undefined,
  main: string,
  page: string,
  absence: readonly string[],
  tags: readonly string[],
): SoftwareSite | undefined {
  const site = parseUrl(main) ?? parseUrl(page);
  if (site === null || site.protocol !== 'https:' || site.port !== '') return undefined;
  const typed = named === undefined ? undefined : TYPED_SOFTWARE[named];
  if (typed !== undefined && site.pathname === '/') return { ...typed, host: site.hostname };
  if (typed?.software === 'discourse')
    return { ...typed, host: site.hostname, path: `${site.pathname.replace(/\/+$/, '')}/u/{username}.json` };
  if (typed !== undefined) return undefined;
  const hosted = siteSoftwareByPage(page, absence, tags);
  return hosted === undefined ? undefined : { software: hosted, host: new URL(page).hostname };
}

/** What a profile's page, its host and the source's tags show. A wrong guess costs the host's answers: the typed rule recognises none. */
const BY_PAGE: readonly { software: string; page: RegExp; host?: RegExp; tagged: readonly string[] }[] = [
  { software: 'mastodon', page: /^\/@\{username\}\/?$/, tagged: ['mastodon'] },
  { software: 'misskey', page: /^\/@\{username\}$/, host: /^(?:misskey|msk)\./, tagged: ['social'] },
  {
    software: 'gitea',
    page: /^\/\{username\}\/?$/,
    host: /^(?:git|gitea|forge)\.|^hub\.datalad\.org$/,
    tagged: ['coding'],
  },
  { software: 'writefreely', page: /^\/\{username\}\/?$/, host: /^writefreely\.pl$/, tagged: [] },
  { software: 'peertube', page: /^\/a\/\{username\}$/, tagged: ['video'] },
  {
    software: 'nodebb',
    page: /^\/user\/\{username\}$/,
    host: /^(?:bbs|community|discuss|forums?)\.|\.nodebb\.com$/,
    tagged: ['discussion', 'forum'],
  },
];

/** Site software recognised by the form of a profile's URL together with texts of the page or the source's tag. */
export function siteSoftwareByPage(page: string, absence: readonly string[], tags: readonly string[]): string | undefined {
  const url = parseUrl(page);
  if (url === null || !page.startsWith('https://')) return undefined;
  const path = page.slice(page.indexOf('/', 'https://'.length));
  if (isDiscourse(url.hostname, path, absence)) return 'discourse';
  return BY_PAGE.find(({ page: form, host, tagged }) => {
    return form.test(path) && (host?.test(url.hostname) ?? true) && tagged.every((tag) => tags.includes(tag)) && absence.length === 0;
  })?.software;
}

/** maigret's engine whose form of URL a site has without naming the engine: only XenForo has `…/members/?username=`. */
export function maigretEngineByUrl(url: string | undefined, engines: Readonly<Record<string, unknown>>): unknown {
  if (url === undefined) return undefined;
  return Object.values(engines).find((each) => {
    const template = isRecord(each) && isRecord(each['site']) ? textOf(each['site']['url']) : undefined;
    const tail = template?.replace(/^(?:\{urlMain\}|\{urlSubpath\})+/, '');
    return tail?.includes('?') === true && url.endsWith(tail);
  });
}
