import type { ApiError, ErrorCode } from './types.js';

/** A refusal of the service. */
export class FootprintError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** For a 402: how much of the allowance is used, and when it is renewed. For a refused batch: the faults of its items. */
  readonly details: ApiError['error']['details'];
  /** Seconds, from `Retry-After`; undefined without that header. */
  readonly retryAfterSeconds: number | undefined;
  /** The lookup that was accepted and billed before this refusal, or may have been accepted (503). Read it later by this id. */
  readonly lookupId: string | undefined;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;

  constructor({ error }: ApiError, { status, headers }: Response, lookupId?: string) {
    super(error.message);
    this.name = 'FootprintError';
    this.code = error.code;
    this.status = status;
    this.details = error.details;
    this.retryAfterSeconds = retryAfterOf({ headers });
    this.lookupId = lookupId ?? headers.get('x-lookup-id') ?? undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Seconds, from `Retry-After`; undefined without that header. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31 - 1) : undefined;
}

/**
 * The data of an answer.
 *
 * @param lookupId the lookup that the answer is about; the error contains it
 * @throws FootprintError if the service refused
 */
export function unwrap<Data>(answer: { data?: Data; error?: ApiError; response: Response }, lookupId?: string): Data {
  if (answer.response.ok) return answer.data as Data;
  throw refusalOf(answer, lookupId);
}

/** The data of an answer that has this field in every version. @throws as `unwrap`, also for a success without it */
export function unwrapWith<Data>(field: keyof Data, answer: Parameters<typeof unwrap<Data>>[0], lookupId?: string): Data {
  const data = unwrap<Data | null | undefined>(answer, lookupId);
  if (data?.[field] == null) throw refusalOf(answer, lookupId);
  return data;
}

/** A proxy in between may answer with a body of its own. */
function refusalOf({ error, response }: { error?: ApiError; response: Response }, lookupId?: string): FootprintError {
  const none: ApiError = { error: { code: 'internal_error', message: `The service answered ${response.status} without a reason.` } };
  return new FootprintError(typeof error?.error?.code === 'string' ? error : none, response, lookupId);
}
