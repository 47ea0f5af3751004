/** Converts one entry into a rule, or returns why that is impossible. Pure. */
import type { ProbeRequest, ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { asKnown, fitsPattern } from '../../src/engine/catalogue/rules/rule-scope.js';
import type { SiteSoftwareFile } from '../../src/engine/catalogue/entry-schema.js';
import { expandSite } from '../../src/engine/catalogue/expand-site-software.js';
import { hostFault } from '../../src/kernel/net/probe-host.js';
import { regexFault } from '../../src/engine/catalogue/safety/regex-safety.js';
import { readsOnly } from '../../src/engine/catalogue/safety/request-parts.js';
import { completeSides, echoExemptionOf, spelledUrl, namePattern } from './complete-sides.js';
import { withoutViewCount } from './discourse-sites.js';
import { isRefusalReason, type RefusalReason, refusalReason, type SoftwareSite, type SourceEntry } from './source-entry.js';

/** Date of the last review of the reasons below. */
const REVIEWED_ON = '2026-11-21';
const WHY_GET = 'Reads a public page as a visitor without an account does; imported, so judged by its kind and its words, not one by one.';
const WHY_QUERY = 'Sends a GraphQL query, which reads by specification; the operation itself was parsed and holds nothing else.';

/** The rule of an entry whose site software has a file: that file's rule, with the site's host and known accounts. */
export function siteSoftwareRule(entry: SourceEntry, site: SoftwareSite, software: SiteSoftwareFile): ProbeRule | RefusalReason {
  const { platform } = expandSite(software, { slug: 'site', name: entry.name, host: site.host });
  const rule = platform.probes.username;
  if (rule === undefined) return refusalReason('no evidence', `the software ${software.software} takes no usernames`);
  // Two words are the name of a person rather than a handle.
  const handles = entry.positiveControls.filter((value) => !value.includes(' '));
  const known = handles.map((value) => asKnown(rule, { type: 'username', value }).value);
  const positiveControls = [...new Set([...known.filter((handle) => fitsPattern(rule, handle)), ...(rule.positiveControls ?? [])])];
  if (positiveControls.length === 0) return refusalReason('no known account', 'no account of the source is one that the software can hold');
  const { request } = rule;
  const url = site.path === undefined ? request.url : request.url.replace(/^(https:\/\/[^/]+)[^?]*/, `$1${site.path}`);
  return { ...rule, request: { ...request, url }, positiveControls };
}

/** The rule of any other entry. */
export function importedRule(entry: SourceEntry): ProbeRule | RefusalReason {
  const requested = requestOf(entry);
  if (isRefusalReason(requested)) return requested;
  const request = { ...requested, url: spelledUrl(requested.url) };
  const sides = completeSides(entry);
  if (sides.registered === undefined)
    return refusalReason('no evidence', 'nothing it says would show an account: its texts could stand on any page');
  const inHost = /^https?:\/\/[^/]*\{username\}/.test(entry.url);
  const naming = handlePattern({
    namingRule: entry.namingRule,
    forbiddenCharacters: entry.forbiddenCharacters,
    inHost,
    positiveControls: entry.positiveControls,
  });
  if (typeof naming === 'string') return refusalReason('naming rule', naming);
  const known = naming.positiveControls.map((value) => asKnown({ request } as ProbeRule, { type: 'username', value }).value);
  if (naming.positiveControls.length === 0)
    return refusalReason('no known account', 'no account of the source fits its naming rule, so no control could be made');
  // A status or an echo counts at the requested URL only: a redirect may lead to a page that everyone gets.
  const rests =
    sides.registered.weakEvidence === true ||
    sides.absent?.weakEvidence === true ||
    sides.absent?.redirectToRoot === true ||
    entry.check === 'redirect';
  const exemption = echoExemptionOf(entry.url);
  return {
    method: 'account_enumeration',
    pattern: namePattern(entry.url, naming.pattern),
    request: rests || request.method === 'POST' ? request : { ...request, ...following(entry.url) },
    safety: {
      basis: request.method === 'POST' ? 'availability_check' : 'public_page',
      reviewed: REVIEWED_ON,
      reason: request.method === 'POST' ? WHY_QUERY : WHY_GET,
    },
    ...sides,
    ...(entry.blockPageTexts.length === 0 ? {} : { blockPages: entry.blockPageTexts.filter((text) => text.length > 3) }),
    ...(exemption === undefined ? {} : { echoExemption: exemption }),
    positiveControls: [...new Set(known)],
  };
}

function requestOf({ method, url, headers, body, check }: SourceEntry): ProbeRequest | RefusalReason {
  // No rule says that we are a browser: requests name this service.
  const own = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'user-agent');
  const sent = own.length === 0 ? {} : { headers: Object.fromEntries(own) };
  if (method === 'GET' && body === undefined) return { method, url: check === 'status' ? withoutViewCount(url) : url, ...sent };
  if (method !== 'POST') return refusalReason('harm rule', `${method} with a body or another effect: only plain GET is imported`);
  const query =
    body !== undefined && 'json' in body && typeof body.json === 'object' && body.json !== null && 'query' in body.json
      ? body.json.query
      : null;
  if (body === undefined || typeof query !== 'string' || !readsOnly(query)) {
    return refusalReason('POST', 'a POST may change something and nobody has looked at this one: write a file for it by hand');
  }
  return { method, url, ...sent, body };
}

/** Allows redirects to the same host, or to its counterpart with or without `www.`. */
function following(url: string): Pick<ProbeRequest, 'followRedirects' | 'redirectHosts'> {
  const host = /^https:\/\/([a-z0-9.-]+)/i.exec(url)?.[1]?.toLowerCase();
  if (host === undefined || url.includes(`{username}.`)) return { followRedirects: true };
  const twin = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const isPlain = host.startsWith('www.') || host.split('.').length === 2;
  return isPlain && hostFault(twin, 'shipped') === null ? { followRedirects: true, redirectHosts: [twin] } : { followRedirects: true };
}

// Derives which handles an imported rule may be used for. The naming rules of sources are searched for, unanchored, and say what
// is forbidden; ours are anchored and say what is allowed, so that a control can generate a handle from them. The source's rule
// is therefore tested on short texts and rewritten from what it accepts. Pure.

const LETTERS = 'A-Za-z';
/** Characters besides letters that a pattern may allow, each as written in a character class; the hyphen comes last. */
const OTHER_CHARACTERS: readonly string[] = ['0-9', '_', '.', '-'];
const SAMPLE_CHARACTER: Readonly<Record<string, string>> = { '0-9': '7' };
const MAX_HANDLE_LENGTH = 40;
/** Wider default pattern, for sites whose source restricts nothing. */
const DEFAULT_PATTERN = String.raw`^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,38}[\p{L}\p{N}_-])?$`;

export interface NamingSource {
  readonly namingRule?: string | undefined;
  readonly forbiddenCharacters?: string | undefined;
  /** The handle is part of the host's name. */
  readonly inHost: boolean;
  readonly positiveControls: readonly string[];
}

export interface HandlePattern {
  readonly pattern: string;
  /** Those of the source that it accepts. */
  readonly positiveControls: readonly string[];
}

/** The pattern for a site's handles, or why there is none, in one sentence. */
export function handlePattern(source: NamingSource): HandlePattern | string {
  const accepts = namingRuleTest(source.namingRule);
  if (typeof accepts === 'string') return accepts;
  const allowed = (text: string) => accepts(text) && ![...(source.forbiddenCharacters ?? '')].some((character) => text.includes(character));
  const narrow = source.inHost ? hostPattern(allowed) : derivePattern(allowed);
  if (narrow === null) return 'its naming rule takes no ordinary handle';
  const fitting = (pattern: string) => source.positiveControls.filter((handle) => new RegExp(pattern, 'u').test(handle));
  const positiveControls = fitting(narrow);
  if (positiveControls.length > 0 || source.inHost || source.namingRule !== undefined) return { pattern: narrow, positiveControls };
  const wide = source.forbiddenCharacters === undefined ? fitting(DEFAULT_PATTERN) : [];
  return wide.length > 0 ? { pattern: DEFAULT_PATTERN, positiveControls: wide } : { pattern: narrow, positiveControls };
}

function namingRuleTest(naming: string | undefined): ((text: string) => boolean) | string {
  if (naming === undefined) return () => true;
  // `\_` and the like are plain characters in Python and an error in ECMAScript's `u` mode.
  const source = naming
    .replace(/\\([^\w\\^$.*+?()[\]{}|/-])/g, '$1')
    .replace(/\\([_ ])/g, '$1')
    .replaceAll('\\Z', '$')
    .replaceAll('\\A', '^');
  const problem = regexFault(source, 'u');
  if (problem !== null) return `its naming rule ${problem}`;
  if (/^\^?(?:\[0-9\]|\\d)[+*{]?[\d,}]*\$?$/.test(source)) return 'it is asked with a number that the site gave out, not with a name';
  const pattern = new RegExp(source, 'u');
  return (text) => pattern.test(text);
}

/** Letters, digits and hyphens of a DNS label (RFC 1123), as far as the rule accepts them. */
function hostPattern(allowed: (text: string) => boolean): string | null {
  if (!allowed('abcabc')) return null;
  const hyphen = allowed('abc-abc') ? '-' : '';
  return `^[A-Za-z0-9](?:[A-Za-z0-9${hyphen}]{0,${MAX_HANDLE_LENGTH - 2}}[A-Za-z0-9])?$`;
}

function derivePattern(allowed: (text: string) => boolean): string | null {
  const shortest = lengths(1, MAX_HANDLE_LENGTH).find((length) => allowed('a'.repeat(length)));
  if (shortest === undefined) return null;
  const longest = lengths(shortest, MAX_HANDLE_LENGTH).findLast((length) => allowed('a'.repeat(length))) ?? shortest;
  const middle = 'a'.repeat(Math.max(shortest, 3) - 1);
  const letters = allowed('A'.repeat(shortest)) ? LETTERS : 'a-z';
  const taking = (insert: (character: string) => string, dots: boolean) =>
    letters + OTHER_CHARACTERS.filter((each) => (dots || each !== '.') && allowed(insert(SAMPLE_CHARACTER[each] ?? each))).join('');
  // A dot at either end means a relative path or a file extension, whatever the rule says.
  const first = taking((character) => character + middle, false);
  const last = taking((character) => middle + character, false);
  const inner = taking((character) => `a${character}${'a'.repeat(Math.max(shortest - 2, 1))}`, true);
  if (longest === 1) return `^[${first}]$`;
  const within = `[${inner}]{${Math.max(shortest - 2, 0)},${longest - 2}}[${last}]`;
  return shortest === 1 ? `^[${first}](?:${within})?$` : `^[${first}]${within}$`;
}

const lengths = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
