import { z } from 'zod';
import { route } from '../../route.js';
import { readLookup } from '../../lookups/use-cases/read-lookups.js';
import { faultOfOthers, type OutcomeContext, recordOutcomes } from '../use-cases/record-outcomes.js';
import { lookupOutcome, outcome, params, path, show, wrongResult } from './shared/outcomes.js';

/** `PUT /v2/lookup/{id}/outcome`. */
export const setLookupOutcomeRoute = route({
  operationId: 'setLookupOutcome',
  scopes: ['lookups:create', 'lookups:read'],
  recent: false,
  method: 'put',
  path,
  summary: 'Report how a lookup turned out',
  description:
    'Sets how a lookup turned out, and replaces an earlier outcome. Outcomes are used only within your account: `GET ' +
    '/v2/risk/calibration` compares the risk reasons of good and bad lookups. `wrong_result` also disputes the result, as `POST ' +
    '/v2/lookup/{id}/disputes` does. The lookup and its score do not change, nothing is billed, and the outcome is deleted with the ' +
    'lookup.',
  requestExamples: { fraud: { value: { outcome: 'fraud' } }, wrong: { value: { outcome: 'wrong_result', platform: 'github' } } },
  params,
  body: z
    .strictObject({ outcome: outcome.nullable().describe('Null removes the outcome.'), ...wrongResult })
    .meta({ id: 'NewLookupOutcome' }),
  response: lookupOutcome,
  errors: ['not_found', 'unknown_platform', 'invalid_parameter'],
  async handle(ctx: OutcomeContext, { caller, params: { id }, body: { outcome: reported, ...wrong } }) {
    if (reported === null) {
      const fault = faultOfOthers(wrong);
      if (fault) throw fault;
      await readLookup(ctx, { owner: caller, lookupId: id });
      await ctx.outcomes.withdraw(id);
    } else {
      const [fault] = await recordOutcomes(ctx, caller, [{ lookupId: id, outcome: reported, ...wrong }]);
      if (fault) throw fault;
    }
    return show(id, await ctx.outcomes.of(id));
  },
});
