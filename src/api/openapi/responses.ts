import type { HeaderObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { ERRORS, type ErrorCode } from '../../kernel/values/errors.js';
import { rejectsUnknownParameters, type Route } from '../../features/route.js';

const count = { type: 'integer', minimum: 0 } as const;

/** Headers of responses, as components of the document. */
export const HEADER_COMPONENTS: Readonly<Record<string, HeaderObject>> = {
  RateLimitLimit: { description: 'Requests allowed in the current minute.', required: true, schema: { ...count } },
  RateLimitRemaining: { description: 'Requests left in the current minute.', required: true, schema: { ...count } },
  RequestId: {
    description: 'Identifies this request in the logs. If you send a short, plain `X-Request-Id`, it is used.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', required: true, schema: { type: 'integer', minimum: 1 } },
  LookupId: {
    description:
      'Comma-separated ids of the lookups of this request, if it is unknown whether they were accepted. Read each id after ' +
      '`Retry-After` seconds: a 404 means that the lookup was neither accepted nor billed.',
    required: false,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Identifies this version of the response, for `If-None-Match`. Absent while the response can still change.',
    required: false,
    schema: { type: 'string' },
  },
  FootprintTest: {
    description: '`true` in every response to a test key (docs/test-keys.md); absent in all others.',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  WwwAuthenticate: { description: 'The way to authenticate: `Bearer`.', required: true, schema: { type: 'string' } },
};

const reference = (name: string): ReferenceObject => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response of that status. docs/contract.md, 9.3; RFC 9110, 11.6.1. @param tagged whether it may carry an entity tag */
export function headersOf(status: number, tagged = false): Record<string, ReferenceObject> {
  return {
    'X-RateLimit-Limit': reference('RateLimitLimit'),
    'X-RateLimit-Remaining': reference('RateLimitRemaining'),
    'X-Request-Id': reference('RequestId'),
    'Footprint-Test': reference('FootprintTest'),
    ...(tagged ? { ETag: reference('ETag') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': reference('RetryAfter') } : {}),
    ...(status === 503 ? { 'X-Lookup-Id': reference('LookupId') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': reference('WwwAuthenticate') } : {}),
  };
}

/** Codes that every operation can return: key, account, scope, rate limit, faults. */
const ALWAYS: readonly ErrorCode[] = [
  'unauthorized',
  'account_closed',
  'account_suspended',
  'insufficient_scope',
  'forbidden_network',
  'rate_limit_exceeded',
  'internal_error',
  'unavailable',
];

/** Additional details of a 402. */
const ALLOWANCE: SchemaObject = {
  type: 'object',
  description: 'Only with 402: how much of the allowance is used.',
  properties: {
    unit: { type: 'string', enum: ['lookups', 'millicents'] },
    used: { type: 'number', description: 'Used in this period.' },
    limit: { type: 'number', description: 'The allowance of this period. On a credit plan: the amount used plus the remaining balance.' },
    renewsAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the allowance is renewed; null if it is not renewed at a fixed time.',
    },
  },
  required: ['unit', 'used', 'limit', 'renewsAt'],
};
/** Additional details of a batch with items that cannot be looked up. */
const ITEM_FAULTS: SchemaObject = {
  type: 'object',
  description: 'Only with `invalid_batch` of `POST /v2/batches`: the items that cannot be looked up, up to a thousand of them.',
  properties: {
    invalid: { ...count, description: 'Number of items that cannot be looked up.' },
    faults: {
      type: 'array',
      items: { $ref: '#/components/schemas/BatchItemFault' },
    },
  },
  required: ['invalid', 'faults'],
};
const ALLOWANCE_EXAMPLES: Partial<Readonly<Record<ErrorCode, object>>> = {
  quota_exceeded: { details: { unit: 'lookups', used: 1_000, limit: 1_000, renewsAt: '2026-12-01T00:00:00.000Z' } },
  insufficient_credits: { details: { unit: 'millicents', used: 99_000, limit: 100_000, renewsAt: null } },
};

const schema = (name: string): ReferenceObject => ({ $ref: `#/components/schemas/${name}` });

/** The body of every error (docs/contract.md, 12), and its parts. */
export const ERROR_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  ApiError: {
    type: 'object',
    description: 'A refused request. Match on `error.code`, never on the message: codes are stable, messages may change.',
    properties: { error: schema('ErrorReason') },
    required: ['error'],
  },
  ErrorReason: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'Machine-readable.', enum: Object.keys(ERRORS) },
      message: { type: 'string', description: 'Human-readable.' },
      details: { anyOf: [schema('AllowanceDetails'), schema('ItemFaults')] },
    },
    required: ['code', 'message'],
  },
  AllowanceDetails: ALLOWANCE,
  ItemFaults: ITEM_FAULTS,
};

/** Codes that an operation can return: its own, and those that follow from its parts. */
export function errorCodesOf(route: Route, shape: { hasQuery: boolean; hasPath: boolean }): ErrorCode[] {
  const codes: ErrorCode[] = [...ALWAYS, 'invalid_request', ...route.errors];
  if (route.body) codes.push('payload_too_large', 'unsupported_media_type', route.malformed ?? 'invalid_parameter');
  if (shape.hasQuery || rejectsUnknownParameters(route)) codes.push('invalid_parameter');
  if (shape.hasPath) codes.push('not_found');
  const known = Object.keys(ERRORS) as ErrorCode[];
  return known.filter((code) => codes.includes(code));
}

/** Responses of those codes by status; a status with one code is a component that operations share. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, ResponseObject | ReferenceObject> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const [first, ...more] = codes.filter((code) => ERRORS[code].status === status);
      if (first === undefined) throw new Error('a status without a code');
      return [
        String(status),
        more.length === 0 ? { $ref: `#/components/responses/${componentName(first)}` } : responseOf([first, ...more]),
      ];
    }),
  );
}

/** One response per code, for `components.responses`. */
export function errorComponents(): Record<string, ResponseObject> {
  return Object.fromEntries((Object.keys(ERRORS) as ErrorCode[]).map((code) => [componentName(code), responseOf([code])]));
}

function componentName(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The response for codes that share a status: all of them are listed, each with its own example. */
function responseOf(codes: readonly [ErrorCode, ...ErrorCode[]]): ResponseObject {
  const status = ERRORS[codes[0]].status;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: schema('ApiError'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { error: { code, message: ERRORS[code].message, ...ALLOWANCE_EXAMPLES[code] } } }]),
        ),
      },
    },
  };
}
