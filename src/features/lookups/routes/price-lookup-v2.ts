import { PRICE_V2 } from '../../../kernel/http/operation-notes.js';
import { route } from '../../route.js';
import type { ErrorCode } from '../../../kernel/values/errors.js';
import { requireTestIdentities } from '../../test-keys/test-identities.js';
import { billOf } from '../prices.js';
import { parseIdentitiesRequest } from '../use-cases/parse-identities-request.js';
import { IDENTITY_ERRORS, type LookupRoutesContext, PURPOSE_ERRORS, requestOptionsOf } from './shared/lookup-routes.js';
import { billed } from './shared/v2/body-schemas.js';
import { lookupRequestV2 } from './shared/v2/request-schemas.js';

const REFUSED_AT_ACCEPTANCE: readonly ErrorCode[] = ['quota_exceeded', 'insufficient_credits'];

export const priceLookupV2Route = route({
  operationId: 'priceLookupV2',
  scopes: ['lookups:create'],
  recent: false,
  method: 'post',
  path: '/v2/lookup/price',
  summary: 'Read what a lookup would cost',
  description:
    'A dry run: checks a request as `POST /v2/lookup` does, and returns what it would cost on the current plan. Nothing is ' +
    `looked up, stored or billed. ${PRICE_V2}`,
  body: lookupRequestV2,
  response: billed,
  errors: [...IDENTITY_ERRORS.filter((code) => !REFUSED_AT_ACCEPTANCE.includes(code)), ...PURPOSE_ERRORS],
  async handle(ctx: LookupRoutesContext, input) {
    await ctx.refreshAvailable();
    const options = { mode: 'async', band: 'deep', ...requestOptionsOf(input) } as const;
    const { plan, isTest } = input.caller;
    const request = parseIdentitiesRequest(ctx, input.body, options);
    if (!isTest) return billOf(plan, request);
    requireTestIdentities([request]);
    return { ...billOf(plan, request), amount: 0 };
  },
});
