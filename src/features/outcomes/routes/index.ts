/** Operations of outcomes and what is learnt from them: a file each, named by its `operationId`. */
import { chooseRiskModelRoute } from './choose-risk-model.js';
import { getLookupOutcomeRoute } from './get-lookup-outcome.js';
import { getRiskCalibrationRoute } from './get-risk-calibration.js';
import { recordOutcomesRoute } from './record-outcomes.js';
import { setLookupOutcomeRoute } from './set-lookup-outcome.js';

/** `/v2/lookup/{id}/outcome`, and many at once. */
export const outcomeRoutes = [setLookupOutcomeRoute, getLookupOutcomeRoute, recordOutcomesRoute];

/** `/v2/risk`: how well the reasons did. */
export const calibrationRoutes = [getRiskCalibrationRoute, chooseRiskModelRoute];
