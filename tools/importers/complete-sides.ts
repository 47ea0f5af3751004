/**
 * Converts a source's check into the evidence of both sides. Sources conclude from a lack of evidence: whatever does not look
 * absent is "found", whatever is not found is "absent". Here each side needs evidence of its own; weak evidence is marked as
 * depending on the platform's control, and texts that could be on any page are dropped. Pure.
 */
import { LOGIN_PATH } from '../../src/engine/evaluation/block-page-markers.js';
import { blockPageByStatus } from '../../src/engine/evaluation/block-pages.js';
import type { Evidence } from '../../src/engine/catalogue/rules/probe-rule.js';
import { REDIRECT_STATUSES } from '../../src/engine/evaluation/root-redirect.js';
import { registrableDomain } from '../../src/kernel/net/probe-host.js';
import { siteHost } from './deduplicate.js';
import { isPostSearch } from './exclusions.js';
import type { SourceEntry } from './source-entry.js';
import words from './words.json' with { type: 'json' };

/** A pattern for any of these words, which are data by language; `*` stands for more letters. */
const anyOf = (byLanguage: Readonly<Record<string, readonly string[]>>): string => Object.values(byLanguage).flat().join('|');

export interface Sides {
  readonly registered?: Evidence;
  readonly absent?: Evidence;
}

/** Statuses with which sites send a text of their own about a missing account. */
const WEAK_ABSENCE_STATUSES: readonly number[] = [200, 404, 410];
const STRONG_ABSENCE_STATUSES: readonly number[] = [200, 400, 404, 410, 422];
/** A user page may be there without an account, and an account without one: the head of the page names the account. */
export const WIKI_PAGE = new RegExp(`[/=:](?:${anyOf(words.wikiUser)}):\\{username\\}`, 'i');
const WIKI_ABSENCE = 'mw-userpage-userdoesnotexist';
const WIKI_RECORD: Sides = {
  registered: { status: [200], contains: ['"wgRelevantUserName":"{username}"'], lacks: [WIKI_ABSENCE] },
  absent: { status: [200, 404], contains: [WIKI_ABSENCE] },
};

export const WEBFINGER = /\/\.well-known\/webfinger\?resource=acct:\{username\}@/;
/** A WebFinger record (RFC 7033, 4.4): it names the account that it is about, and links to it. */
const WEBFINGER_RECORD: Evidence = {
  status: [200],
  contentType: 'json',
  json: [
    { pointer: '/subject', matches: '^acct:{username}@' },
    { pointer: '/links', is: 'nonEmpty' },
  ],
};

export const MATRIX = /\/_matrix\/client\/[rv]\d\/profile\/@\{username\}:/;
/** A profile of Matrix: `displayname` may be another name. Versions of Synapse differ in the code of an absent one. */
const MATRIX_RECORD: Sides = {
  registered: { status: [200], contentType: 'json', json: [{ pointer: '/displayname', is: 'string' }] },
  absent: { status: [404], contentType: 'json', json: [{ pointer: '/error', matches: '^(?:No row found|Profile was not found)' }] },
};

/** What stock phpBB prints beside each post that a search by author finds. */
const POST_PROFILE = 'class="postprofile"';

/** The URL as its software writes names: handles of WebFinger and Matrix have no capitals, names of wikis begin with one. */
export function spelledUrl(url: string): string {
  if (WEBFINGER.test(url) || MATRIX.test(url)) return url.replaceAll('{username}', '{username:lower}');
  return WIKI_PAGE.test(url) ? url.replaceAll('{username}', '{username:title}') : url;
}

/** Names of wikis have spaces for underscores, and no dots: a wiki shows whoever edited without an account by their address. */
export const namePattern = (url: string, pattern: string): string =>
  WIKI_PAGE.test(url) ? pattern.replaceAll('_.-', '_-').replace(/_(?=[^\][]*\]\{)/, '_ ') : pattern;

/** Why a "registered" need not name the account; undefined: it has to. */
export const echoExemptionOf = (url: string): string | undefined =>
  MATRIX.test(url) ? 'The profile is that of the address in the request; it does not repeat it.' : undefined;

/** The two sides of an entry; a side for which there is no evidence is left out. */
export function completeSides(entry: SourceEntry): Sides {
  if (WIKI_PAGE.test(entry.url)) return WIKI_RECORD;
  if (MATRIX.test(entry.url)) return MATRIX_RECORD;
  const registered = presenceSide(entry);
  const absent = absenceSide(entry);
  return { ...(registered === null ? {} : { registered }), ...(absent === null ? {} : { absent }) };
}

function presenceSide({ check, url, presenceTexts, absenceTexts, presentStatus }: SourceEntry): Evidence | null {
  const status = presentStatus.length === 0 ? [200] : presentStatus;
  if (status.some((each) => each < 200 || each > 299)) return null;
  if (WEBFINGER.test(url)) return WEBFINGER_RECORD;
  if (isPostSearch(url)) return { status, contains: [POST_PROFILE, '{username}'], ...lacking(absenceTexts) };
  const { strong, weak } = classifyPresenceMarkers(presenceTexts, siteName(url));
  // Without a useful text only the echo is left, which needs the texts of the other side beside it.
  if (check === 'message' && strong.length + weak.length === 0 && hasNoMarkers(absenceTexts)) return null;
  const texts = strong.length > 0 ? strong : weak;
  return {
    status,
    contains: [...(texts.length === 1 ? texts : []), '{username}'],
    ...(texts.length > 1 ? { containsAny: texts } : {}),
    ...lacking(absenceTexts),
    ...(strong.length > 0 ? {} : { weakEvidence: true }),
  };
}

/** The part of the host that names the site: `example` of `www.example.co.uk`. */
const siteName = (url: string): string => (registrableDomain(siteHost(url)) ?? '').split('.')[0] ?? '';

const hasNoMarkers = (absence: readonly string[]): boolean => {
  const { strong, weak } = classifyAbsenceMarkers(absence);
  return strong.length + weak.length === 0;
};

function absenceSide(entry: SourceEntry): Evidence | null {
  const { url, check, presenceTexts, absenceTexts, absentStatus, absentLocation } = entry;
  if (isPostSearch(url)) return null;
  if (check === 'redirect') return redirectEvidence(entry, absentLocation);
  const named = absentStatus.filter((status) => blockPageByStatus(status) === null && (status < 300 || status > 399));
  if (absentStatus.length > 0 && named.length === 0)
    return absentStatus.some((status) => REDIRECT_STATUSES.includes(status)) ? rootRedirectEvidence(entry) : null;
  const { strong, weak } = classifyAbsenceMarkers(absenceTexts);
  const texts = strong.length > 0 ? strong : weak;
  if (texts.length === 0) return check === 'status' ? statusEvidence(named, presenceTexts) : null;
  const status = named.length > 0 ? named : strong.length > 0 ? STRONG_ABSENCE_STATUSES : WEAK_ABSENCE_STATUSES;
  return {
    status,
    ...(texts.length === 1 ? { contains: texts } : { containsAny: texts }),
    ...lacking(presenceTexts),
    ...(strong.length > 0 ? {} : { weakEvidence: true }),
  };
}

/** "Not found" by status alone: an outage returns it too, so it counts only beside the control. */
function statusEvidence(named: readonly number[], presence: readonly string[]): Evidence | null {
  const status = named.length > 0 ? named.filter((each) => each >= 400) : [404];
  return status.length === 0 ? null : { status, ...lacking(presence), weakEvidence: true };
}

/**
 * Evidence from the target of the redirect for a missing account. Only the start of the URL is compared, so a target that is a
 * prefix of the requested URL would also match a redirect from `/Name` to `/name`; a redirect to a login proves nothing.
 */
function redirectEvidence(entry: SourceEntry, target: string | undefined): Evidence | null {
  const { url } = entry;
  if (target === undefined || isRootOf(url, target)) return rootRedirectEvidence(entry);
  if (!/^https?:\/\/[^/?#]+\/[^/]/.test(target)) return null;
  const expected = target.replace(/^https?:\/\//, '').toLowerCase();
  const requested = url.replace(/^https?:\/\//, '').toLowerCase();
  if (requested.startsWith(expected) || LOGIN_PATH.test(expected.replace(/^[^/]*/, ''))) return null;
  return { status: REDIRECT_STATUSES, location: target };
}

/** The source says that the site redirects, not where, or to its root: such a redirect counts beside controls only. */
function rootRedirectEvidence({ method }: SourceEntry): Evidence | null {
  return method === 'GET' ? { status: REDIRECT_STATUSES, redirectToRoot: true } : null;
}

function isRootOf(url: string, target: string): boolean {
  const site = registrableDomain(siteHost(url));
  return /^https?:\/\/[^/?#]+\/?$/.test(target) && site !== null && registrableDomain(siteHost(target)) === site;
}

function lacking(texts: readonly string[]): Pick<Evidence, 'lacks'> {
  const all = [...new Set(texts)].filter((text) => text.trim().length > 2);
  return all.length === 0 ? {} : { lacks: all };
}

// Classifies how much a text of a source's rule proves when a page contains it. Many were picked by machines: `style=` and
// `404` distinguish a catalogue's two test pages, but not a bot challenge from either. Pure.

export interface ClassifiedMarkers {
  /** Specific to the one account; counts by itself. */
  readonly strong: readonly string[];
  /** Plausible, but a block page or an outage could contain it too. */
  readonly weak: readonly string[];
}

/** Words for a person or their page, in the languages of the sources. */
const PERSON = new RegExp(anyOf(words.person), 'i');
/** Words for absence; without `\b`, which knows ASCII letters only. */
const MISSING_WORD = new RegExp(`(?<!\\p{L})(?:${anyOf(words.missing).replaceAll('*', '\\p{L}*')})(?!\\p{L})`, 'iu');
/** The same as a part of a word, or in a script without spaces between words. */
const MISSING_PART = new RegExp(`n['’]t(?!\\p{L})|${anyOf(words.missingParts)}`, 'iu');
const MISSING = { test: (text: string): boolean => MISSING_WORD.test(text) || MISSING_PART.test(text) };
/** Texts for visitors who are not logged in; a login page is no evidence. */
const LOGIN = new RegExp(
  String.raw`\blogged[- ]in\b|\b(?:log|sign)[- ]?in (?:to|first|required)|data-template="login"|^login$|${anyOf(words.login)}`,
  'iu',
);
/** Fragments of markup that half of all pages have. */
const COMMON_MARKUP =
  /^[\s<>"'=/]*(?:og|twitter|fb):|^\s*(?:style|role|title|name|id|class|onload|onerror|poster|href|src|alt|type|content|lang|dir|rel)\s*=\s*["']?$|^[\s<]*(?:html|body|head|title|main|style|script|meta|table|tbody|pre)[\s>]*$|generator/i;
/** On every page of a MediaWiki. */
const OF_ANY_WIKI = /^(?:mw|ns)-/;
/** A member of a JSON document, with its value or the start of it. */
const JSON_MEMBER = /^[\s{[,]*\\?"[\w -]+\\?"\s*:/;
const ERROR_MEMBER = /^[\s{[,]*\\?"(?:error|errors|code|status|statuscode|message|msg|reason|success|result)\\?"\s*:/i;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Minimum length, in characters, of a text that counts as evidence of content. */
const MIN_SPECIFIC_LENGTH = 6;
/** Minimum length, in characters, of a fragment that few other pages have. */
const MIN_RARE_LENGTH = 8;

const withoutHandle = (text: string): string => text.replaceAll('{username}', '').trim();
const isWord = (text: string): boolean => /^[\s<>"'=/:.!?…]*[\p{L}\p{N}]+[\s<>"'=/:.!?…]*$/u.test(text);
const isTooShort = (text: string): boolean => withoutHandle(text).length < (CJK.test(text) ? 3 : 4);

/** Whether a text could be on any page, or only on one that hides the requested content. */
function isUnspecific(text: string): boolean {
  return isTooShort(text) || COMMON_MARKUP.test(text) || LOGIN.test(text);
}

/**
 * Classifies texts of the page of an account.
 * @param siteName the site's own name: a title with it is on every page of the site
 */
export function classifyPresenceMarkers(texts: readonly string[], siteName: string): ClassifiedMarkers {
  const useful = texts.filter((text) => !isUnspecific(text) && (JSON_MEMBER.test(text) || CJK.test(text) || !isWord(text)));
  const everywhere = siteName.length > 2 ? siteName.toLowerCase() : null;
  return split(useful, (text) => {
    if (OF_ANY_WIKI.test(text)) return false;
    if (JSON_MEMBER.test(text)) return withoutHandle(text).length >= MIN_SPECIFIC_LENGTH;
    return withoutHandle(text).length >= MIN_RARE_LENGTH && (everywhere === null || !text.toLowerCase().includes(everywhere));
  });
}

/** Classifies texts of the page that is shown where there is no account. */
export function classifyAbsenceMarkers(texts: readonly string[]): ClassifiedMarkers {
  const useful = texts.filter((text) => (!isUnspecific(text) && !isWord(text)) || (MISSING.test(text) && withoutHandle(text).length > 3));
  return split(useful, (text) => {
    if (LOGIN.test(text) || withoutHandle(text).length < MIN_SPECIFIC_LENGTH) return false;
    if (PERSON.test(text) && MISSING.test(text)) return true;
    return JSON_MEMBER.test(text) && !ERROR_MEMBER.test(text);
  });
}

function split(texts: readonly string[], isStrong: (text: string) => boolean): ClassifiedMarkers {
  return { strong: texts.filter(isStrong), weak: texts.filter((text) => !isStrong(text)) };
}
