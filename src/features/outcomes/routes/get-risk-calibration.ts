import { z } from 'zod';
import { CALIBRATION_DAYS, LEAST_OF_EACH, LEAST_STOOD, MAX_OF_EACH } from '../../../facts/risk/calibration.js';
import { INSUFFICIENT, LEVELS, MODEL_VERSION, MODULE_OF, riskSignal, SIGNAL_CODES, SIGNAL_ORIGINS } from '../../../facts/risk/signals.js';
import { route } from '../../route.js';
import { MAX_RESCORED } from '../outcome.js';
import { calibrate, type CalibrationContext } from '../use-cases/calibrate.js';

const tally = z.strictObject({ good: z.int(), bad: z.int() }).meta({ id: 'OutcomeTally' });
const level = z.enum([INSUFFICIENT, ...LEVELS]);

const likelihood = z
  .strictObject({
    stood: tally.describe('In how many good and bad lookups the reason occurred.'),
    of: tally.describe('In how many good and bad lookups the module of the reason had evidence.'),
    ratio: z.number().describe('How many times as often the reason occurs in bad lookups as in good ones.'),
    low: z.number().describe('The lower end of the 95 % interval of the ratio.'),
    high: z.number(),
  })
  .meta({ id: 'LikelihoodRatio' });

const reason = z
  .strictObject({
    code: z.enum(SIGNAL_CODES),
    module: z.enum(SIGNAL_ORIGINS),
    message: z.string(),
    weight: z.int().describe('The points of the reason in the current model.'),
    suggestedWeight: z.int().nullable().describe('The points of the reason in the suggested model; null without a suggestion.'),
    likelihood: likelihood.nullable().describe('Null if there are too few outcomes.'),
  })
  .meta({ id: 'ReasonCalibration' });

const effect = z
  .strictObject({
    lookups: z.int().describe(`How many finished lookups were scored again: the latest, at most ${MAX_RESCORED.toLocaleString('en')}.`),
    raised: z.int().describe('How many would have had a higher score.'),
    lowered: z.int(),
    levels: z.array(z.strictObject({ from: level, to: level, lookups: z.int() })).describe('How many would have had another level.'),
  })
  .meta({ id: 'ModelEffect' });

/** `GET /v2/risk/calibration`. */
export const getRiskCalibrationRoute = route({
  operationId: 'getRiskCalibration',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/risk/calibration',
  summary: 'Compare the risk reasons of good and bad lookups',
  description:
    `Compares your lookups of the last ${CALIBRATION_DAYS} days that had good outcomes with those that had bad ones, the newest ` +
    `${MAX_OF_EACH.toLocaleString('en')} of each. For each risk reason, you get how often it occurred ` +
    'in both, its likelihood ratio with a 95 % interval, its weight, and the weight that your outcomes suggest (docs/risk.md). ' +
    `A reason has no ratio until its module had evidence in ${LEAST_OF_EACH} good and ${LEAST_OF_EACH} bad ` +
    `lookups, and the reason occurred in ${LEAST_STOOD}. Other accounts neither see your outcomes nor are affected by them.`,
  rateClass: 'readsV2',
  response: z
    .strictObject({
      modelVersion: z.string().describe('The current model, by the name that lookups show.'),
      shippedVersion: z.string().describe('The model of the release, which is the default.'),
      outcomes: tally.describe('How many outcomes count. `wrong_result` and lookups of test keys do not.'),
      reasons: z.array(reason),
      suggestion: z
        .strictObject({ modelVersion: z.string().describe('Send it to `PUT /v2/risk/model` to use the suggested weights.'), effect })
        .meta({ id: 'SuggestedModel' })
        .nullable()
        .describe('The suggested model, and what it would have changed. Null if no change is suggested.'),
    })
    .meta({ id: 'RiskCalibration' }),
  readsMany: true,
  async handle(ctx: CalibrationContext, { caller, limitRead }) {
    const { inForce, good, bad, reasons, suggestion } = await limitRead(() => calibrate(ctx, caller));
    return {
      modelVersion: inForce.version,
      shippedVersion: MODEL_VERSION,
      outcomes: { good, bad },
      reasons: reasons.map(({ code, likelihood: known }) => {
        const { group, message } = riskSignal(code);
        const suggestedWeight = suggestion?.model.points[code] ?? null;
        return { code, module: MODULE_OF[group], message, weight: inForce.points[code], suggestedWeight, likelihood: known };
      }),
      suggestion: suggestion && { modelVersion: suggestion.model.version, effect: suggestion.effect },
    };
  },
});
