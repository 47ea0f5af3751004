import type { ApiError, ErrorCode } from './types.js';

/** A refusal of the service. */
export class FootprintError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** With a 402: how much of the allowance is used, and when it is renewed. Of a refused batch: what is wrong with its items. */
  readonly details: ApiError['error']['details'];
  /** Seconds, of `Retry-After`; undefined when the service did not say. */
  readonly retryAfterSeconds: number | undefined;
  /** The lookup that was accepted, and billed, before this refusal: read it later by its id. */
  readonly lookupId: string | undefined;

  constructor(body: ApiError, response: Response, lookupId?: string) {
    super(body.error.message);
    this.name = 'FootprintError';
    this.code = body.error.code;
    this.status = response.status;
    this.details = body.error.details;
    this.retryAfterSeconds = retryAfterOf(response);
    this.lookupId = lookupId;
  }
}

/** Seconds, of `Retry-After`; undefined when the service did not say. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * The data of an answer.
 *
 * @param lookupId the lookup that the answer is about, for the error to carry
 * @throws FootprintError when the service refused
 */
export function unwrap<Data>(answer: { data?: Data; error?: ApiError; response: Response }, lookupId?: string): Data {
  if (answer.data !== undefined) return answer.data;
  const none: ApiError = { error: { code: 'internal_error', message: `The service answered ${answer.response.status} without a reason.` } };
  // A proxy in between may answer with a body of its own.
  throw new FootprintError(answer.error?.error === undefined ? none : answer.error, answer.response, lookupId);
}
