import { z } from 'zod';
import { CALIBRATION_DAYS, LEAST_OF_EACH, LEAST_STOOD } from '../../../facts/risk/calibration.js';
import { INSUFFICIENT, LEVELS, MODEL_VERSION, MODULE_OF, riskSignal, SIGNAL_CODES, SIGNAL_ORIGINS } from '../../../facts/risk/signals.js';
import { route } from '../../route.js';
import { MAX_RESCORED } from '../outcome.js';
import { calibrate, type CalibrationContext } from '../use-cases/calibrate.js';

const tally = z.strictObject({ good: z.int(), bad: z.int() }).meta({ id: 'OutcomeTally' });
const level = z.enum([INSUFFICIENT, ...LEVELS]);

const likelihood = z
  .strictObject({
    stood: tally.describe('In how many good and bad lookups the reason stood.'),
    of: tally.describe('Of how many: those in which its module had evidence.'),
    ratio: z.number().describe('How many times as often it stood among bad lookups as among good ones.'),
    low: z.number().describe('The lower end of the 95 % interval of the ratio.'),
    high: z.number(),
  })
  .meta({ id: 'LikelihoodRatio' });

const reason = z
  .strictObject({
    code: z.enum(SIGNAL_CODES),
    module: z.enum(SIGNAL_ORIGINS),
    message: z.string(),
    weight: z.int().describe('Its points in the model in force.'),
    suggestedWeight: z.int().nullable().describe('Its points in the suggested model; null if none is suggested.'),
    likelihood: likelihood.nullable().describe('Null with too few outcomes.'),
  })
  .meta({ id: 'ReasonCalibration' });

const effect = z
  .strictObject({
    lookups: z.int().describe(`The latest finished lookups, ${MAX_RESCORED.toLocaleString('en')} at most.`),
    raised: z.int().describe('Those whose score would have been higher.'),
    lowered: z.int(),
    levels: z.array(z.strictObject({ from: level, to: level, lookups: z.int() })).describe('Those whose level would have been another.'),
  })
  .meta({ id: 'ModelEffect' });

/** `GET /v2/risk/calibration`. */
export const getRiskCalibrationRoute = route({
  operationId: 'getRiskCalibration',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/risk/calibration',
  summary: 'Compare the reasons of good and bad lookups',
  description:
    `For each reason: how often it stood among your good and bad lookups of the last ${CALIBRATION_DAYS} days, by their outcomes, its ` +
    'likelihood ratio with a 95 % interval, and the weight that it would deserve beside the one it has (docs/risk.md). Nothing is said of a ' +
    `reason before its module had evidence in ${LEAST_OF_EACH} good and ${LEAST_OF_EACH} bad lookups, and it stood in ${LEAST_STOOD}. Other ` +
    'accounts neither see your outcomes nor are affected by them.',
  rateClass: 'readsV2',
  response: z
    .strictObject({
      modelVersion: z.string().describe('The model in force, as answers name it.'),
      shippedVersion: z.string().describe('The model of the release, which is the default.'),
      outcomes: tally.describe('Lookups with an outcome that count. `wrong_result` and lookups of test keys do not.'),
      reasons: z.array(reason),
      suggestion: z
        .strictObject({ modelVersion: z.string().describe('Send it to `PUT /v2/risk/model` to take the suggested weights.'), effect })
        .meta({ id: 'SuggestedModel' })
        .nullable()
        .describe('The model with the suggested weights, and what it would have changed. Null if there is nothing to change.'),
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
