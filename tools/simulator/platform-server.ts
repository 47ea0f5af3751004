/** Responds for the platforms: finds the rule of a request, whether the account exists, the fault and the latency. */
import type { Identity } from '../../src/domain/identity/identity.js';
import type { ResponseTemplates } from './response-templates.js';
import type { CapacityModel } from './capacity.js';
import type { Counters } from './counters.js';
import type { Exchange } from './exchange.js';
import type { FaultRegistry } from './faults/fault-registry.js';
import { type FaultName, faultByName } from './faults/index.js';
import { normalKey } from './identity-variables.js';
import type { LatencyModel } from './latency.js';
import { homePage, htmlSample, loginPage, notFoundPage, page } from './pages.js';
import type { RequestMatcher, Route } from './request-matcher.js';
import { fixedReply, sendReply } from './send-reply.js';
import type { TokenDesk } from './tokens.js';
import type { Side } from './synthesis.js';
import type { AccountRegistry } from './account-registry.js';

export interface PlatformServerParts {
  readonly matcher: RequestMatcher;
  readonly accounts: AccountRegistry;
  readonly responses: ResponseTemplates;
  readonly latency: LatencyModel;
  readonly capacity: CapacityModel;
  readonly faults: FaultRegistry;
  readonly counters: Counters;
  readonly tokens: TokenDesk;
  readonly dripMs: number;
}

/** A request that a rule would send, with what decides its response. */
interface MatchedRequest {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly identity: Identity;
  readonly found: Readonly<Record<string, string>>;
  readonly state: Side;
  readonly fault: FaultName | null;
}

const HOME = fixedReply(homePage);
const LOGIN = fixedReply(loginPage);
const NOT_FOUND = fixedReply(notFoundPage);
/** Fault name, in the request log, of a request that was refused because the platform was at capacity. */
const OVER_CAPACITY = 'over_capacity';
const OVERLOADED = fixedReply(htmlSample(503, page('Service unavailable', '<h1>Service unavailable</h1>', false)));

/** The handler of one exchange. */
export function createPlatformServer(parts: PlatformServerParts): (exchange: Exchange) => void {
  const { matcher, accounts, responses, latency, capacity, faults, counters, tokens, dripMs } = parts;

  function act({ exchange, route, identity, found, state, fault: name }: MatchedRequest): void {
    const query = new URLSearchParams(exchange.target.split('?')[1] ?? '');
    const refusal = tokens.refusal(route.platform, route.rule, { headers: exchange.request.headers, found, query });
    if (refusal !== null) counters.countRejected(route.platform.slug);
    const honest = () => refusal ?? responses.reply(route, state, identity, found);
    const fault = name === null ? undefined : faultByName(name);
    if (fault?.act === undefined) return sendReply(exchange.response, honest());
    const { slug } = route.platform;
    fault.act({
      exchange,
      route,
      identity: identity.value,
      correctReply: honest,
      replyOf: (side, to) =>
        to === undefined ? responses.reply(route, side, identity, found) : responses.reply(route, side, { ...identity, value: to }, {}),
      isFirst: () => faults.isFirst(slug, normalKey(identity.type, identity.value)),
      dripMs,
    });
  }

  /** A prelude, or a request for an access token. */
  function actBefore(exchange: Exchange, route: Route, kind: 'prelude' | 'grant'): void {
    const { slug } = route.platform;
    counters.countPrelude(slug);
    const { headers } = exchange.request;
    const honest = () =>
      kind === 'prelude' || route.rule.credentials === undefined
        ? tokens.issue(route.platform, route.rule)
        : tokens.grant(route.rule.credentials, { headers, body: exchange.body });
    const name = faults.faultOf(slug);
    const fault = name === null ? undefined : faultByName(name);
    if (kind === 'prelude' && fault?.prelude !== undefined) return fault.prelude({ exchange });
    if (fault?.act === undefined || fault.truthKept || fault.seenBy === 'control') return sendReply(exchange.response, honest());
    fault.act({ exchange, route, identity: '', correctReply: honest, replyOf: honest, isFirst: () => faults.isFirst(slug, kind), dripMs });
  }

  return (exchange) => {
    const { request, response, host, secure, target, body } = exchange;
    const match = matcher.match({ method: request.method ?? 'GET', secure, host, target, body }, accounts);
    if (match.kind === 'unmatched') {
      counters.countUnmatched();
      return sendReply(response, otherPage(target));
    }
    if (match.kind === 'prelude' || match.kind === 'grant') {
      const timer = setTimeout(actBefore, latency.delayFor(match.route.platform.slug), exchange, match.route, match.kind);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    if (match.kind === 'insecure') {
      return sendReply(response, { ...NOT_FOUND, status: 301, headers: ['Location', `https://${host}${target}`] });
    }
    const { route, identity, found } = match;
    const { slug } = route.platform;
    const state = accounts.exists(slug, identity.type, identity.value) ? 'registered' : 'absent';
    const fault = faults.faultOf(slug);
    const asked: MatchedRequest = { exchange, route, identity, found, state, fault };
    const place = capacity.acquire(slug);
    const ended = counters.begin(host, {
      slug,
      queryType: identity.type,
      value: identity.value,
      state,
      fault: place === null ? OVER_CAPACITY : fault,
    });
    const leave = (): void => {
      ended();
      place?.release();
    };
    let timer: NodeJS.Timeout | undefined;
    // After the last byte is written, the client may send the next request: 'close' comes too late to count what is in flight.
    response.once('prefinish', leave);
    response.once('close', () => {
      clearTimeout(timer);
      leave();
    });
    if (place === null) return sendReply(response, OVERLOADED);
    place.onServed(() => {
      const delay = latency.delayFor(slug);
      if (delay > 0) timer = setTimeout(act, delay, asked);
      else act(asked);
    });
  };
}

/** The page of a platform for a request that no rule sends. */
function otherPage(target: string) {
  const path = target.split('?', 1)[0];
  if (path === '/') return HOME;
  return path === '/login' ? LOGIN : NOT_FOUND;
}
