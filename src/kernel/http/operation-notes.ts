import { MAX_STREAMS_PER_KEY } from './open-streams.js';
import type { ExampleObject, LinkObject, ParameterObject } from 'openapi3-ts/oas31';

/** The part of a route that only the document shows. */
export interface OperationNote {
  /** Markdown. */
  readonly description: string;
  /** Request headers that it reads, besides those that follow from the rest of its route. */
  readonly requestHeaders?: readonly ParameterObject[];
  readonly requestExamples?: Readonly<Record<string, ExampleObject>>;
  readonly responseExamples?: Readonly<Record<string, ExampleObject>>;
  /** Operations that can be called with a value of the response. */
  readonly links?: Readonly<Record<string, LinkObject>>;
}

export const IDEMPOTENCY_KEY: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice that identifies this request. For 24 hours, a repetition of the request with the same key returns the ' +
    'result of the first one and is not billed again. A different request with the same key is refused with `idempotency_conflict`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

export const IF_NONE_MATCH: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of your copy. If the copy is still current, the response is 304 without a body.',
  schema: { type: 'string' },
};

export const LAST_EVENT_ID: ParameterObject = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event that you received. The stream continues after it.',
  schema: { type: 'string' },
};

/** What a lookup or a single check costs, in v1 and in v2. */
export const BILLED_V1 = 'Billed as one lookup.';
export const BILLED_V2 =
  'Billed at acceptance, once: as many lookups as it has identities of one kind, where it has most; on a credit plan each module costs ' +
  'its price for each identity of a kind.';

/** Limits for the clients of both streams. */
export const STREAM_LIMITS =
  `A key can have ${MAX_STREAMS_PER_KEY} streams and downloads open; a further stream is refused with \`rate_limit_exceeded\` and not billed. A ` +
  'client that reads nothing for 30 to 60 seconds is disconnected. A stream can end without `done` when the service restarts; ' +
  'reconnect to continue.';

export const CACHE_CONTROL: ParameterObject = {
  name: 'Cache-Control',
  in: 'header',
  required: false,
  description: '`no-cache` probes every platform again instead of reusing recent facts of this account.',
  schema: { type: 'string' },
};

/** A link to the lookup whose id the response contains. */
export function lookupLink(pointer: string, operationId = 'getLookup'): LinkObject {
  return {
    operationId,
    parameters: { id: `$response.body#${pointer}` },
    description: 'Reads the lookup, while it runs and after it has finished.',
  };
}
