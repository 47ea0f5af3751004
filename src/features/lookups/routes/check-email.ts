import { checkRoute } from './shared/v1/checks.js';
import { EMAIL_CHECK } from './shared/v1/examples.js';
import { emailCheck, emailCheckResponse } from './shared/v1/schemas.js';

/** `POST /v1/email`. */
export const checkEmailRoute = checkRoute({
  kind: 'email',
  operationId: 'checkEmail',
  summary: 'Check a mailbox',
  description:
    'Returns, within about a second, whether a mailbox is deliverable, disposable or consumer webmail, whether its domain accepts ' +
    'every address, and how old the domain is.',
  examples: { request: { email: 'ada@example.com' }, response: EMAIL_CHECK },
  field: 'emailDetails',
  body: emailCheck,
  response: emailCheckResponse,
  error: 'invalid_email',
});
