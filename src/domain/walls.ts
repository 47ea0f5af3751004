import { type Answer, headerOf, isPage, redirectTarget } from './answer.js';
import { parseUrl } from './parse-url.js';
import type { AnswerView } from './evidence-match.js';
import { plainText } from './html-text.js';
import { isRecord } from './json-pointer.js';
import type { ProbeRule } from './probe-rule.js';
import type { Variables } from './template.js';
import { fillOrNull, fold } from './text-match.js';
import type { Doubt } from './verdict.js';
import * as marks from './wall-markers.js';
import { saysAny, titleIsAbout, titleIs } from './wall-language.js';
import { CHALLENGE_HEADERS, CHALLENGE_MARK } from './wall-vendors.js';

/** A block page in place of the platform's response: the inconclusive reason, and the explanation without the identity. */
export interface Wall {
  readonly doubt: Doubt;
  readonly matched: string;
}

/**
 * Maximum length, in characters, of a page that is searched for phrases beyond its title: interstitials are small; profiles of talkative
 * people are not.
 */
const SMALL_PAGE = 12_000;
/** Maximum length, in characters, of a page whose whole text shows what it is about, in any language. */
const TINY_PAGE = 4_000;

/** 4xx statuses by which services reject a client: 401 to 403, 407, 429, 451 and vendors' own. */
const BLOCKING = new Set([401, 402, 403, 407, 418, 420, 421, 425, 430, 440, 444, 449, 450, 451, 495, 496, 497, 498, 499]);

/** The inconclusive reason that a status gives by itself, or null. 407 comes from a proxy, never from the platform. */
export function statusWall(status: number): Doubt | null {
  if (status === 429) return 'rate_limited';
  if (status === 407) return 'proxy_failed';
  if (status >= 500 && status <= 599) return 'server_error';
  if (BLOCKING.has(status) || status > 599 || status < 200) return 'blocked';
  return null;
}

/**
 * Block pages that no evidence outweighs: a protection service's header, a text that the rule lists, a redirect to a log-in, consent or
 * challenge page, and a page made by a bot check.
 * Markers are searched in pages only. In a JSON response "captcha" may be a word of somebody's biography; there only the member names
 * count, and only those that no evidence of the rule reads.
 */
export function hardWall(rule: ProbeRule, variables: Variables, view: AnswerView): Wall | null {
  const { answer } = view;
  const header = CHALLENGE_HEADERS.find((name) => headerOf(answer, name) !== undefined);
  if (header !== undefined) return { doubt: 'challenge', matched: `header ${header}` };
  const own = rule.walls?.find((text) => view.haystack.foldedText().includes(fold(text)));
  if (own !== undefined) return { doubt: 'blocked', matched: `the rule's wall ${JSON.stringify(own)}` };
  return redirectWall(rule, variables, answer) ?? (isPage(answer) ? challengePage(view.haystack.foldedText()) : jsonWall(rule, view));
}

/**
 * Block pages that yield to evidence of content: many genuine pages offer a log-in or a cookie banner, and a page about an account may
 * have any title. They count when the rule's sides rest on less.
 */
export function softWall(view: AnswerView): Wall | null {
  if (!isPage(view.answer)) return null;
  const page = view.haystack.foldedText();
  const title = titleOf(page);
  if (marks.LOGIN_TITLE.test(title) || titleIsAbout('login', title)) return { doubt: 'login_wall', matched: 'title of a log-in page' };
  if (marks.CONSENT_TITLE.test(title) || saysAny('consent', title)) return { doubt: 'consent_wall', matched: 'title of a consent page' };
  if (marks.OUTAGE_TITLE.test(title) || saysAny('outage', title)) return { doubt: 'server_error', matched: 'title of an outage page' };
  if (page.length > SMALL_PAGE) return null;
  if (/<input[^>]{0,200}type\s*=\s*["']?password/.test(page)) return { doubt: 'login_wall', matched: 'a password field' };
  const headings = headingsOf(page);
  if (marks.OUTAGE_TITLE.test(headings) || saysAny('outage', headings))
    return { doubt: 'server_error', matched: 'heading of an outage page' };
  return null;
}

function redirectWall(rule: ProbeRule, variables: Variables, answer: Answer): Wall | null {
  const target = redirectTarget(answer);
  const asked = fillOrNull(rule.request.url, variables, encodeURIComponent);
  const arrived = parseUrl(answer.url);
  if (target !== null && !isNamedLocation(rule, target)) {
    const place = PLACES.find((each) => isAt(each, target));
    if (place !== undefined && !isAskedThere(place, rule)) return { doubt: place.doubt, matched: `redirect to a ${place.name} page` };
  }
  // An account may be called "login": only a redirect can have led away from the requested URL.
  if (arrived === null || (asked !== null && parseUrl(asked)?.href === arrived.href)) return null;
  const place = PLACES.find((each) => isAt(each, arrived));
  return place === undefined || isAskedThere(place, rule) ? null : { doubt: place.doubt, matched: `led to a ${place.name} page` };
}

interface Place {
  readonly doubt: Doubt;
  readonly name: string;
  readonly path: RegExp;
  readonly host?: RegExp;
}

const PLACES: readonly Place[] = [
  { doubt: 'challenge', name: 'challenge', path: marks.CHALLENGE_PATH },
  { doubt: 'login_wall', name: 'log-in', path: marks.LOGIN_PATH, host: marks.LOGIN_HOST },
  { doubt: 'consent_wall', name: 'consent', path: marks.CONSENT_PATH, host: marks.CONSENT_HOST },
];

function isAt(place: Place, url: URL): boolean {
  return place.path.test(url.pathname) || (place.host?.test(url.hostname) ?? false);
}

/** Whether the rule itself requests such a page, as an availability check beside a log-in form does. */
function isAskedThere(place: Place, rule: ProbeRule): boolean {
  const { url } = rule.request;
  return place.path.test(pathOf(url)) || (place.host?.test(hostOf(url)) ?? false);
}

/** Whether a side of the rule itself expects a redirect to such a page; its evidence then decides. */
function isNamedLocation(rule: ProbeRule, target: URL): boolean {
  return [rule.registered?.location, rule.absent?.location].some((location) => {
    if (location === undefined) return false;
    const path = pathOf(location);
    return PLACES.some((place) => place.path.test(path) && place.path.test(target.pathname));
  });
}

function challengePage(page: string): Wall | null {
  const marker = CHALLENGE_MARK.exec(page)?.[0];
  if (marker !== undefined) return { doubt: 'challenge', matched: `challenge page: ${marker}` };
  const title = titleOf(page);
  const headline = `${title}\n${page.length > SMALL_PAGE ? '' : headingsOf(page)}`;
  if (marks.CHALLENGE_TITLES.some((pattern) => pattern.test(headline)) || isChallengeHeadline(title, headline)) {
    return { doubt: 'challenge', matched: 'title of a challenge page' };
  }
  if (marks.RATE_LIMIT_TITLE.test(headline) || saysAny('pause', headline))
    return { doubt: 'rate_limited', matched: 'title of a page that asks to come back later' };
  if (page.length <= TINY_PAGE && saysAny('human', page)) return { doubt: 'challenge', matched: 'a bot check on a short page' };
  if (page.length <= SMALL_PAGE && marks.SMALL_PAGE_MARKERS.some((pattern) => pattern.test(page))) {
    return { doubt: 'challenge', matched: 'a bot check on a short page' };
  }
  return null;
}

function isChallengeHeadline(title: string, headline: string): boolean {
  return titleIs('moment', title) || (['human', 'denied', 'region'] as const).some((kind) => saysAny(kind, headline));
}

/** A JSON object that is a refusal: a challenge or log-in member, or a refusal's code under a success status. */
function jsonWall(rule: ProbeRule, view: AnswerView): Wall | null {
  const document = view.json()?.value;
  if (!isRecord(document)) return null;
  const assertions = [...(rule.registered?.json ?? []), ...(rule.absent?.json ?? [])];
  const isLookedAt = (place: string) =>
    assertions.some(({ pointer, equals }) => pointer === place || (equals !== undefined && place.startsWith(`${pointer}/`)));
  for (const [holder, prefix] of [
    [document, ''],
    [document.error, '/error'],
  ] as const) {
    if (!isRecord(holder)) continue;
    for (const [name, value] of Object.entries(holder)) {
      if (isLookedAt(`${prefix}/${name}`) || !value) continue;
      if (marks.CHALLENGE_MEMBERS.test(name)) return { doubt: 'challenge', matched: `${prefix}/${name} asks for a bot check` };
      if (marks.LOGIN_MEMBERS.test(name)) return { doubt: 'login_wall', matched: `${prefix}/${name} asks for a log-in` };
      const doubt = /^(?:code|status|status_?code|error_?code|http_?(?:code|status))$/i.test(name) ? refusalCode(value) : null;
      if (doubt !== null) return { doubt, matched: `${prefix}/${name} is a refusal` };
    }
  }
  return null;
}

function refusalCode(value: unknown): Doubt | null {
  const code = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && code >= 400 && code <= 599 ? statusWall(code) : null;
}

/** The first title's text, normalised; by `indexOf`, since a pattern would start anew at every `<title` of a hostile page. */
function titleOf(page: string): string {
  const tag = page.indexOf('<title');
  const start = page.indexOf('>', tag) + 1;
  if (tag === -1 || start === 0 || start - tag > 300) return '';
  return fold(plainText(page.slice(start, start + 300).split('<', 1)[0] ?? ''));
}

function headingsOf(page: string): string {
  return [...page.matchAll(/<h[12][^>]{0,200}>([^<]{0,300})/g)].map((match) => fold(plainText(match[1] ?? ''))).join('\n');
}

const pathOf = (template: string) => /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(template)?.[1] ?? '';
const hostOf = (template: string) => /^https?:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
