import Router from '@koa/router';
import type { Context } from 'koa';
import type { Caller, RateStore } from '../domain/billing/account-ports.js';
import { ServiceError } from '../domain/errors.js';
import { authenticateKey } from '../services/accounts/api-keys.js';
import { type AuditContext, audited } from './audit.js';
import { readJsonBody } from './middleware/json-body.js';
import type { RequestState } from './middleware/request-context.js';
import { clientNetwork, countRequest, countUnauthenticated } from './rate-limit.js';
import { EventStream, StreamEnded, type Route } from './route.js';
import { sendEvents } from './sse.js';
import { sendTagged, TaggedJson } from './tagged-json.js';
import { ID, parsePart } from './validation.js';

export interface OperationsContext extends AuthenticationContext, AuditContext {
  readonly rates: RateStore;
  /** Check every response against its schema: on in tests and CI. */
  readonly checkResponses: boolean;
}
type AuthenticationContext = Parameters<typeof authenticateKey>[0];

/** Serves a table of routes: authentication, rate, validation, handler, in that order (docs/contract.md, 8.4). */
export function operationsRouter(ctx: OperationsContext, routes: readonly Route[]): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const route of routes) {
    router.register(route.path, [route.method], async (http) => {
      http.state.route = `${route.method.toUpperCase()} ${route.path}`;
      await authenticate(ctx, http);
      const identified = http.state.caller ?? unreachable();
      await countRequest(ctx, http, identified, route);
      const origin = { action: route.operationId, network: clientNetwork(http.ip), isRecorded: false };
      const caller = { ...identified, origin };
      const answer = await (route.isUnaudited
        ? handle(http, route, caller)
        : audited(ctx, http, route, caller, () => handle(http, route, caller)));
      if (route.noContent || answer instanceof StreamEnded) {
        http.status = 204;
        return;
      }
      if (answer instanceof TaggedJson)
        return sendTagged(http, answer, ctx.checkResponses ? (value) => route.response.parse(value) : undefined);
      http.status = 200;
      if (answer instanceof EventStream) return sendEvents(http, answer.events, answer.ending);
      http.body = ctx.checkResponses ? route.response.parse(answer) : answer;
    });
  }
  return router;
}

/** Checks a request of a caller and carries it out. @returns what the route's handler answers */
async function handle(http: Http, route: Route, caller: Caller) {
  if (!caller.scopes.includes(route.scope ?? 'lookups')) throw new ServiceError('insufficient_scope');
  if (route.startsWork && http.method === 'HEAD') {
    http.set('Allow', route.method.toUpperCase());
    throw new ServiceError('method_not_allowed');
  }
  // A body that was complete before authentication counts from the request's head; only one still arriving resets the time.
  const arrived = http.req.complete;
  const { raw, value } = route.body ? await readJsonBody(http) : { raw: Buffer.alloc(0), value: undefined };
  if (!arrived) http.state.receivedAt = performance.now();
  return route.handle({
    caller,
    params: parsePart(route.params, requireIds(http['params']), 'path'),
    query: parsePart(route.query, { ...http.query }, 'query'),
    body: route.body ? parsePart(route.body, value, 'body', route.malformed) : undefined,
    headers: http.headers as Record<string, string | undefined>,
    rawBody: raw,
    receivedAt: http.state.receivedAt,
    clientAborted: http.state.clientAborted,
    ending: http.state.ending,
  });
}

/** Path parameters are ids: a value that cannot be an id of ours is refused as not_found and never reaches the database. */
function requireIds(params: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  if (!Object.values(params).every((id) => ID.test(id))) throw new ServiceError('not_found');
  return params;
}

function unreachable(): never {
  throw new Error('authentication set no caller');
}

type Http = Context & { state: RequestState };

async function authenticate(ctx: OperationsContext, http: Http): Promise<void> {
  try {
    http.state.caller = await authenticateKey(ctx, http.get('authorization'));
  } catch (error) {
    if (error instanceof ServiceError) await countUnauthenticated(ctx, http);
    throw error;
  }
}
