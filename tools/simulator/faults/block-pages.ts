/** A third party responds in the platform's place, or the platform refuses the client. */
import type { SampleResponse } from '../../../src/engine/catalogue/rules/probe-rule.js';
import * as pages from '../pages.js';
import { htmlSample, page } from '../pages.js';
import { fixedReply } from '../send-reply.js';
import type { Fault } from './fault.js';

function blockPageFault(description: string, sample: SampleResponse): Fault {
  const reply = fixedReply(sample);
  return { description, truthKept: false, seenBy: 'answer', reply: () => reply };
}

const problem = (status: number, title: string, headers: Readonly<Record<string, string>> = {}): SampleResponse =>
  htmlSample(status, page(title, `<h1>${title}</h1>`, false), headers);

export const blockPageFaults = {
  challenge_403: blockPageFault('A bot check with status 403 and its header cf-mitigated', pages.challengePage),
  captcha_200: blockPageFault('A captcha page with status 200', pages.captchaPage),
  login_wall_200: blockPageFault('A log-in page with status 200 at every address', pages.loginPage),
  consent_200: blockPageFault('A cookie consent page with status 200', pages.consentPage),
  maintenance_200: blockPageFault('A maintenance page with status 200', pages.maintenancePage),
  rate_limited_429: blockPageFault('429 with Retry-After: 30', problem(429, 'Too many requests', { 'Retry-After': '30' })),
  unavailable_503: blockPageFault('503 without Retry-After', problem(503, 'Service unavailable')),
  unavailable_503_retry_after: blockPageFault('503 with Retry-After: 30', problem(503, 'Service unavailable', { 'Retry-After': '30' })),
  server_error_500: blockPageFault('500 with an error page', problem(500, 'Internal server error')),
  forbidden_401: blockPageFault('401 with WWW-Authenticate', problem(401, 'Unauthorized', { 'WWW-Authenticate': 'Bearer' })),
  geo_block_451: blockPageFault('451, not available in this country', problem(451, 'Unavailable in your region')),
  status_999: blockPageFault('The made-up status 999', problem(999, 'Request denied')),
  empty_200: blockPageFault('200 with an empty body', { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: '' }),
} satisfies Record<string, Fault>;
