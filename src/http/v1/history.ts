import { z } from 'zod';
import { listLookups } from '../../services/list-lookups.js';
import { route, type Route } from '../route.js';
import type { LookupRoutesContext } from './lookups.js';
import { lookupHistory } from './schemas.js';

/** Query parameters are strings; `fallback` stands when one is not sent. */
const whole = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(fallback);

export function historyRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'listLookups',
      method: 'get',
      path: '/v1/lookup',
      summary: 'List lookups, most recent first',
      rateClass: 'reads',
      params: z.object({}),
      query: z.object({ limit: whole(1, 100, 20), offset: whole(0, 999_999_999, 0) }),
      response: lookupHistory,
      errors: ['invalid_parameter'],
      async handle({ caller, query }) {
        const entries = await listLookups(ctx, { accountId: caller.accountId, ...query });
        return entries.map(({ acceptedAt, ...entry }) => ({ ...entry, createdAt: acceptedAt.toISOString() }));
      },
    }),
  ];
}
