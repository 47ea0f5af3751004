import { type HttpResponse, headerOf, isPage, redirectTarget } from '../../kernel/net/http-response.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import type { ResponseView } from './evidence-match.js';
import { normalizeText, plainText, renderOrNull } from './text-match.js';
import { isRecord } from '../../kernel/values/json.js';
import { jsonError } from './json-error.js';
import type { Evidence, ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Variables } from './template.js';
import { littleText, NOBODYS_PAGES, pageOfNothing, visibleParts } from './nobodys-pages.js';
import type { InconclusiveReason } from './verdict.js';
import {
  BLOCK_PAGE_KINDS,
  type BlockPageKind,
  CHALLENGE_HEADERS,
  CHALLENGE_MARKER,
  CHALLENGE_MEMBERS,
  LOGIN_MEMBERS,
  SMALL_PAGE_MARKERS,
} from './block-page-markers.js';
import { containsPhrase, titleHasPhrase } from './block-page-phrases.js';

/** A block page in place of the platform's response: the inconclusive reason, and the explanation without the identity. */
export interface BlockPage {
  readonly reason: InconclusiveReason;
  readonly explanation: string;
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
export function blockPageByStatus(status: number): InconclusiveReason | null {
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
 *
 * @param isShown typed evidence of presence holds: a bot check that is asked for beside it is about the account, not about us
 */
export function certainBlockPage(rule: ProbeRule, variables: Variables, view: ResponseView, isShown = false): BlockPage | null {
  const { response } = view;
  const header = CHALLENGE_HEADERS.find((name) => headerOf(response, name) !== undefined);
  if (header !== undefined) return { reason: 'challenge', explanation: `header ${header}` };
  const own = rule.blockPages?.find((text) => view.searchable.normalizedText().includes(normalizeText(text)));
  if (own !== undefined) return { reason: 'blocked', explanation: `the rule's wall ${JSON.stringify(own)}` };
  return (
    redirectBlockPage(rule, variables, response) ??
    (isPage(response) ? challengePage(view.searchable.normalizedText()) : jsonBlockPage(rule, view, isShown))
  );
}

/**
 * Block pages that yield to evidence of content: they count when the rule's sides rest on less. A title outweighs a password field, and
 * that a heading; among titles, and among headings, the order of `BLOCK_PAGE_KINDS` decides.
 *
 * @param isOwn the page has a text that the rule names: how it is made, and what it says in passing, is not looked at
 */
export function likelyBlockPage(view: ResponseView, isOwn = false): BlockPage | null {
  if (!isPage(view.response)) return null;
  const page = view.searchable.normalizedText();
  const title = titleOf(page);
  const titled = LIKELY_KINDS.find((kind) => isTitleOf(kind, title));
  if (titled !== undefined) return { reason: titled.reason, explanation: `title of ${titled.page}` };
  if (page.length > SMALL_PAGE) return null;
  if (/<input[^>]{0,200}type\s*=\s*["']?password/.test(page)) return { reason: 'login_wall', explanation: 'a password field' };
  const headings = headingsOf(page);
  const headed = LIKELY_KINDS.find((kind) => kind.headings && isTitleOf(kind, headings));
  if (headed !== undefined) return { reason: headed.reason, explanation: `heading of ${headed.page}` };
  if (isOwn) return null;
  const parts = visibleParts(page);
  const nothing = pageOfNothing(page, parts);
  if (nothing !== null) return { reason: 'challenge', explanation: `a page that ${nothing}` };
  const text = littleText(page, parts);
  const said = text === null ? undefined : NOBODYS_PAGES.find((kind) => isTitleOf(kind, text));
  return said === undefined ? null : { reason: said.reason, explanation: `text of ${said.page}` };
}

const CERTAIN_KINDS = BLOCK_PAGE_KINDS.filter(({ weight }) => weight === 'certain');
const LIKELY_KINDS = [...BLOCK_PAGE_KINDS.filter(({ weight }) => weight === 'likely'), ...NOBODYS_PAGES];

/** Whether the title, or the title with the headings after it, is that of such a page. */
function isTitleOf({ titles, phrases }: BlockPageKind, title: string, headline = title): boolean {
  return titles.some((pattern) => pattern.test(headline)) || phrases.some((kind) => titleHasPhrase(kind, title, headline));
}

function redirectBlockPage(rule: ProbeRule, variables: Variables, answer: HttpResponse): BlockPage | null {
  const target = redirectTarget(answer);
  const requested = renderOrNull(rule.request.url, variables, encodeURIComponent);
  const arrived = parseUrl(answer.url);
  if (target !== null && !isExpectedLocation(rule, target)) {
    const kind = BLOCK_PAGE_KINDS.find((each) => isAt(each, target));
    if (kind !== undefined && !isRequestedByRule(kind, rule)) return { reason: kind.reason, explanation: `redirect to ${kind.page}` };
  }
  // An account may be called "login": only a redirect can have led away from the requested URL.
  if (arrived === null || (requested !== null && parseUrl(requested)?.href === arrived.href)) return null;
  const kind = BLOCK_PAGE_KINDS.find((each) => isAt(each, arrived));
  return kind === undefined || isRequestedByRule(kind, rule) ? null : { reason: kind.reason, explanation: `led to ${kind.page}` };
}

function isAt(kind: BlockPageKind, { pathname, hostname }: Pick<URL, 'pathname' | 'hostname'>): boolean {
  return (kind.path?.test(pathname) ?? false) || (kind.host?.test(hostname) ?? false);
}

/** Whether the rule itself requests such a page, as an availability check beside a log-in form does. */
function isRequestedByRule(kind: BlockPageKind, { request: { url } }: ProbeRule): boolean {
  return isAt(kind, { pathname: pathOf(url), hostname: hostOf(url) });
}

/** Whether a side of the rule itself expects a redirect to such a page; its evidence then decides. */
function isExpectedLocation(rule: ProbeRule, target: URL): boolean {
  return [rule.registered?.location, rule.absent?.location].some((location) => {
    if (location === undefined) return false;
    const path = pathOf(location);
    return BLOCK_PAGE_KINDS.some((kind) => kind.path?.test(path) && kind.path.test(target.pathname));
  });
}

function challengePage(page: string): BlockPage | null {
  const marker = CHALLENGE_MARKER.exec(page)?.[0];
  if (marker !== undefined) return { reason: 'challenge', explanation: `challenge page: ${marker}` };
  const title = titleOf(page);
  const headline = `${title}\n${page.length > SMALL_PAGE ? '' : headingsOf(page)}`;
  const titled = CERTAIN_KINDS.find((kind) => isTitleOf(kind, title, kind.headings ? headline : title));
  if (titled !== undefined) return { reason: titled.reason, explanation: `title of ${titled.page}` };
  if (page.length <= TINY_PAGE && containsPhrase('human', page)) return { reason: 'challenge', explanation: 'a bot check on a short page' };
  if (page.length <= SMALL_PAGE && SMALL_PAGE_MARKERS.some((pattern) => pattern.test(page))) {
    return { reason: 'challenge', explanation: 'a bot check on a short page' };
  }
  return null;
}

/** A JSON object that is a refusal: a challenge or log-in member, or a refusal's code under a success status. */
function jsonBlockPage(rule: ProbeRule, view: ResponseView, isShown = false): BlockPage | null {
  const document = view.json()?.value;
  if (!isRecord(document)) return null;
  const assertions = [...(rule.registered?.json ?? []), ...(rule.absent?.json ?? [])];
  const isAsserted = (path: string) =>
    assertions.some(({ pointer, equals }) => pointer === path || (equals !== undefined && path.startsWith(`${pointer}/`)));
  for (const [holder, prefix] of [
    [document, ''],
    [document.error, '/error'],
  ] as const) {
    if (!isRecord(holder)) continue;
    for (const [name, value] of Object.entries(holder)) {
      if (isAsserted(`${prefix}/${name}`) || !value) continue;
      if (CHALLENGE_MEMBERS.test(name) && !isShown) return { reason: 'challenge', explanation: `${prefix}/${name} asks for a bot check` };
      if (LOGIN_MEMBERS.test(name)) return { reason: 'login_wall', explanation: `${prefix}/${name} asks for a log-in` };
      const reason = /^(?:code|status|status_?code|error_?code|http_?(?:code|status))$/i.test(name) ? refusalCode(value) : null;
      if (reason !== null) return { reason: reason, explanation: `${prefix}/${name} is a refusal` };
    }
  }
  return null;
}

/** A JSON document that says that the request failed, beside evidence that holds and does not name it; null: none. */
export function jsonRefusal(view: ResponseView, evidence: Evidence, isPresence: boolean): BlockPage | null {
  const document = view.json();
  const failed = document && jsonError(document.value, evidence, view.response.status, isPresence);
  if (!failed) return null;
  const isLimit = failed.kind === 'text' && /too many|rate|throttl|quota/i.test(String(failed.value));
  const reason = isLimit ? 'rate_limited' : (refusalCode(failed.value) ?? wordedCode(failed.value) ?? 'server_error');
  return { reason, explanation: `the member ${failed.name} says that the request failed` };
}

function refusalCode(value: unknown): InconclusiveReason | null {
  const code = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && code >= 400 && code <= 599 ? blockPageByStatus(code) : null;
}

/** What a refusal says by a code in words. */
const WORDED: readonly (readonly [pattern: RegExp, reason: InconclusiveReason])[] = [
  [/rate_?limit|too_?many|throttl|quota_?exceeded/i, 'rate_limited'],
  [/captcha|challenge_?required/i, 'challenge'],
  [/(?:^|_)(?:is_)?private$|log_?in_?required|not_?logged_?in|unauthori[sz]ed|auth(?:entication)?_?required|readapidenied/i, 'login_wall'],
  [/(?:access|permission)_?denied|forbidden/i, 'blocked'],
];
const MAX_CODE = 64;

function wordedCode(value: unknown): InconclusiveReason | undefined {
  return typeof value === 'string' && value.length <= MAX_CODE ? WORDED.find(([pattern]) => pattern.test(value))?.[1] : undefined;
}

/** A JSON document that is neither side's and names a refusal as its error; null: none. */
export function wordedRefusal(view: ResponseView): BlockPage | null {
  const document = view.json()?.value;
  if (!isRecord(document)) return null;
  const { error, errors } = document;
  const codes = [error, isRecord(error) ? error['code'] : undefined, Array.isArray(errors) ? errors[0] : undefined, document['code']];
  for (const code of codes) {
    if (typeof code !== 'string') continue;
    const reason = wordedCode(code);
    if (reason !== undefined) return { reason, explanation: 'its error is a refusal' };
    if (/\b(?:is|are) (?:currently |temporarily )?(?:closed|offline)\b|\bunder maintenance\b/i.test(code.slice(0, 300)))
      return { reason: 'blocked', explanation: 'its error says that the site is closed' };
  }
  return null;
}

/** The first title's text, normalised; by `indexOf`, since a pattern would start anew at every `<title` of a hostile page. */
function titleOf(page: string): string {
  const tag = page.indexOf('<title');
  const start = page.indexOf('>', tag) + 1;
  if (tag === -1 || start === 0 || start - tag > 300) return '';
  return normalizeText(plainText(page.slice(start, start + 300).split('<', 1)[0] ?? ''));
}

function headingsOf(page: string): string {
  return [...page.matchAll(/<h[12][^>]{0,200}>([^<]{0,300})/g)].map((match) => normalizeText(plainText(match[1] ?? ''))).join('\n');
}

const pathOf = (template: string) => /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(template)?.[1] ?? '';
const hostOf = (template: string) => /^https?:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
