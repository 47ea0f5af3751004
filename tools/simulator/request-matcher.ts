/** Finds the rule that a request was made with, and its identity. One look-up by host, then few rules. */
import { type Identity, QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';
import { parseJson } from '../../src/kernel/values/json.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { type AddressIndex, identityFrom } from './identity-variables.js';
import { type Captures, jsonPattern, type TextPattern, textPattern } from './text-pattern.js';
import { matchesUrl, parseTarget, parseUrlTemplate, type UrlTemplate, withoutPort } from './url-template.js';

/** One rule of one platform. */
export interface Route {
  readonly platform: Platform;
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
}

/** The parts of a request by which it is recognised. */
export interface IncomingProbe {
  readonly method: string;
  readonly secure: boolean;
  /** Lower case, without port. */
  readonly host: string;
  /** Path and query. */
  readonly target: string;
  /** '' when there is none. */
  readonly body: string;
}

export type Match =
  | { readonly kind: 'asked'; readonly route: Route; readonly identity: Identity; readonly found: Readonly<Captures> }
  /** The prelude of a rule. */
  | { readonly kind: 'prelude'; readonly route: Route }
  /** The request for an access token. */
  | { readonly kind: 'grant'; readonly route: Route }
  /** The rule's URL over plain HTTP: platforms redirect that to https. */
  | { readonly kind: 'insecure'; readonly route: Route }
  | { readonly kind: 'unmatched' };

export interface RequestMatcher {
  /** Platforms on this host; undefined when there are none. */
  platformsAt(host: string): readonly Platform[] | undefined;
  /** Name of the host in certificates: itself, or `*.example.com` when the host part of the rule is variable. */
  certificateName(host: string): string | undefined;
  /** All such names. */
  certificateNames(): readonly string[];
  match(request: IncomingProbe, book: AddressIndex): Match;
}

interface CompiledRoute extends Route {
  readonly url: UrlTemplate;
  readonly hostPattern: TextPattern | null;
  readonly matchesBody: (body: string, captures: Captures) => boolean;
  readonly fixedLength: number;
}

/** A request of a rule besides its own. */
interface Companion {
  readonly kind: 'prelude' | 'grant';
  readonly route: Route;
  readonly url: string;
}

interface Site {
  readonly platforms: Platform[];
  readonly routes: CompiledRoute[];
  readonly companions: Companion[];
}

export function createRequestMatcher(platforms: readonly Platform[]): RequestMatcher {
  const sites = new Map<string, Site>();
  for (const platform of platforms) {
    const hosts = new Set([withoutPort(new URL(platform.homepage).host)]);
    for (const queryType of QUERY_TYPES) {
      const rule = platform.probes[queryType];
      if (rule === undefined) continue;
      for (const url of new Set([rule.request.url, rule.credentials?.url ?? rule.request.url])) {
        const route = compile({ platform, queryType, rule }, url);
        const name = siteName(route.url.host);
        siteAt(sites, name).routes.push(route);
        hosts.add(name);
      }
      for (const companion of companionsOf({ platform, queryType, rule })) {
        const { host } = new URL(companion.url);
        siteAt(sites, withoutPort(host)).companions.push(companion);
        hosts.add(withoutPort(host));
      }
      for (const host of rule.request.redirectHosts ?? []) hosts.add(withoutPort(host));
    }
    for (const host of hosts) siteAt(sites, host).platforms.push(platform);
  }
  for (const site of sites.values()) site.routes.sort((a, b) => b.fixedLength - a.fixedLength);

  const nameOf = (host: string): string | undefined => {
    if (sites.has(host)) return host;
    const wildcard = siteName(`{any}${host.slice(host.indexOf('.'))}`);
    return sites.has(wildcard) ? wildcard : undefined;
  };

  return {
    platformsAt(host) {
      const name = nameOf(host);
      return name === undefined ? undefined : sites.get(name)?.platforms;
    },
    certificateName: nameOf,
    certificateNames: () => [...sites.keys()],
    match(request, book) {
      const name = nameOf(request.host);
      const routes = name === undefined ? [] : (sites.get(name)?.routes ?? []);
      const target = parseTarget(request.target);
      const method = request.method === 'POST' ? 'grant' : 'prelude';
      const companion = (name === undefined ? [] : (sites.get(name)?.companions ?? [])).find(
        ({ kind, url }) => kind === method && request.secure && pathOf(url) === request.target,
      );
      if (companion !== undefined) return { kind: companion.kind, route: companion.route };
      for (const route of routes) {
        const found: Captures = {};
        if (route.hostPattern !== null && !route.hostPattern.match(request.host, found)) continue;
        if (!sameMethod(route.rule.request.method, request.method) || !matchesUrl(route.url, target, found)) continue;
        if (!route.matchesBody(request.body, found)) continue;
        const identity = identityFrom(route.queryType, found, book, route.rule.scope);
        if (identity === undefined) continue;
        if (route.url.secure && !request.secure) return { kind: 'insecure', route };
        return { kind: 'asked', route, identity, found };
      }
      return { kind: 'unmatched' };
    },
  };
}

/** HEAD and GET match alike: some tools send HEAD where the rule says GET. */
function sameMethod(expected: string, given: string): boolean {
  return expected === given || (expected !== 'POST' && (given === 'GET' || given === 'HEAD'));
}

function companionsOf(route: Route): Companion[] {
  const { prelude, credentials } = route.rule;
  return [
    ...(prelude === undefined ? [] : [{ kind: 'prelude' as const, route, url: prelude.url }]),
    ...(credentials?.grant === undefined ? [] : [{ kind: 'grant' as const, route, url: credentials.grant.url }]),
  ];
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** @param template the rule's URL, or the one that it has with keys */
function compile(route: Route, template: string): CompiledRoute {
  const url = parseUrlTemplate(template);
  const body = bodyMatcher(route.rule);
  return {
    ...route,
    url,
    hostPattern: url.host.includes('{') ? textPattern(url.host) : null,
    matchesBody: body.match,
    fixedLength: url.fixedLength + body.fixedLength,
  };
}

function bodyMatcher(rule: ProbeRule): { fixedLength: number; match: (body: string, captures: Captures) => boolean } {
  const template = rule.request.body;
  if (template === undefined) return { fixedLength: 0, match: () => true };
  if ('json' in template) {
    const pattern = jsonPattern(template.json);
    return { fixedLength: pattern.fixedLength, match: (body, captures) => pattern.match(parseJson(body), captures) };
  }
  const fields = Object.entries(template.form).map(([name, value]) => [name, textPattern(value)] as const);
  return {
    fixedLength: fields.reduce((total, [name, value]) => total + name.length + value.fixedLength, 0),
    match(body, captures) {
      const given = new URLSearchParams(body);
      return fields.every(([name, value]) => value.match(given.get(name) ?? '', captures));
    },
  };
}

/** A variable anywhere in the first label makes the whole label a wildcard, as in certificates. */
function siteName(host: string): string {
  return host.includes('{') ? `*${host.slice(host.indexOf('.'))}` : host;
}

function siteAt(sites: Map<string, Site>, name: string): Site {
  let site = sites.get(name);
  if (site === undefined) {
    site = { platforms: [], routes: [], companions: [] };
    sites.set(name, site);
  }
  return site;
}
