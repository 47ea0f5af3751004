/** What a platform answers, without sockets: the rule of a request, whether the account exists, the fault that strikes. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { Identity, QueryType } from '../../src/kernel/identity/identity.js';
import { type AccountRegistry, type AccountRegistryOptions, createAccountRegistry } from './account-registry.js';
import type { ReplyCall } from './faults/fault.js';
import { createFaultRegistry, type FaultRegistry } from './faults/fault-registry.js';
import { type FaultName, faultByName } from './faults/index.js';
import { siteModelOf } from './generated-pages.js';
import { normalKey } from './identity-variables.js';
import { homePage, loginPage, namedListPage, notFoundPage } from './pages.js';
import { compileReply, type Reply } from './reply.js';
import { createRequestMatcher, type IncomingProbe, type RequestMatcher, type Route } from './request-matcher.js';
import { createResponseTemplates, type ResponseTemplates, type SamplesOf } from './response-templates.js';
import { fixedReply } from './send-reply.js';
import type { HasAccount } from './sites/page-writer.js';
import type { SiteModel } from './sites/site-model.js';
import type { Side } from './synthesis.js';
import { createTokenRegistry, type TokenRegistry } from './tokens.js';

export interface ResponderParts {
  readonly matcher: RequestMatcher;
  readonly accounts: AccountRegistry;
  readonly responses: ResponseTemplates;
  /** The sites of platforms that have pages of their own. */
  readonly site: (slug: string) => SiteModel | undefined;
  readonly faults: FaultRegistry;
  readonly tokens: TokenRegistry;
  /** Milliseconds since the epoch; default: the machine's clock. */
  readonly now?: () => number;
  /** Called for a request without a valid token or key. */
  readonly onRejected?: (slug: string) => void;
}

export interface IncomingRequest extends IncomingProbe {
  readonly headers: IncomingHttpHeaders;
  /** Any object that is the same for all requests of a connection. */
  readonly connection: object;
}

/** A request, and what decides its response. */
export type MatchedRequest =
  /** About an identity. */
  | {
      readonly kind: 'probe';
      readonly slug: string;
      readonly identity: Identity;
      readonly state: Side;
      readonly fault: FaultName | null;
      readonly call: ReplyCall;
    }
  /** A prelude, or a request for an access token. */
  | {
      readonly kind: 'before';
      readonly slug: string;
      readonly fault: FaultName | null;
      readonly isPrelude: boolean;
      readonly call: ReplyCall;
    }
  /** A page of the platform's own that is at no account's address. */
  | { readonly kind: 'page'; readonly slug: string; readonly fault: FaultName | null; readonly call: ReplyCall }
  /** Nothing that a rule would request; `slug` of the platform whose address it is over plain HTTP. */
  | { readonly kind: 'other'; readonly reply: Reply; readonly isMatched: boolean };

/** The parts for these platforms, as they are before anything has happened. */
export function responderParts(
  platforms: readonly Platform[],
  { samples = () => undefined, accounts: options }: { samples?: SamplesOf | undefined; accounts?: AccountRegistryOptions | undefined },
): ResponderParts {
  const slugs = platforms.map(({ slug }) => slug);
  const sites = new Map(platforms.map((platform) => [platform.slug, siteModelOf(platform)]));
  const accounts = createAccountRegistry(platforms, options);
  return {
    matcher: createRequestMatcher(platforms),
    accounts,
    responses: createResponseTemplates(platforms, samples),
    site: (slug) => sites.get(slug),
    faults: createFaultRegistry(slugs, (slug, deleted) => accounts.setKnownDeleted(slug, deleted)),
    tokens: createTokenRegistry(),
  };
}

const HOME = fixedReply(homePage);
const LOGIN = fixedReply(loginPage);
const NOT_FOUND = fixedReply(notFoundPage);
const LIST = compileReply(namedListPage);

/** @returns how a request is met; draws anew, at each call, whether the platform's fault strikes */
export function createResponder(parts: ResponderParts): (request: IncomingRequest) => MatchedRequest {
  const { matcher, accounts, responses, faults, tokens, now = Date.now } = parts;
  const struck = (slug: string, { host, target, connection }: IncomingRequest): FaultName | null =>
    faults.strike(slug, { connection, address: host + target, at: now() });

  /** Whether somebody has an account there now. */
  function existing(slug: string, fault: FaultName | null, type: QueryType = 'username'): HasAccount {
    const isGone = (name: string): boolean => fault === 'known_account_deleted' && accounts.isKnown(slug, type, name);
    return (name) => accounts.exists(slug, type, name) && !isGone(name);
  }

  function probe(request: IncomingRequest, route: Route, identity: Identity, found: Readonly<Record<string, string>>): MatchedRequest {
    const { slug } = route.platform;
    const fault = struck(slug, request);
    const site = identity.type === 'username' ? parts.site(slug) : undefined;
    const exists = existing(slug, fault, identity.type);
    const isThere = site === undefined ? exists(identity.value) : site.hasAccount(identity.value, exists);
    const state = isThere ? 'registered' : 'absent';
    const templated = (side: Side, to?: string): Reply =>
      to === undefined ? responses.reply(route, side, identity, found) : responses.reply(route, side, { ...identity, value: to }, {});
    const call: ReplyCall = {
      request,
      route,
      identity: identity.value,
      correctReply: () => tokenRefusal(request, route, found) ?? site?.respond(request, exists) ?? templated(state),
      replyOf: (side, to) => site?.pageOf(side, to ?? identity.value, exists) ?? templated(side, to),
      ownPage: () => site?.ownPage(identity.value, exists) ?? LIST.render(() => identity.value),
      isFirst: () => faults.isFirst(slug, normalKey(identity.type, identity.value)),
    };
    return { kind: 'probe', slug, identity, state, fault, call };
  }

  function tokenRefusal(
    { headers, target }: IncomingRequest,
    { platform, rule }: Route,
    found: Readonly<Record<string, string>>,
  ): Reply | null {
    const refusal = tokens.refusal(platform, rule, { headers, found, query: new URLSearchParams(target.split('?')[1] ?? '') });
    if (refusal !== null) parts.onRejected?.(platform.slug);
    return refusal;
  }

  function before(request: IncomingRequest, route: Route, kind: 'prelude' | 'grant'): MatchedRequest {
    const { slug } = route.platform;
    const honest = (): Reply =>
      kind === 'prelude' || route.rule.credentials === undefined
        ? tokens.issue(route.platform, route.rule)
        : tokens.grant(route.rule.credentials, { headers: request.headers, body: request.body });
    return {
      kind: 'before',
      slug,
      fault: struck(slug, request),
      isPrelude: kind === 'prelude',
      call: plainCall(request, route, honest, kind),
    };
  }

  const plainCall = (request: IncomingRequest, route: Route, honest: () => Reply, key: string): ReplyCall => ({
    request,
    route,
    identity: '',
    correctReply: honest,
    replyOf: honest,
    ownPage: honest,
    isFirst: () => faults.isFirst(route.platform.slug, key),
  });

  function other(request: IncomingRequest): MatchedRequest {
    const platform = matcher.platformsAt(request.host)?.find(({ slug }) => parts.site(slug) !== undefined);
    const rule = platform?.probes.username;
    const site = platform === undefined ? undefined : parts.site(platform.slug);
    if (platform === undefined || rule === undefined || site === undefined)
      return { kind: 'other', reply: otherPage(request.target), isMatched: false };
    const honest = (): Reply => site.respond(request, existing(platform.slug, null));
    const call = plainCall(request, { platform, queryType: 'username', rule }, honest, 'page');
    return { kind: 'page', slug: platform.slug, fault: struck(platform.slug, request), call };
  }

  return (request) => {
    const match = matcher.match(request, accounts);
    switch (match.kind) {
      case 'unmatched':
        return other(request);
      case 'insecure':
        return {
          kind: 'other',
          isMatched: true,
          reply: { ...NOT_FOUND, status: 301, headers: ['Location', `https://${request.host}${request.target}`] },
        };
      case 'asked':
        return probe(request, match.route, match.identity, match.found);
      default:
        return before(request, match.route, match.kind);
    }
  };
}

/** The response of a fault that sends a whole one; null where the fault acts on the connection. */
export function replyTo(matched: Exclude<MatchedRequest, { kind: 'other' }>): Reply | null {
  const fault = matched.fault === null ? undefined : faultByName(matched.fault);
  // A prelude and a page of the platform's own are about nobody: what is wrong with answers about people does not touch them.
  const touches = matched.kind === 'probe' || (fault?.truthKept === false && fault.seenBy === 'answer');
  if (fault === undefined || !touches || (fault.reply === undefined && fault.act === undefined)) return matched.call.correctReply();
  return fault.reply?.(matched.call) ?? null;
}

/** The page of a platform for a request that no rule sends. */
function otherPage(target: string): Reply {
  const path = target.split('?', 1)[0];
  if (path === '/') return HOME;
  return path === '/login' ? LOGIN : NOT_FOUND;
}
