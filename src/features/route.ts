/** What an operation of the API is, for every audience: one shape, whose flags the pipeline, the document and tests read. */
import { z } from 'zod';
import type { Scope } from './accounts/api-keys.js';
import type { Role } from './accounts/roles.js';
import type { Person } from './people/people.js';
import type { Caller } from './accounts/accounts.js';
import type { ReadLimiter } from '../kernel/values/fair-shares.js';
import type { ErrorCode } from '../kernel/values/errors.js';
import type { Browser } from './people/use-cases/sign-in.js';
import type { CookieKind } from '../kernel/http/cookies.js';
import type { BodyStream, StreamedBodies } from '../kernel/http/json-body.js';
import type { OperationNote } from '../kernel/http/operation-notes.js';
import type { Answer } from '../kernel/http/answers.js';

/**
 * Whom an operation serves: bearer keys of an account, its members in the dashboard, users outside of any account, operators of the
 * service.
 */
export const AUDIENCES = ['key', 'member', 'user', 'operator'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Which minute counter a request uses: three of each key or member, one of each user, one of each network. docs/contract.md, 9.1. */
export type RateClass = 'reads' | 'readsV2' | 'requests' | 'person' | 'unauthenticated';

/** Who makes a request: a key has a caller, a member both, a user and an operator a person; who is not signed in has neither. */
export interface Requester {
  readonly caller?: Caller;
  readonly person?: Person;
}

interface RequestInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Lower-case request headers. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's bytes, for fingerprints; none of one that is read as a stream. */
  readonly rawBody: Buffer;
  /** A body of one of `Route.streamed`; undefined: it was JSON, and is in `body`. */
  readonly stream: BodyStream | undefined;
  readonly receivedAt: number;
  /** IP address of the client, as the socket or a trusted proxy reports it. */
  readonly address: string;
  /** Which of these types the client would rather have, the first if it says nothing (RFC 9110, 12.5.1); false: none. */
  readonly prefers: (types: readonly string[]) => string | false;
  /** Aborts when the client disconnects. */
  readonly clientAborted: AbortSignal;
  /** Aborts when the client disconnects or the process stops: handlers with long waits then respond with what they have. */
  readonly ending: AbortSignal;
}

/** A request of a key or a member. */
export interface HandlerInput<P, Q, B> extends RequestInput<P, Q, B> {
  readonly caller: Caller;
  /** Makes a piece of what `takesPlace`: a download's lines go through it anyway, reads for events and of many lookups have to. */
  readonly limitRead: ReadLimiter;
}

/** A request of a browser in which nobody has to be signed in. */
export interface BrowserInput<P, Q, B> extends RequestInput<P, Q, B> {
  readonly browser: Browser;
  readonly cookie: (kind: CookieKind) => string | null;
  readonly setCookie: (kind: CookieKind, value: string | null) => void;
  /** Query of the address, with `?`. */
  readonly search: string;
}

/** A request of a user or an operator. */
export interface UserInput<P, Q, B> extends BrowserInput<P, Q, B> {
  readonly person: Person;
}

/** An operation as it is declared. The same schemas parse requests, check responses and make the OpenAPI document. */
interface RouteSpec<P extends z.ZodType, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType, Ctx, Input>
  extends Omit<OperationNote, 'description'>,
    Partial<Pick<OperationNote, 'description'>> {
  /** Its name, in the audit log too. */
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the router's notation: `/v1/lookup/:id`. */
  readonly path: string;
  readonly summary?: string;
  /** Default: keys, and members if it is of v2 and no GET that changes something. */
  readonly audiences?: readonly Audience[];
  /** Default `requests`. */
  readonly rateClass?: RateClass;
  /** Scopes that a key needs, all of them; of an operation that serves no keys absent. */
  readonly scopes?: readonly Scope[];
  /** A scope that a key needs besides for what lookups found: without it that is left out of the answer, and not sent anywhere new. */
  readonly contentScope?: Scope;
  /** Role that a member needs; default `member`. */
  readonly role?: Role;
  /** Whoever is signed in needs a recent sign-in: for what sends data out, destroys something, or is hard to take back. */
  readonly recent?: boolean;
  /** Data of the account go to a recipient that the request names, or leave as a whole. */
  readonly sendsDataOut?: true;
  /** Nobody has to be signed in. */
  readonly isAnonymous?: true;
  /** Members may call it while the account is closed. */
  readonly whileClosed?: true;
  /** It has no entry in the audit log, or writes its own. */
  readonly isUnaudited?: true;
  /** A GET that starts work and bills it. */
  readonly startsWork?: true;
  /** A GET that changes something else. Both refuse HEAD, which has to be safe (RFC 9110, 9.3.2). */
  readonly isUnsafe?: true;
  /** Default: none. */
  readonly params?: P;
  /** Default: none. Parameters that it does not name are refused, but for v1 and for addresses that a browser is sent to. */
  readonly query?: Q;
  /** Absent for operations without a body. */
  readonly body?: B;
  /** Types of bodies that are read while they arrive, besides JSON, and the bytes that one may have. */
  readonly streamed?: StreamedBodies;
  readonly response: R;
  /** Payloads by event type of an operation that answers with server-sent events. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** Error codes of the operation, besides those that all operations share. */
  readonly errors?: readonly ErrorCode[];
  /** Success is `ObjectLines`. */
  readonly lines?: true;
  /** Success is a `Download`: lines of JSON, or CSV. */
  readonly table?: true;
  /** Success is a `Download` of the JSON: it may have megabytes, which in one piece would hold up everybody else. */
  readonly isLarge?: true;
  /** It reads of lookups in any number before it answers: piece by piece, in a place of its key. */
  readonly readsMany?: true;
  /** It waits for more than the database: for a lookup, its body, another server. */
  readonly waits?: true;
  /** Success may be `Accepted`. */
  readonly accepted?: true;
  /** Success is a `Redirect`: it is for addresses, and no page calls it. */
  readonly redirects?: true;
  /** At least some responses carry an entity tag: a client that sends it back gets a 304 while its copy is still good. */
  readonly tagged?: true;
  /** Another type that a client may ask for, as `TaggedJson`. */
  readonly otherType?: string;
  /** Holds nothing of a person, so a browser may store it, to be validated by its tag. */
  readonly isStorable?: true;
  /** Success is 204 without a body, and `handle` returns null. */
  readonly noContent?: true;
  /** Code of a request whose parts are not of the right types. */
  readonly malformed?: ErrorCode;
  readonly handle: (ctx: Ctx, input: Input) => Promise<Answer<z.input<R>>>;
}

type AnyInput = HandlerInput<unknown, unknown, unknown> & UserInput<unknown, unknown, unknown>;
type AnySpec<Ctx> = RouteSpec<z.ZodType, z.ZodObject, z.ZodType, z.ZodType, Ctx, AnyInput>;
type Defaulted = 'audiences' | 'rateClass' | 'summary' | 'description' | 'params' | 'query' | 'errors';

/** One operation of the API, whose handler is given what it needs of the service. */
export type Route<Ctx = never> = AnySpec<Ctx> & Required<Pick<AnySpec<Ctx>, Defaulted>>;

/**
 * Whether an operation refuses unknown parameters. v1 ignores them and has to continue to do so; to an address that a browser is sent to,
 * others add their own (RFC 6749, 4.1.2).
 */
export function rejectsUnknownParameters({ path, redirects }: Pick<Route, 'path' | 'redirects'>): boolean {
  return !path.startsWith('/v1/') && !redirects;
}

/** Whether an operation's success is sent as it is made. */
export const isSentAsMade = ({ events, lines, table, isLarge }: Pick<Route, 'events' | 'lines' | 'table' | 'isLarge'>): boolean =>
  Boolean(events ?? lines ?? table ?? isLarge);

/** Whether an operation holds one of the places of its key, in which it works piece by piece beside other accounts. */
export const takesPlace = (route: Pick<Route, 'events' | 'lines' | 'table' | 'isLarge' | 'readsMany'>): boolean =>
  isSentAsMade(route) || route.readsMany === true;

/** Whether an operation on an account is carried out in its turn: one that reads a long history then leaves connections to others. */
export const isInTurn = ({ waits, events, readsMany }: Pick<Route, 'waits' | 'events' | 'readsMany'>): boolean =>
  !(waits ?? events ?? readsMany);

const V2 = '/v2/';
/** The account is in the address, so that two pages of one browser can be of two accounts. */
const ACCOUNT_PREFIX = '/dashboard/api/accounts/:account/';

/** Where an audience has an operation: members below the address of their account. */
export function addressOf(route: Pick<Route, 'path'>, audience: Audience): string {
  return audience === 'member' ? `${ACCOUNT_PREFIX}${route.path.slice(V2.length)}` : route.path;
}

const NOTHING = z.object({});
type Nothing = typeof NOTHING;
type Any = z.ZodType;

/** Said of every operation on an account, since a default would open what nobody thought of. An empty list: a key needs no scope. */
type ForKeys = { readonly scopes: readonly Scope[] } | { readonly audiences: readonly ['member'] };
/** Said of every change by somebody who is signed in. */
type Change = { readonly method: 'get' } | { readonly recent: boolean };

function complete<P extends Any, Q extends z.ZodObject, B extends Any, R extends Any, Ctx, Input>(
  spec: RouteSpec<P, Q, B, R, Ctx, Input>,
  defaults: Pick<Route, 'audiences' | 'rateClass'> & Partial<Route>,
): Route<Ctx> {
  const { query: named = NOTHING } = spec;
  const query = rejectsUnknownParameters(spec) ? named.strict() : named;
  const nothing = { summary: spec.operationId, description: spec.operationId, params: NOTHING, errors: [] };
  return { ...nothing, ...defaults, ...spec, query } as unknown as Route<Ctx>;
}

/**
 * An operation on an account, for keys and members. Members have none that changes something on a GET: a page of another site can make a
 * browser send those.
 */
export function route<Ctx, P extends Any = Nothing, Q extends z.ZodObject = Nothing, B extends Any = Any, R extends Any = Any>(
  spec: RouteSpec<P, Q, B, R, Ctx, HandlerInput<z.output<P>, z.output<Q>, z.output<B>>> &
    Pick<Route, 'summary' | 'description'> &
    ForKeys &
    Change,
): Route<Ctx> {
  const { path, startsWork, isUnsafe } = spec;
  const isForMembers = path.startsWith(V2) && !(startsWork ?? isUnsafe);
  return complete(spec, { audiences: isForMembers ? ['key', 'member'] : ['key'], rateClass: 'requests' });
}

/** An operation by which somebody signs in. */
export function signInRoute<Ctx, B extends Any = Any, R extends Any = Any>(
  spec: RouteSpec<Nothing, Nothing, B, R, Ctx, BrowserInput<unknown, unknown, z.output<B>>>,
): Route<Ctx> {
  return complete(spec, { audiences: ['user'], rateClass: 'unauthenticated', isAnonymous: true, isUnaudited: true });
}

const signedInRoute =
  (audience: Audience) =>
  <Ctx, P extends Any = Nothing, Q extends z.ZodObject = Nothing, B extends Any = Any, R extends Any = Any>(
    spec: RouteSpec<P, Q, B, R, Ctx, UserInput<z.output<P>, z.output<Q>, z.output<B>>> & Change,
  ): Route<Ctx> =>
    complete(spec, { audiences: [audience], rateClass: 'person' });

/** An operation of somebody who is signed in, outside of any account. */
export const userRoute = signedInRoute('user');
/** An operation of an operator of the service. A parameter `account` in its path says whom it concerns; no answer holds an identity. */
export const operatorRoute = signedInRoute('operator');
