import { z } from 'zod';
import { MODEL_VERSION } from '../../../facts/risk/signals.js';
import { text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { type CalibrationContext, chooseModel } from '../use-cases/calibrate.js';

const MAX_VERSION = 40;
const riskModel = z
  .strictObject({ modelVersion: text(MAX_VERSION).describe('Its name, as in `GET /v2/risk/calibration` and in lookups.') })
  .meta({ id: 'RiskModel' });

/** `PUT /v2/risk/model`. */
export const chooseRiskModelRoute = route({
  operationId: 'chooseRiskModel',
  scopes: ['account:write'],
  recent: false,
  role: 'admin',
  method: 'put',
  path: '/v2/risk/model',
  summary: 'Choose the risk model',
  description:
    'Sets the model that scores lookups accepted from now on. Choose the suggestion of `GET /v2/risk/calibration`, a model that the ' +
    'account had before, or the model of the release, which is the default. Earlier lookups keep their score. Other accounts are not ' +
    'affected, and v1 shows no such score.',
  requestExamples: { shipped: { value: { modelVersion: MODEL_VERSION } } },
  body: riskModel,
  response: riskModel,
  errors: ['not_found', 'invalid_parameter'],
  readsMany: true, // it is compared with what is suggested now
  async handle(ctx: CalibrationContext, { caller, body: { modelVersion }, limitRead }) {
    const { version } = await limitRead(() => chooseModel(ctx, caller, modelVersion));
    return { modelVersion: version };
  },
});
