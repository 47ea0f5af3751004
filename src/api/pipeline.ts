/** The pipeline of every operation, for all audiences: its steps in their order, each refusing before the next costs anything. */
import type Router from '@koa/router';
import type { Context } from 'koa';
import { EVERY_PLATFORM } from '../engine/controls/control-accounts.js';
import type { FairLimiter, ReadLimiter } from '../kernel/values/fair-shares.js';
import type { Caller } from '../features/accounts/accounts.js';
import { ServiceError } from '../kernel/values/errors.js';
import { isAtLeast } from '../features/accounts/roles.js';
import { isStrong, type Person, RECENT_MINUTES } from '../features/people/people.js';
import type { SessionStore } from '../features/people/store/session-store.js';
import type { SignInTokens } from '../features/people/credentials/sign-in-tokens.js';
import { authenticateKey } from '../features/accounts/use-cases/api-keys.js';
import { type AuditContext, audited, recordRefusal } from './audited-requests.js';
import { addressMatcher } from '../kernel/http/client-address.js';
import { type CookieKind, type DashboardCookies, requireSameOrigin, userAgentOf } from '../kernel/http/cookies.js';
import { readJsonBody, streamBody } from '../kernel/http/json-body.js';
import type { OpenStreams } from '../kernel/http/open-streams.js';
import type { RequestState } from '../kernel/http/request-context.js';
import { sendDownload } from '../kernel/http/object-lines.js';
import { encodedLines } from '../kernel/values/json.js';
import { clientNetwork, countRequest, countUnauthenticated, type RateContext } from './rate-limit.js';
import { ID } from '../kernel/http/request-fields.js';
import { Accepted, type Answer, Download, EventStream, ObjectLines, Redirect, StreamEnded } from '../kernel/http/answers.js';
import { addressOf, type Audience, isInTurn, type Requester, type Route, takesPlace } from '../features/route.js';
import type { ApiContext } from './routes.js';
import { sendEvents } from '../kernel/http/sse.js';
import { sendTagged, TaggedJson } from '../kernel/http/tagged-json.js';
import { parsePart } from '../kernel/http/validation.js';

type KeyContext = Parameters<typeof authenticateKey>[0];

export interface PipelineContext extends AuditContext, RateContext, Pick<KeyContext, 'accounts' | 'keys'> {
  readonly sessions: SessionStore;
  readonly signInTokens: SignInTokens;
  readonly cookies: DashboardCookies;
  readonly publicUrl: string;
  readonly openStreams: OpenStreams;
  /** Turns of accounts, in which their requests use the database. */
  readonly turns: FairLimiter;
  /** Addresses of operators, in lower case. */
  readonly operators: ReadonlySet<string>;
  /** What handlers need of the service. */
  readonly handlers: ApiContext;
  /** Check every response against its schema: on in tests and CI. */
  readonly checkResponses: boolean;
  /** Milliseconds between checks of who has a long response under way; default ten seconds. */
  readonly recheckMs?: number | undefined;
}

type Http = Context & { state: RequestState };

/** Serves each operation to each of its audiences. */
export function serveRoutes(router: Router<RequestState>, ctx: PipelineContext, routes: readonly Route<ApiContext>[]): void {
  for (const route of routes)
    for (const audience of route.audiences) {
      const path = addressOf(route, audience);
      router.register(path, [route.method], (http) => {
        http.state.route = `${route.method.toUpperCase()} ${path}`;
        return serve(ctx, http, route, audience);
      });
    }
}

/** docs/contract.md, 8.4. */
async function serve(ctx: PipelineContext, http: Http, route: Route<ApiContext>, audience: Audience): Promise<void> {
  let requester: Requester = {};
  let place: ReadLimiter | null = null;
  /** The one place that this response has among the open streams of its key. */
  const takePlace = (): ReadLimiter => (place ??= ctx.openStreams.acquire(callerOf(requester), http.state.clientAborted));
  try {
    requester = await identify(ctx, http, route, audience); // 401, 404 of another account, 403 of another site or network
    await countRequest(ctx, http, route, requester); // 429
    const answer = await audited(ctx, http, route, requester, async () => {
      authorize(ctx, route, audience, requester); // 403
      requireRecent(route, audience, requester); // 403
      if (requester.caller) cutWhenOver(ctx, http, route, audience);
      if ((route.startsWork ?? route.isUnsafe) && http.method === 'HEAD') {
        http.set('Allow', route.method.toUpperCase());
        throw new ServiceError('method_not_allowed');
      }
      const input = await readInput(ctx, http, route, requester); // 404, 415, 413, 400, 422
      if (takesPlace(route)) takePlace(); // 429, before anything is billed
      const handle = () => route.handle(ctx.handlers, { ...input, limitRead: (make) => takePlace()(make) }); // its own
      return requester.caller && isInTurn(route) ? ctx.turns.run(requester.caller.accountId, handle) : handle();
    });
    if (answer instanceof Redirect && answer.refusal) recordRefusal(ctx, http, route, requester, answer.refusal);
    if (answer instanceof EventStream || answer instanceof ObjectLines || answer instanceof Download)
      return sendAsMade(http, answer, takePlace());
    return await send(ctx, http, route, answer);
  } catch (error) {
    if (error instanceof ServiceError) recordRefusal(ctx, http, route, requester, error);
    throw error;
  }
}

/** Who makes the request. One that is refused here counts against its network, and never against whom a thief or another site abuses. */
async function identify(ctx: PipelineContext, http: Http, route: Route, audience: Audience): Promise<Requester> {
  try {
    const requester = await findRequester(ctx, http, route, audience);
    if (audience !== 'key') requireSameOrigin(http, ctx.publicUrl);
    if (!requester.caller) return requester;
    const origin = { action: route.operationId, network: clientNetwork(http.ip), isRecorded: false };
    const caller = { ...requester.caller, origin };
    http.state.caller = caller;
    if (caller.isTest) http.set('Footprint-Test', 'true');
    if (caller.networks && !addressMatcher(caller.networks)(http.ip)) {
      // Whatever it asks for: this is how its owner learns that somebody else has the key.
      const { isUnaudited: _, ...recorded } = route;
      await audited(ctx, http, recorded, requester, () => Promise.reject(new ServiceError('forbidden_network')));
    }
    return { ...requester, caller };
  } catch (error) {
    if (error instanceof ServiceError) await countUnauthenticated(ctx, http);
    throw error;
  }
}

/** @throws ServiceError unauthorized, and what `findSignedIn` throws */
const findRequester = async (ctx: PipelineContext, http: Http, route: Route, audience: Audience): Promise<Requester> =>
  audience === 'key' ? { caller: await authenticateKey(ctx, http.get('authorization')) } : findSignedIn(ctx, http, route, audience);

/** @throws ServiceError not_signed_in; not_found for an account that does not exist, or of which the person is no member */
async function findSignedIn(ctx: PipelineContext, http: Http, route: Route, audience: Audience): Promise<Requester> {
  if (route.isAnonymous) return {};
  const token = ctx.cookies.get(http, 'session');
  const digest = token === null ? null : ctx.signInTokens.digestOf(token);
  const account = String(http['params'].account);
  const member = audience === 'member' && digest && ID.test(account) ? await ctx.sessions.findMember(digest, account) : null;
  if (member) return member;
  const command = audience === 'operator' && digest ? await ctx.sessions.findCommand(digest) : null;
  const person = command ?? (digest && (await ctx.sessions.findPerson(digest)));
  if (!person) throw new ServiceError('not_signed_in');
  if (audience === 'member') throw new ServiceError('not_found');
  return { person };
}

/** How often a response under way looks whether its requester may still have it. docs/contract.md, 8.11. */
const RECHECK_MS = 10_000;

/** Cuts a response that takes long once its requester could no longer make the request: key or session ended, member removed. */
function cutWhenOver(ctx: PipelineContext, http: Http, route: Route, audience: Audience): void {
  const check = async (): Promise<void> => {
    try {
      authorize(ctx, route, audience, await findRequester(ctx, http, route, audience));
    } catch (error) {
      // Without its database the service does not know: the next check does.
      if (error instanceof ServiceError && error.status < 500) http.res.destroy();
    }
  };
  const { clientAborted } = http.state;
  if (clientAborted.aborted) return;
  const checking = setInterval(() => void check(), ctx.recheckMs ?? RECHECK_MS);
  clientAborted.addEventListener('abort', () => clearInterval(checking), { once: true });
}

/** Whether the requester may do that: state of the account, scopes of a key, role of a member, operator. */
function authorize(ctx: PipelineContext, route: Route, audience: Audience, { caller, person }: Requester): void {
  if (caller?.isClosed && !(caller.member && route.whileClosed)) throw new ServiceError('account_closed');
  if (caller?.isSuspended) throw new ServiceError('account_suspended');
  if (audience === 'key') {
    const missing = route.scopes?.filter((scope) => !caller?.scopes.includes(scope));
    if (missing?.length !== 0)
      throw new ServiceError('insufficient_scope', missing && `This API key needs the scope ${missing.join(', ')}.`);
  }
  if (audience === 'member' && !(caller?.member && isAtLeast(caller.member.role, route.role ?? 'member')))
    throw new ServiceError('insufficient_role');
  if (audience === 'operator' && !(person && isOperator(ctx, person))) throw new ServiceError('insufficient_role');
  if (audience === 'operator' && !(person && isStrong(person))) throw new ServiceError('passkey_required');
}

/** Whoever has the database of the service can run its commands; others are named in the settings. */
const isOperator = ({ operators }: PipelineContext, { email, means }: Person): boolean => means === 'command' || operators.has(email);

function requireRecent(route: Route, audience: Audience, { person }: Requester): void {
  if (route.recent && audience !== 'key' && !person?.isRecent)
    throw new ServiceError('recent_sign_in_required', undefined, { details: { withinMinutes: RECENT_MINUTES } });
}

/** The request as its route parses it: ids, body, query. */
async function readInput(ctx: PipelineContext, http: Http, route: Route, requester: Requester): Promise<Parameters<Route['handle']>[1]> {
  const params = parsePart(route.params, requireIds(http['params']), 'path');
  // A body that was complete before authentication counts from the request's head; only one still arriving resets the time.
  const arrived = http.req.complete;
  const stream = route.streamed && streamBody(http, route.streamed);
  const { raw, value } = route.body && !stream ? await readJsonBody(http) : { raw: Buffer.alloc(0), value: undefined };
  if (!arrived) http.state.receivedAt = performance.now();
  const { receivedAt, clientAborted, ending } = http.state;
  const input = {
    ...requester,
    params,
    query: parsePart(route.query, { ...http.query }, 'query'),
    body: route.body && !stream ? parsePart(route.body, value, 'body', route.malformed) : undefined,
    headers: http.headers,
    rawBody: raw,
    stream,
    prefers: (types: readonly string[]) => http.accepts(...types),
    receivedAt,
    address: http.ip,
    clientAborted,
    ending,
    ...(requester.caller ? {} : browserOf(ctx, http)),
  };
  if (route.path.startsWith('/v1/'))
    nameIgnored(http, { ...http.query, ...Object(value) }, { ...Object(input.query), ...Object(input.body) });
  // A route's audiences say which of the fields its handler may read: each helper of route.ts types it so.
  return input as unknown as Parameters<Route['handle']>[1];
}

const MAX_IGNORED_NAMED = 10;
/** Names that a header may repeat; any other could be a value in place of a name. */
const NAME_SHOWN = /^[\w-]{1,40}$/;

/** v1 ignores what it does not know: a header names it, since whoever misspelled `platforms` is billed for all. */
function nameIgnored(http: Http, sent: object, read: object): void {
  const paths = [...pathsNotRead(sent, read)];
  if (paths.length > 0) http.set('Footprint-Ignored', paths.slice(0, MAX_IGNORED_NAMED).join(', '));
}

/** Paths of the fields that were sent and are not in what was read of them: `platform`, `checks.mail`, `items.0.mail`. */
function* pathsNotRead(sent: object, read: object, parent = ''): Generator<string> {
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    const known = (read as Readonly<Record<string, unknown>>)[name];
    const path = `${parent}${name}`;
    if (!Object.hasOwn(read, name)) {
      if (value !== null && NAME_SHOWN.test(name)) yield path;
    } else if (isObject(value) && isObject(known)) yield* pathsNotRead(value, known, `${path}.`);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Values in paths are ids and slugs, or every platform: what cannot be one of ours is not found, and never reaches the database. */
function requireIds(params: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const isNamed = ([name, id]: [string, string]): boolean => ID.test(id) || (name === 'platform' && id === EVERY_PLATFORM);
  if (!Object.entries(params).every(isNamed)) throw new ServiceError('not_found');
  return params;
}

const browserOf = ({ cookies }: PipelineContext, http: Http) => ({
  browser: {
    session: cookies.get(http, 'session'),
    device: cookies.get(http, 'device'),
    userAgent: userAgentOf(http),
    network: clientNetwork(http.ip),
  },
  cookie: (kind: CookieKind) => cookies.get(http, kind),
  setCookie: (kind: CookieKind, value: string | null) => cookies.set(http, kind, value),
  search: http.search,
});

/** Whoever makes the request: what is sent as it is made takes turns of an account. */
function callerOf({ caller }: Requester): Caller {
  if (!caller) throw new Error('a stream or download for nobody of an account');
  return caller;
}

function sendAsMade(http: Http, answer: EventStream | ObjectLines | Download, limitRead: ReadLimiter): void {
  if (answer instanceof EventStream) sendEvents(http, answer.events, answer.ending);
  else if (answer instanceof Download) sendDownload(http, answer, limitRead);
  else sendDownload(http, new Download(encodedLines(answer.objects), 'application/x-ndjson', answer.name), limitRead);
}

async function send(ctx: PipelineContext, http: Http, route: Route, answer: Answer<unknown>): Promise<void> {
  const checked = (body: unknown): unknown => (ctx.checkResponses ? route.response.parse(body) : body);
  if (answer instanceof Redirect) {
    http.status = 303;
    http.set('Location', new URL(answer.path, ctx.publicUrl).href);
    return;
  }
  if (route.noContent || answer instanceof StreamEnded) {
    http.status = 204;
    return;
  }
  if (route.otherType) http.vary('Accept');
  if (route.isStorable) http.set('Cache-Control', 'private, no-cache');
  if (answer instanceof TaggedJson) return sendTagged(http, answer, ctx.checkResponses ? checked : undefined);
  http.status = 200;
  if (answer instanceof Accepted) {
    http.status = 202;
    http.body = checked(answer.body);
    return;
  }
  http.body = checked(answer);
}
