import type Router from '@koa/router';
import type { AuditEntry } from '../../domain/audit/audit-log.js';
import { EVERY_PLATFORM } from '../../domain/calibration/control-accounts.js';
import type { RateStore } from '../../db/accounts/rate-store.js';
import { ServiceError } from '../../domain/errors.js';
import type { Person } from '../../domain/people/people.js';
import type { SignInTokens } from '../../domain/people/ports.js';
import type { SessionStore } from '../../db/people/session-store.js';
import type { AuditContext } from '../audit.js';
import { readJsonBody } from '../middleware/json-body.js';
import type { RequestState } from '../middleware/request-context.js';
import { type Http, recentSignInRequired } from '../mounts.js';
import { clientNetwork, countPerson, countUnauthenticated } from '../rate-limit.js';
import { ID } from '../request-fields.js';
import { parsePart } from '../validation.js';
import { type CookieKind, type DashboardCookies, requireSameOrigin, userAgentOf } from './cookies.js';
import { type PersonRoute, Redirect } from './person-route.js';

/** Whether a part of the path can name something: an id, a slug, or every platform. */
const isNamed = ([name, id]: readonly [string, string]): boolean => ID.test(id) || (name === 'platform' && id === EVERY_PLATFORM);

export interface PersonRouterContext extends AuditContext {
  readonly rates: RateStore;
  readonly sessions: SessionStore;
  readonly signInTokens: SignInTokens;
  readonly cookies: DashboardCookies;
  readonly publicUrl: string;
  /** Addresses of operators, in lower case. */
  readonly operators: ReadonlySet<string>;
  /** Check every response against its schema: on in tests and CI. */
  readonly checkResponses: boolean;
}

/** Serves the operations of people: origin, rate, session, validation, handler, in that order. */
export function servePersonRoutes(router: Router<RequestState>, ctx: PersonRouterContext, routes: readonly PersonRoute[]): void {
  for (const route of routes) {
    router.register(route.path, [route.method], async (http: Http) => {
      http.state.route = `${route.method.toUpperCase()} ${route.path}`;
      http.set('Cache-Control', 'no-store');
      const session = ctx.cookies.get(http, 'session');
      const digest = session === null ? null : ctx.signInTokens.digestOf(session);
      const person = route.access !== 'anyone' && digest ? await ctx.sessions.findPerson(digest) : null;
      if (person) await countPerson(ctx, http, person.userId);
      else await countUnauthenticated(ctx, http);
      if (route.access !== 'anyone' && !person) throw new ServiceError('not_signed_in');
      requireSameOrigin(http, ctx.publicUrl);
      if (route.access === 'operator' && !(person && ctx.operators.has(person.email))) throw new ServiceError('insufficient_role');
      if (route.recent && !person?.isRecent) throw recentSignInRequired();
      const params = (http['params'] ?? {}) as Readonly<Record<string, string>>;
      if (!Object.entries(params).every(isNamed)) throw new ServiceError('not_found');
      const input = {
        params,
        query: route.query ? parsePart(route.query, { ...http.query }, 'query') : {},
        body: route.body ? parsePart(route.body, (await readJsonBody(http)).value, 'body') : undefined,
        browser: { session, userAgent: userAgentOf(http), network: clientNetwork(http.ip) },
        cookie: (kind: CookieKind) => ctx.cookies.get(http, kind),
        search: http.search,
        setCookie: (kind: CookieKind, value: string | null) => ctx.cookies.set(http, kind, value),
      };
      const answer = await (route.access === 'anyone' ? route.handle(input) : route.handle({ ...input, person: person as Person }));
      if (person && route.action) {
        const isOperator = route.access === 'operator';
        const entry: AuditEntry = {
          at: ctx.now(),
          accountId: (isOperator && params['account']) || null,
          actor: { type: isOperator ? 'operator' : 'member', id: person.userId },
          action: route.action,
          targets: Object.values(params),
          network: input.browser.network,
          outcome: 'ok',
          purpose: null,
        };
        if (route.method === 'get') ctx.audit.add(entry);
        else await ctx.audit.write(entry);
      }
      if (answer instanceof Redirect) {
        http.status = 303;
        http.set('Location', new URL(answer.path, ctx.publicUrl).href);
        return;
      }
      http.status = 200;
      http.body = ctx.checkResponses && route.response ? route.response.parse(answer) : answer;
    });
  }
}
