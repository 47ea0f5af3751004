/** Finds which of maigret's sites run software for which the catalogue has a rule with typed responses. Pure. */
import { parseUrl } from '../../domain/parse-url.js';
import { isDiscourse } from './discourse-sites.js';
import { isRecord, textOf } from './read-fields.js';
import type { EngineSite } from './source-entry.js';

/** By maigret's engine: our site software, and the path of its API where it differs from that of our rule. */
const TYPED: Readonly<Record<string, Omit<EngineSite, 'host'>>> = {
  Discourse: { engine: 'discourse' },
  DiscourseJson: { engine: 'discourse' },
  Lemmy: { engine: 'lemmy' },
  Mastodon: { engine: 'mastodon' },
  MediaWikiJson: { engine: 'mediawiki-root' },
  'MediaWikiJson/w': { engine: 'mediawiki' },
  'MediaWikiJson/wiki': { engine: 'mediawiki', path: '/wiki/api.php' },
  'MediaWikiJson/mediawiki': { engine: 'mediawiki', path: '/mediawiki/api.php' },
};

/**
 * The site software whose rule covers a site, or undefined.
 * @param named maigret's name of the site's engine
 * @param main the site's URL; our rules apply at the root of a host, Discourse's also in a folder
 * @param page the URL of a profile, with `{username}`
 */
export function engineSiteOf(
  named: string | undefined,
  main: string,
  page: string,
  absence: readonly string[],
  tags: readonly string[],
): EngineSite | undefined {
  const site = parseUrl(main) ?? parseUrl(page);
  if (site === null || site.protocol !== 'https:' || site.port !== '') return undefined;
  const typed = named === undefined ? undefined : TYPED[named];
  if (typed !== undefined && site.pathname === '/') return { ...typed, host: site.hostname };
  if (typed?.engine === 'discourse')
    return { ...typed, host: site.hostname, path: `${site.pathname.replace(/\/+$/, '')}/u/{username}.json` };
  if (typed !== undefined) return undefined;
  const told = toldByPage(page, absence, tags);
  return told === undefined ? undefined : { engine: told, host: new URL(page).hostname };
}

/** Site software recognised by the form of a profile's URL together with texts of the page or the source's tag. */
export function toldByPage(page: string, absence: readonly string[], tags: readonly string[]): string | undefined {
  const url = parseUrl(page);
  if (url === null || !page.startsWith('https://')) return undefined;
  const path = page.slice(page.indexOf('/', 'https://'.length));
  if (isDiscourse(url.hostname, path, absence)) return 'discourse';
  return /^\/@\{username\}\/?$/.test(path) && tags.includes('mastodon') ? 'mastodon' : undefined;
}

/** maigret's engine whose form of URL a site has without naming the engine: only XenForo has `…/members/?username=`. */
export function siteTemplate(url: string | undefined, engines: Readonly<Record<string, unknown>>): unknown {
  if (url === undefined) return undefined;
  return Object.values(engines).find((engine) => {
    const template = isRecord(engine) && isRecord(engine['site']) ? textOf(engine['site']['url']) : undefined;
    const tail = template?.replace(/^(?:\{urlMain\}|\{urlSubpath\})+/, '');
    return tail?.includes('?') === true && url.endsWith(tail);
  });
}
