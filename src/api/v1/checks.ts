import { z } from 'zod';
import type { Module } from '../../domain/lookup/checks.js';
import type { ErrorCode } from '../../domain/errors.js';
import { acceptLookup } from '../../services/lookups/accept-lookup.js';
import { parseCheckRequest, type CheckKind } from '../../services/lookups/parse-check-request.js';
import { awaitLookup } from '../../services/lookups/await-lookup.js';
import { route, type Route } from '../route.js';
import { idempotencyToken, bypassesCache, type LookupRoutesContext } from './lookups.js';
import { emailCheck, emailCheckResponse, ipCheck, ipCheckResponse, phoneCheck, phoneCheckResponse } from './schemas.js';

/** "About a second" for a mailbox; the others take much less. Facts that are not known by then are null. */
const TIMEOUT_MS = 1_500;

interface CheckOperation {
  readonly kind: CheckKind;
  readonly operationId: string;
  readonly summary: string;
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
    field: 'emailDetails',
    body: emailCheck,
    response: emailCheckResponse,
    error: 'invalid_email',
  },
  {
    kind: 'phone',
    operationId: 'checkPhone',
    summary: 'Check a phone line',
    field: 'phoneDetails',
    body: phoneCheck,
    response: phoneCheckResponse,
    error: 'invalid_phone',
  },
  {
    kind: 'ip',
    operationId: 'checkIp',
    summary: 'Check an IP address',
    field: 'ipDetails',
    body: ipCheck,
    response: ipCheckResponse,
    error: 'invalid_ip',
  },
];

/** The three single-subject checks: stored, billed as one lookup, without a platform sweep. */
export function checkRoutes(ctx: LookupRoutesContext): Route[] {
  return CHECK_OPERATIONS.map(({ kind, operationId, summary, field, body, response, error }) =>
    route({
      operationId,
      method: 'post',
      path: `/v1/${kind}`,
      summary,
      rateClass: 'requests',
      params: z.object({}),
      query: z.object({}),
      body,
      response,
      errors: ['quota_exceeded', 'insufficient_credits', error, 'invalid_parameter', 'idempotency_conflict'],
      async handle(input) {
        const request = parseCheckRequest(ctx, {
          kind,
          value: (input.body as Record<CheckKind, string>)[kind],
          fresh: bypassesCache(input),
        });
        const accepted = await acceptLookup(ctx, { caller: input.caller, request, token: idempotencyToken(input, operationId) });
        const until = input.receivedAt + TIMEOUT_MS;
        const known = await awaitLookup(ctx, { accepted, deadline: until, signal: input.clientAborted });
        const fact = known.modules.find((candidate) => candidate.module === (kind as Module));
        return { lookupId: accepted.lookupId, query: request.query, [field]: fact?.payload ?? null };
      },
    }),
  );
}
