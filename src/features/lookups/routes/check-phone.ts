import { checkRoute } from './shared/v1/checks.js';
import { PHONE_CHECK } from './shared/v1/examples.js';
import { phoneCheck, phoneCheckResponse } from './shared/v1/schemas.js';

/** `POST /v1/phone`. */
export const checkPhoneRoute = checkRoute({
  kind: 'phone',
  operationId: 'checkPhone',
  summary: 'Check a phone line',
  description: 'Returns the validity, carrier, line type and VOIP class of a phone number.',
  examples: { request: { phone: '+12025550123' }, response: PHONE_CHECK },
  field: 'phoneDetails',
  body: phoneCheck,
  response: phoneCheckResponse,
  error: 'invalid_phone',
});
