import type { HeaderObject, ReferenceObject } from 'openapi3-ts/oas31';

type Headers = Record<string, ReferenceObject>;

const count = { type: 'integer', minimum: 0 } as const;

/** Headers of responses, as components of the document. */
export const HEADER_COMPONENTS: Readonly<Record<string, HeaderObject>> = {
  RateLimitLimit: { description: 'Requests that the current minute allows.', required: true, schema: { ...count } },
  RateLimitRemaining: { description: 'Requests that are left in the current minute.', required: true, schema: { ...count } },
  RequestId: {
    description: 'Names this request in the logs. A short, plain `X-Request-Id` of the caller is kept.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds after which to try again.', required: true, schema: { type: 'integer', minimum: 1 } },
  LookupId: {
    description:
      'Only when it is not known whether the request was accepted: ids of its lookups, comma-separated. After `Retry-After` seconds ' +
      'each of them is a lookup, or 404 and not billed.',
    required: false,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names this state of the answer, for `If-None-Match`. Absent while the answer may still grow.',
    required: false,
    schema: { type: 'string' },
  },
  WwwAuthenticate: { description: 'The way to authenticate: `Bearer`.', required: true, schema: { type: 'string' } },
};

const reference = (name: string): ReferenceObject => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response of that status. docs/contract.md, 9.3; RFC 9110, 11.6.1. @param tagged whether it may carry an entity tag */
export function headersOf(status: number, tagged = false): Headers {
  return {
    'X-RateLimit-Limit': reference('RateLimitLimit'),
    'X-RateLimit-Remaining': reference('RateLimitRemaining'),
    'X-Request-Id': reference('RequestId'),
    ...(tagged ? { ETag: reference('ETag') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': reference('RetryAfter') } : {}),
    ...(status === 503 ? { 'X-Lookup-Id': reference('LookupId') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': reference('WwwAuthenticate') } : {}),
  };
}
