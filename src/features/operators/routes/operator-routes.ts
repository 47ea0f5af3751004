/** `/dashboard/api/operator`: what operators see and change. Ids, slugs, hosts, counts, addresses of account holders; no identity. */
import { z } from 'zod';
import { inJson } from '../../../kernel/values/json.js';
import { PLANS } from '../../accounts/plans.js';
import type { TrialPools } from '../../accounts/accounts.js';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { MAX_SWITCH_REASON } from '../../../engine/catalogue/rules/ports.js';
import {
  changePlan,
  type ChangingContext,
  MAX_QUOTA,
  MAX_REFERENCE,
  resumeAccount,
  setQuota,
  suspendAccount,
  topUp,
} from '../../accounts/use-cases/change-account.js';
import { listAccounts, MAX_SEARCH, type OperatorAccountsContext, readAccount } from '../use-cases/accounts.js';
import { calibratePlatform, type SwitchesContext, switchPlatformOff, switchPlatformOn } from '../use-cases/platforms.js';
import {
  MAX_ROWS,
  readDeliveries,
  readErasures,
  readBackoffs,
  readQueues,
  readSchedules,
  readUnfinished,
  type StateContext,
} from '../use-cases/state.js';
import {
  type ControlAccountContext,
  listControlAccounts,
  removeControlAccounts,
  setControlAccount,
} from '../../platforms/use-cases/control-accounts.js';
import { idCursor } from '../../../kernel/http/cursor.js';
import { freeText, idText, text } from '../../../kernel/http/request-fields.js';
import * as answers from './operator-schemas.js';
import { operatorRoute, type Route } from '../../../kernel/http/route.js';

export type OperatorContext = OperatorAccountsContext &
  SwitchesContext &
  StateContext &
  ControlAccountContext &
  ChangingContext & { readonly trialPools: TrialPools };

const ROOT = '/dashboard/api/operator';
const read = { method: 'get' } as const;
/** What changes money, access or platforms. */
const change = { method: 'post', recent: true } as const;
const ofAccount = { params: z.object({ account: idText }) } as const;
const ofPlatform = { params: z.object({ platform: idText }) } as const;

/** Accounts on a page, at most. */
const MAX_PAGE = 100;
const page = { limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20), cursor: text(200).optional() };
const quota = z.int().min(0).max(MAX_QUOTA);

export function operatorRoutes(ctx: OperatorContext): Route[] {
  return [...accountRoutes(ctx), ...platformRoutes(ctx), ...controlAccountRoutes(ctx), ...stateRoutes(ctx)];
}

function accountRoutes(ctx: OperatorContext): Route[] {
  const list = async ({ limit, cursor }: { limit: number; cursor?: string | undefined }, search: string | null) => {
    const after = idCursor.decode(cursor);
    const { items, next } = await listAccounts(ctx, search, { limit, after });
    return inJson({ accounts: items, nextCursor: next && idCursor.encode(next) });
  };
  const changing = { ...change, ...ofAccount, response: answers.accountTerms } as const;
  return [
    operatorRoute({
      ...read,
      path: `${ROOT}/accounts`,
      operationId: 'listAccounts',
      query: z.object(page),
      response: answers.accountList,
      handle: ({ query }) => list(query, null),
    }),
    // What is searched for may be an address, so it is in the body.
    operatorRoute({
      method: 'post',
      recent: false,
      path: `${ROOT}/accounts/search`,
      operationId: 'searchAccounts',
      body: z.strictObject({ ...page, search: text(MAX_SEARCH) }),
      response: answers.accountList,
      handle: ({ body }) => list(body, body.search),
    }),
    operatorRoute({
      ...read,
      ...ofAccount,
      path: `${ROOT}/accounts/:account`,
      operationId: 'readAccount',
      response: answers.accountOverview,
      handle: async ({ params: { account } }) => inJson(await readAccount(ctx, account)),
    }),
    operatorRoute({
      ...changing,
      path: `${ROOT}/accounts/:account/plan`,
      operationId: 'changePlan',
      body: z.strictObject({ plan: z.enum(PLANS), quota: quota.optional() }),
      handle: async ({ params: { account: accountId }, body }) => inJson(await changePlan(ctx, { ...body, accountId })),
    }),
    operatorRoute({
      ...changing,
      path: `${ROOT}/accounts/:account/quota`,
      operationId: 'setQuota',
      body: z.strictObject({ quota: quota.nullable() }),
      handle: async ({ params: { account: accountId }, body }) => inJson(await setQuota(ctx, { ...body, accountId })),
    }),
    operatorRoute({
      ...changing,
      path: `${ROOT}/accounts/:account/top-up`,
      operationId: 'topUp',
      body: z.strictObject({ amountMillicents: z.int().min(1), reference: freeText(MAX_REFERENCE).min(1) }),
      handle: async ({ params: { account: accountId }, body }) => inJson(await topUp(ctx, { ...body, accountId })),
    }),
    operatorRoute({
      ...changing,
      path: `${ROOT}/accounts/:account/suspend`,
      operationId: 'suspendAccount',
      handle: async ({ params: { account } }) => inJson(await suspendAccount(ctx, account)),
    }),
    operatorRoute({
      ...changing,
      path: `${ROOT}/accounts/:account/resume`,
      operationId: 'resumeAccount',
      handle: async ({ params: { account } }) => inJson(await resumeAccount(ctx, account)),
    }),
  ];
}

function platformRoutes(ctx: OperatorContext): Route[] {
  return [
    operatorRoute({
      ...read,
      path: `${ROOT}/platforms`,
      operationId: 'listDisabledPlatforms',
      response: answers.disabledPlatforms,
      handle: async () => inJson({ platforms: await ctx.switches.list() }),
    }),
    operatorRoute({
      ...change,
      ...ofPlatform,
      path: `${ROOT}/platforms/:platform/off`,
      operationId: 'switchPlatformOff',
      body: z.strictObject({ reason: freeText(MAX_SWITCH_REASON).min(1) }),
      response: answers.platformSwitch,
      handle: async ({ person: { userId: by }, params: { platform }, body: { reason } }) =>
        inJson({ platform, disabled: await switchPlatformOff(ctx, { platform, by, reason }) }),
    }),
    operatorRoute({
      ...change,
      ...ofPlatform,
      path: `${ROOT}/platforms/:platform/on`,
      operationId: 'switchPlatformOn',
      response: answers.platformSwitch,
      async handle({ params: { platform } }) {
        await switchPlatformOn(ctx, platform);
        return { platform, disabled: null };
      },
    }),
    operatorRoute({
      ...change,
      ...ofPlatform,
      path: `${ROOT}/platforms/:platform/calibrate`,
      operationId: 'calibratePlatform',
      response: answers.calibration,
      async handle({ params: { platform } }) {
        const queryTypes = await calibratePlatform(ctx, platform);
        const state = queryTypes === null ? ('started' as const) : ('ended' as const);
        return { platform, state, queryTypes: inJson(queryTypes ?? []) };
      },
    }),
  ];
}

/**
 * Accounts of the operator's own, by which rules may deny, and numbers that were never registered anywhere. Identities are in bodies, and
 * answers have them masked.
 */
function controlAccountRoutes(ctx: OperatorContext): Route[] {
  const path = `${ROOT}/platforms/:platform/control-accounts`;
  const type = z.enum(QUERY_TYPES).optional();
  const identity = text(MAX_IDENTITY_LENGTH);
  const negative = z
    .boolean()
    .optional()
    .describe("a phone number of the operator's that was never registered anywhere; then the platform may be `*`: every one");
  return [
    operatorRoute({
      ...read,
      ...ofPlatform,
      path,
      operationId: 'listControlAccounts',
      response: answers.controlAccountList,
      async handle({ params: { platform } }) {
        const accounts = await listControlAccounts(ctx);
        return { accounts: accounts.filter((each) => each.platform === platform) };
      },
    }),
    operatorRoute({
      ...change,
      ...ofPlatform,
      path,
      operationId: 'setControlAccount',
      body: z.strictObject({ identity, type, negative }),
      response: answers.storedControlAccount,
      handle: ({ params: { platform }, body }) => setControlAccount(ctx, { ...body, platform }),
    }),
    // Which one is in the body, as it is an identity; without it, all of the platform.
    operatorRoute({
      ...change,
      ...ofPlatform,
      path: `${path}/remove`,
      operationId: 'removeControlAccounts',
      body: z.strictObject({ identity: identity.optional(), type, negative }),
      response: answers.removedControlAccounts,
      handle: ({ params: { platform }, body }) => removeControlAccounts(ctx, { ...body, platform }),
    }),
  ];
}

function stateRoutes(ctx: OperatorContext): Route[] {
  const listed = z.object({ limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(20) });
  return [
    operatorRoute({
      ...read,
      path: `${ROOT}/queues`,
      operationId: 'readQueues',
      response: answers.queues,
      handle: async () => inJson(await readQueues(ctx)),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/lookups`,
      operationId: 'listUnfinishedLookups',
      response: answers.unfinished,
      query: listed,
      handle: async ({ query: { limit } }) => inJson(await readUnfinished(ctx, limit)),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/deliveries`,
      operationId: 'listUnfinishedDeliveries',
      response: answers.unfinishedDeliveries,
      query: listed,
      handle: async ({ query: { limit } }) => inJson({ deliveries: await readDeliveries(ctx, limit) }),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/circuits`,
      operationId: 'listCircuits',
      response: answers.backoffs,
      handle: async () => inJson(await readBackoffs(ctx)),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/schedules`,
      operationId: 'listSchedules',
      response: answers.schedules,
      handle: async () => inJson({ schedules: await readSchedules(ctx) }),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/disputes`,
      operationId: 'listDisputes',
      response: answers.disputes,
      query: listed,
      handle: async ({ query: { limit } }) => inJson({ disputes: await ctx.operatorReports.disputes(limit) }),
    }),
    operatorRoute({
      ...read,
      path: `${ROOT}/erasures`,
      operationId: 'listRunningErasures',
      response: answers.erasures,
      handle: async () => inJson({ erasures: await readErasures(ctx) }),
    }),
  ];
}
