import type { z } from 'zod';
import type { Module } from '../../../../facts/checks.js';
import type { ErrorCode } from '../../../../kernel/values/errors.js';
import { parseCheckRequest, type CheckKind } from '../../use-cases/parse-lookup-request.js';
import { runLookup } from '../../use-cases/run-lookup.js';
import { bypassesCache, type LookupRoutesContext, runInputOf } from '../lookup-routes.js';
import { BILLED_V1, CACHE_CONTROL, lookupLink } from '../../../../kernel/http/operation-notes.js';
import { route, type Route } from '../../../../kernel/http/route.js';
import { EMAIL_CHECK, IP_CHECK, PHONE_CHECK } from './examples.js';
import { emailCheck, emailCheckResponse, ipCheck, ipCheckResponse, phoneCheck, phoneCheckResponse } from './schemas.js';

interface CheckOperation {
  readonly kind: CheckKind;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: { readonly request: object; readonly response: object };
  /** Field of the response that holds the facts. */
  readonly field: string;
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  readonly error: ErrorCode;
}
const CHECK_OPERATIONS: readonly CheckOperation[] = [
  {
    kind: 'email',
    operationId: 'checkEmail',
    summary: 'Check a mailbox',
    description:
      'Returns within about a second whether the mailbox is deliverable, disposable, consumer webmail or on a catch-all domain, and ' +
      'the age of its domain.',
    examples: { request: { email: 'ada@example.com' }, response: EMAIL_CHECK },
    field: 'emailDetails',
    body: emailCheck,
    response: emailCheckResponse,
    error: 'invalid_email',
  },
  {
    kind: 'phone',
    operationId: 'checkPhone',
    summary: 'Check a phone line',
    description: 'Returns the validity, carrier, line type and VOIP class of a phone number.',
    examples: { request: { phone: '+12025550123' }, response: PHONE_CHECK },
    field: 'phoneDetails',
    body: phoneCheck,
    response: phoneCheckResponse,
    error: 'invalid_phone',
  },
  {
    kind: 'ip',
    operationId: 'checkIp',
    summary: 'Check an IP address',
    description:
      'Returns a risk score from 0 to 100, flags for VPN, proxy, Tor and datacentre, the location and the network owner of an IP ' +
      'address.',
    examples: { request: { ip: '192.0.2.17' }, response: IP_CHECK },
    field: 'ipDetails',
    body: ipCheck,
    response: ipCheckResponse,
    error: 'invalid_ip',
  },
];

/** The three single-subject checks: stored, billed as one lookup, without a platform sweep. */
export function checkRoutes(ctx: LookupRoutesContext): Route[] {
  return CHECK_OPERATIONS.map(({ kind, operationId, summary, description, examples, field, body, response, error }) =>
    route({
      operationId,
      scopes: ['lookups:create'],
      recent: false,
      method: 'post',
      path: `/v1/${kind}`,
      summary,
      description: `${description} No platforms are probed. ${BILLED_V1}`,
      requestHeaders: [CACHE_CONTROL],
      requestExamples: { check: { value: examples.request } },
      responseExamples: { checked: { value: examples.response } },
      links: { ReadLookup: lookupLink('/lookupId') },
      body,
      response,
      errors: ['quota_exceeded', 'insufficient_credits', error, 'unknown_test_identity', 'invalid_parameter', 'idempotency_conflict'],
      async handle(input) {
        const request = parseCheckRequest(ctx, {
          kind,
          value: (input.body as Record<CheckKind, string>)[kind],
          bypassCache: bypassesCache(input),
        });
        const { lookup, modules } = await runLookup(ctx, runInputOf(ctx, input, request, operationId));
        const fact = modules.find((candidate) => candidate.module === (kind as Module));
        return { lookupId: lookup.id, query: request.query, [field]: fact?.payload ?? null };
      },
    }),
  );
}
