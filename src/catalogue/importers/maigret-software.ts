/** Finds which of maigret's sites run software for which the catalogue has a rule with typed responses. Pure. */
import { parseUrl } from '../../domain/parse-url.js';
import { isDiscourse } from './discourse-sites.js';
import { isRecord, textOf } from './read-fields.js';
import type { SoftwareSite } from './source-entry.js';

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
  const told = siteSoftwareByPage(page, absence, tags);
  return told === undefined ? undefined : { software: told, host: new URL(page).hostname };
}

/** Site software recognised by the form of a profile's URL together with texts of the page or the source's tag. */
export function siteSoftwareByPage(page: string, absence: readonly string[], tags: readonly string[]): string | undefined {
  const url = parseUrl(page);
  if (url === null || !page.startsWith('https://')) return undefined;
  const path = page.slice(page.indexOf('/', 'https://'.length));
  if (isDiscourse(url.hostname, path, absence)) return 'discourse';
  return /^\/@\{username\}\/?$/.test(path) && tags.includes('mastodon') ? 'mastodon' : undefined;
}

/** maigret's engine whose form of URL a site has without naming the engine: only XenForo has `…/members/?username=`. */
export function maigretEngineByUrl(url: string | undefined, engines: Readonly<Record<string, unknown>>): unknown {
  if (url === undefined) return undefined;
  return Object.values(engines).find((engine) => {
    const template = isRecord(engine) && isRecord(engine['site']) ? textOf(engine['site']['url']) : undefined;
    const tail = template?.replace(/^(?:\{urlMain\}|\{urlSubpath\})+/, '');
    return tail?.includes('?') === true && url.endsWith(tail);
  });
}
