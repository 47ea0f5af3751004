/**
 * What every operation refuses, for each of its audiences, and in which order (docs/contract.md, 8.4): of a request at which everything is
 * wrong, one fault after the other is mended. A new route is covered by itself. End to end it is tested for a few in test/http/common.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_RATE_FACTOR, PLAN, PLANS, READS_PER_MINUTE, type PlanName } from '../../../src/features/accounts/plans.js';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { isAtLeast } from '../../../src/features/accounts/roles.js';
import { AUDIENCES, addressOf, type Audience, rejectsUnknownParameters, type Route } from '../../../src/features/route.js';
import type { ErrorCode } from '../../../src/kernel/values/errors.js';
import { groupBy } from '../../../src/kernel/values/group-by.js';
import { everyRoute } from '../../../src/api/routes.js';
import { expectRefusal } from '../../support/http/answers.js';
import { ACCOUNT, callerOf, ELSEWHERE, personOf, startAppInMemory } from '../../support/http/app-in-memory.js';
import { OPERATIONS, type Operation } from '../../support/http/operations.js';
import { bodyOf } from '../../support/http/request-bodies.js';

interface Case {
  readonly audience: Audience;
  readonly route: Route;
  readonly method: string;
}
const ROUTES = everyRoute;
const CASES = AUDIENCES.flatMap((audience) =>
  ROUTES.filter(({ audiences }) => audiences.includes(audience)).map((route) => {
    const each: Case = { audience, route, method: route.method.toUpperCase() };
    return [`${audience}: ${route.operationId}`, each] as const;
  }),
);
const EXAMPLES: Readonly<Record<string, Operation | undefined>> = OPERATIONS;

/** What can be wrong with a request, in the order in which it is refused. */
const FAULTS = {
  unauthorized: ({ audience }) => audience === 'key',
  not_signed_in: ({ audience, route }) => audience !== 'key' && !route.isAnonymous,
  'not_found of another account': ({ audience }) => audience === 'member',
  'rate_limit_exceeded of a network': ({ route }) => route.isAnonymous,
  cross_site_request: ({ audience, method }) => audience !== 'key' && method !== 'GET',
  forbidden_network: ({ audience }) => audience === 'key',
  rate_limit_exceeded: ({ route }) => !route.isAnonymous,
  account_closed: ({ audience, route }) => audience === 'key' || (audience === 'member' && !route.whileClosed),
  account_suspended: ({ audience }) => audience === 'key' || audience === 'member',
  insufficient_scope: ({ audience, route: { scopes } }) => audience === 'key' && scopes !== undefined && scopes.length > 0,
  insufficient_role: ({ audience, route: { role } }) =>
    audience === 'operator' || (audience === 'member' && !isAtLeast('member', role ?? 'member')),
  passkey_required: ({ audience }) => audience === 'operator',
  recent_sign_in_required: ({ audience, route }) => audience !== 'key' && route.recent,
  'not_found of what is no id': (each) => pathOf(each).includes(SOME_ID),
  unsupported_media_type: ({ route }) => route.body,
  payload_too_large: ({ route }) => route.body,
  invalid_request: ({ route }) => route.body,
  invalid_parameter: ({ route }) => rejectsUnknownParameters(route),
  malformed: ({ route }) => route.body,
} as const satisfies Readonly<Record<string, (each: Case) => unknown>>;
type Fault = keyof typeof FAULTS;
const faultsOf = (each: Case): Fault[] => (Object.keys(FAULTS) as Fault[]).filter((fault) => FAULTS[fault](each));
const codeOf = (fault: Fault, { route }: Case): ErrorCode =>
  fault === 'malformed' ? (route.malformed ?? 'invalid_parameter') : (fault.replace(/ of .*/, '') as ErrorCode);

const STREAMS = ['streamLookup', 'streamLookupV2', 'followLookupV2'];
const IN_PIECES = ['chooseRiskModel', 'getRiskCalibration', 'recordOutcomes'];
const WAITING = ['checkEmail', 'checkIp', 'checkPhone', 'createBatch', 'createLookup', 'createLookupV2'];
const ASKING_OTHERS = ['createWebhookEndpoint', 'updateWebhookEndpoint'];

const SOME_ID = 'lkp_00000000000000000000000000';
const pathOf = ({ audience, route }: Case): string => {
  const address = addressOf(route, audience);
  return (audience === 'member' ? address.replace(':account', ACCOUNT) : address).replaceAll(/:\w+/g, SOME_ID);
};

describe('the refusals of an operation', () => {
  let app: Awaited<ReturnType<typeof startAppInMemory>>;
  beforeAll(async () => {
    app = await startAppInMemory();
  });
  afterAll(() => app.close());

  /** Sends a request with some faults. */
  function send(each: Case, faults: ReadonlySet<Fault>, more: object = {}) {
    const { audience, route, method } = each;
    const caller = callerOf({
      isClosed: faults.has('account_closed'),
      isSuspended: faults.has('account_suspended'),
      ...(faults.has('insufficient_scope') && { scopes: SCOPES.filter((scope) => scope !== route.scopes?.[0]) }),
      ...(faults.has('forbidden_network') && ELSEWHERE),
      ...(audience === 'member' && { member: { role: faults.has('insufficient_role') ? 'member' : 'owner' } }),
    });
    app.world.caller = faults.has('unauthorized') || faults.has('not_found of another account') ? null : caller;
    app.world.person = faults.has('not_signed_in')
      ? null
      : personOf({
          isRecent: !faults.has('recent_sign_in_required'),
          ...(faults.has('passkey_required') && { means: 'code' }),
          ...(faults.has('insufficient_role') && { email: 'ada@example.com' }),
        });
    app.world.full = faults.has('rate_limit_exceeded of a network')
      ? 'network'
      : faults.has('rate_limit_exceeded')
        ? 'requester'
        : 'nobody';
    const path = faults.has('not_found of what is no id') ? pathOf(each).replaceAll(SOME_ID, '%20') : pathOf(each);
    const query = [EXAMPLES[route.operationId]?.path.split('?')[1], faults.has('invalid_parameter') && 'colour=blue'].filter(Boolean);
    const body = route.body ? bodyWith(faults, { ...bodyOf(route.operationId), ...more }) : undefined;
    return app.call(method, `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
      headers: {
        ...(audience === 'key' && { authorization: `Bearer ${app.key}` }),
        ...(audience !== 'key' && {
          cookie: 'footprint-session=token',
          'sec-fetch-site': faults.has('cross_site_request') ? 'cross-site' : 'same-origin',
        }),
        ...(body !== undefined && { 'content-type': faults.has('unsupported_media_type') ? 'text/plain' : 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  }

  it.each(CASES)('%s: come in their order, and nothing is carried out', async (_, each) => {
    const order = faultsOf(each);
    for (const [index, fault] of order.entries()) {
      const code = codeOf(fault, each);
      const answer = await send(each, new Set(order.slice(index)));
      expectRefusal({ ...answer, body: withoutDetails(answer.body, code) }, code);
      expect([fault, app.noted.handled]).toEqual([fault, []]);
      expect(answer.headers.get('www-authenticate')).toBe(code === 'unauthorized' ? 'Bearer' : null);
      expect(answer.headers.get('retry-after')).toBe(code === 'rate_limit_exceeded' ? '7' : null);
      expect(answer.text).not.toMatch(/blue|ada/);
      if (fault === 'invalid_parameter') expect(answer.text).toContain('colour');
      const isRequesters = order.slice(0, index + 1).includes('rate_limit_exceeded');
      expect([fault, app.noted.counted.map(({ who }) => who !== 'network')]).toEqual([fault, [isRequesters]]);
      expectEntry(each, fault, code);
    }
    await send(each, new Set());
    expect(app.noted.handled).toEqual([each.route.operationId]);
  });

  it('an operation is carried out in a turn of its account, unless it streams, works in pieces, or waits for more than the database', async () => {
    const outOfTurn = new Set<string>();
    for (const [, each] of CASES) {
      await send(each, new Set());
      const isOfAccount = each.audience === 'key' || each.audience === 'member';
      for (const name of app.noted.handled) if (isOfAccount && !app.noted.inTurn.includes(name)) outOfTurn.add(name);
    }
    expect([...outOfTurn].sort()).toEqual([...STREAMS, ...IN_PIECES, ...WAITING, ...ASKING_OTHERS].sort());
  });

  /** A refusal of somebody who is known, beyond the count, is in the account's audit log. */
  function expectEntry({ audience, route }: Case, fault: Fault, code: ErrorCode): void {
    const names = Object.keys(FAULTS);
    const isKnown = fault === 'forbidden_network' || names.indexOf(fault) > names.indexOf('rate_limit_exceeded');
    // A key's use from a network it may not use is one wherever it knocks.
    const isRecorded = isKnown && (fault === 'forbidden_network' || !route.isUnaudited) && (audience === 'key' || audience === 'member');
    expect([fault, app.noted.entries.map(({ action, outcome }) => [action, outcome])]).toEqual([
      fault,
      isRecorded ? [[route.operationId, code]] : [],
    ]);
  }

  // v1 passes over what it does not know, and of two kinds of bodies none is meant.
  const STRICT = CASES.filter(([, { route }]) => route.body && rejectsUnknownParameters(route) && !(route.body instanceof z.ZodUnion));
  it.each(STRICT)('%s: a field that it does not know is named, and its value is not', async (_, each) => {
    const answer = await send(each, new Set(), { colour: 'blue' });
    expectRefusal(answer, 'invalid_parameter');
    expect(answer.text).toContain('colour');
    expect(answer.text).not.toContain('blue');
    expect(app.noted.handled).toEqual([]);
  });

  const methodsAt = groupBy(CASES, ([, each]) => pathOf(each));
  it.each(CASES)('%s: other methods of its address are refused with those that it takes', async (_, each) => {
    const address = pathOf(each);
    const taken = (methodsAt.get(address) ?? []).map(([, { method }]) => method);
    const allowed = [...new Set(taken.includes('GET') ? [...taken, 'HEAD'] : taken)].sort();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !allowed.includes(other))) {
      const answer = await app.call(method, address);
      expectRefusal(answer, 'method_not_allowed');
      expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed);
      expect(app.noted.handled).toEqual([]);
    }
    if (!(each.route.startsWork ?? each.route.isUnsafe) || each.method !== 'GET') return;
    const head = await send({ ...each, method: 'HEAD' }, new Set());
    expect([head.status, head.headers.get('allow'), app.noted.handled]).toEqual([405, 'GET', []]);
  });

  it.each(CASES.filter(([, { audience, route }]) => audience === 'key' && (route.scopes?.length ?? 0) > 1))(
    '%s: a key without any one of the scopes that it needs is refused',
    async (_, each) => {
      for (const missing of each.route.scopes ?? []) {
        await send(each, new Set());
        app.world.caller = callerOf({ scopes: SCOPES.filter((scope) => scope !== missing) });
        expectRefusal(await app.call(each.method, pathOf(each), { headers: { authorization: `Bearer ${app.key}` } }), 'insufficient_scope');
      }
    },
  );

  it.each(CASES.filter(([, { audience }]) => audience === 'key'))(
    '%s: each plan has its limits, of a key and of its account',
    async (_, each) => {
      const { rateClass } = each.route;
      for (const plan of PLANS) {
        await send(each, new Set());
        app.world.caller = callerOf({ plan });
        await app.call(each.method, pathOf(each), { headers: { authorization: `Bearer ${app.key}` } });
        const limit = limitOf(plan, rateClass);
        expect(app.noted.counted).toEqual([
          { who: callerOf().apiKeyId, rateClass, limit: { key: limit, account: ACCOUNT_RATE_FACTOR * limit } },
        ]);
      }
    },
  );
});

const limitOf = (plan: PlanName, rateClass: string): number => {
  const { requestsPerMinute } = PLAN[plan];
  return { reads: READS_PER_MINUTE, readsV2: 10 * requestsPerMinute }[rateClass] ?? requestsPerMinute;
};

const LARGE = JSON.stringify({ padding: 'x'.repeat(300_000) });
function bodyWith(faults: ReadonlySet<Fault>, body: object): string {
  if (faults.has('payload_too_large')) return LARGE;
  if (faults.has('invalid_request')) return '{"query": "ada-';
  return JSON.stringify(faults.has('malformed') ? [] : body);
}

/** Those that only some refusals have are tested with them. */
function withoutDetails(body: unknown, code: ErrorCode): unknown {
  if (code !== 'recent_sign_in_required') return body;
  const { error } = body as { error: { details?: object } };
  expect(error.details).toEqual({ withinMinutes: 10 });
  return { error: { ...error, details: undefined } };
}
