import type Router from '@koa/router';
import type { RateStore } from '../db/accounts/rate-store.js';
import { ServiceError } from '../domain/errors.js';
import type { Authenticated, Http, Mount } from './mounts.js';
import { type AuditContext, audited } from './audit.js';
import { readJsonBody } from './middleware/json-body.js';
import type { RequestState } from './middleware/request-context.js';
import { clientNetwork, countRequest, countUnauthenticated } from './rate-limit.js';
import { EventStream, ObjectLines, StreamEnded, type Route } from './route.js';
import { sendEvents } from './sse.js';
import { sendLines } from './object-lines.js';
import { sendTagged, TaggedJson } from './tagged-json.js';
import { ID } from './request-fields.js';
import { parsePart } from './validation.js';

export interface OperationsContext extends AuditContext {
  readonly rates: RateStore;
  /** Check every response against its schema: on in tests and CI. */
  readonly checkResponses: boolean;
}

/** Serves a table of routes at a mount: authentication, rate, validation, handler, in that order (docs/contract.md, 8.4). */
export function serveOperations(router: Router<RequestState>, ctx: OperationsContext, mount: Mount, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = mount.pathOf(route);
    if (path === null) continue;
    router.register(path, [route.method], async (http) => {
      http.state.route = `${route.method.toUpperCase()} ${path}`;
      const { caller: identified, authorize } = await authenticate(ctx, mount, http);
      http.state.caller = identified;
      await countRequest(ctx, http, identified, route);
      const caller = { ...identified, origin: { action: route.operationId, network: clientNetwork(http.ip), isRecorded: false } };
      const carryOut = () => handle(http, route, { caller, authorize });
      const answer = await (route.isUnaudited ? carryOut() : audited(ctx, http, route, caller, carryOut));
      if (route.noContent || answer instanceof StreamEnded) {
        http.status = 204;
        return;
      }
      if (answer instanceof TaggedJson)
        return sendTagged(http, answer, ctx.checkResponses ? (value) => route.response.parse(value) : undefined);
      http.status = 200;
      if (answer instanceof EventStream) return sendEvents(http, answer.events, answer.ending);
      if (answer instanceof ObjectLines) return sendLines(http, answer.objects);
      http.body = ctx.checkResponses ? route.response.parse(answer) : answer;
    });
  }
}

/** Checks a request of a caller and carries it out. @returns what the route's handler answers */
async function handle(http: Http, route: Route, { caller, authorize }: Authenticated) {
  if (caller.isClosed && !(caller.member && route.whileClosed)) throw new ServiceError('account_closed');
  if (caller.isSuspended) throw new ServiceError('account_suspended');
  authorize(route);
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

async function authenticate(ctx: OperationsContext, mount: Mount, http: Http): Promise<Authenticated> {
  try {
    return await mount.authenticate(http);
  } catch (error) {
    if (error instanceof ServiceError) await countUnauthenticated(ctx, http);
    throw error;
  }
}
