import type { z } from 'zod';
import type { Module } from '../../../../../facts/checks.js';
import { BILLED_V1, CACHE_CONTROL_OF_CHECK, lookupLink } from '../../../../../kernel/http/operation-notes.js';
import { route } from '../../../../route.js';
import type { ErrorCode } from '../../../../../kernel/values/errors.js';
import { type CheckKind, parseCheckRequest } from '../../../use-cases/parse-lookup-request.js';
import { runLookup } from '../../../use-cases/run-lookup.js';
import { type LookupRoutesContext, requestOptionsOf, runOptionsOf } from '../lookup-routes.js';

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

/** A check of one identity: stored, billed as one lookup, without a platform sweep. */
export function checkRoute(operation: CheckOperation) {
  const { kind, operationId, summary, description, examples, field, body, response, error } = operation;
  return route({
    operationId,
    scopes: ['lookups:create'],
    recent: false,
    waits: true,
    method: 'post',
    path: `/v1/${kind}`,
    summary,
    description: `${description} No platforms are probed. ${BILLED_V1}`,
    requestHeaders: [CACHE_CONTROL_OF_CHECK],
    requestExamples: { check: { value: examples.request } },
    responseExamples: { checked: { value: examples.response } },
    links: { ReadLookup: lookupLink('/lookupId') },
    body,
    response,
    errors: [
      'quota_exceeded',
      'insufficient_credits',
      error,
      'unknown_test_identity',
      'purpose_forbids',
      'invalid_parameter',
      'idempotency_conflict',
    ],
    async handle(ctx: LookupRoutesContext, input) {
      const query = (input.body as Record<CheckKind, string>)[kind];
      const request = parseCheckRequest(ctx, { kind, query, ...requestOptionsOf(input) });
      const { lookup, modules } = await runLookup(ctx, request, runOptionsOf(input, operationId));
      const fact = modules.find((candidate) => candidate.module === (kind as Module));
      return { lookupId: lookup.id, query: request.query, [field]: fact?.payload ?? null };
    },
  });
}
