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
    'A string of your choice that identifies this request. For 24 hours, sending the same request with the same key returns the ' +
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
export const PRICE_V2 =
  'The price is as many lookups as there are identities of the most frequent kind: two e-mail addresses and one username cost two. ' +
  'On a credit plan, each module has a price for each identity that it checks.';
export const BILLED_V2 = `Billed once, when the lookup is accepted. ${PRICE_V2}`;

/** Limits for the clients of both streams. */
export const STREAM_LIMITS =
  `A key can have ${MAX_STREAMS_PER_KEY} streams and downloads open at a time. Further ones are refused with \`rate_limit_exceeded\` and ` +
  'not billed. A client that reads nothing for 30 to 60 seconds is disconnected. If a stream ends without `done`, reconnect to continue.';

export const CACHE_CONTROL: ParameterObject = {
  name: 'Cache-Control',
  in: 'header',
  required: false,
  description: '`no-cache`: probe every platform again, instead of reusing results of earlier lookups of this account.',
  schema: { type: 'string' },
};

/** The header of a single check: no platform is probed, so there is no fact to reuse. */
export const CACHE_CONTROL_OF_CHECK: ParameterObject = {
  ...CACHE_CONTROL,
  description:
    'Has no effect: a check always queries its sources again. Only what name servers and registries say about a mail domain may be up ' +
    'to a day old.',
};

/** A link to the lookup whose id the response contains. */
export function lookupLink(pointer: string, operationId = 'getLookup'): LinkObject {
  return {
    operationId,
    parameters: { id: `$response.body#${pointer}` },
    description: 'Reads the lookup, both while it runs and after it has finished.',
  };
}
