import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type ApiError = Schemas['ApiError'];
export type ErrorCode = ApiError['error']['code'];
export type LookupRequest = Schemas['LookupRequest'];
export type LookupResponse = Schemas['LookupResponse'];
export type PendingLookup = Schemas['PendingLookup'];
export type PlatformResult = Schemas['PlatformResult'];
export type { components, paths };

export interface FootprintClientOptions {
  /** Where the service is: `https://footprint.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Another way to send requests, for proxies, retries or tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Every operation of the service, typed: `client.POST('/v1/lookup', { body: { email } })` resolves to data or error, and never throws for a status. */
export type FootprintClient = Client<paths>;

/**
 * A client with a key. Answers are `{ data, response }` or `{ error, response }`: match on `error.error.code`.
 *
 * @throws TypeError from a call, when the service cannot be reached
 */
export function createFootprintClient({ baseUrl, apiKey, fetch }: FootprintClientOptions): FootprintClient {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch ? { fetch } : {}),
  });
}

/** Tells a full result from one that is still being made. */
export function isFinished(lookup: LookupResponse | PendingLookup): lookup is LookupResponse {
  return !('status' in lookup);
}

/** What a lookup answered when it answered nothing of use: its code, status and when to try again. */
export class FootprintError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds, of `Retry-After`; undefined when the service did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ApiError, response: Response) {
    super(body.error.message);
    this.name = 'FootprintError';
    this.code = body.error.code;
    this.status = response.status;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/**
 * The data of an answer.
 *
 * @throws FootprintError when the service refused
 */
export function unwrap<Data>(answer: { data?: Data; error?: ApiError; response: Response }): Data {
  if (answer.data !== undefined) return answer.data;
  const none: ApiError = { error: { code: 'internal_error', message: `The service answered ${answer.response.status} without a reason.` } };
  throw new FootprintError(answer.error ?? none, answer.response);
}

/**
 * Looks an identity up and holds until the result is full. A wait that reaches the service's ceiling goes on by reading.
 *
 * @param options.idempotencyKey names this request, so that repeating it is never billed twice
 * @param options.pollEveryMs pause between reads, 5 s by default: reads have a small budget a minute
 * @throws FootprintError when the service refused; the signal's reason when it aborts
 */
export async function lookup(
  client: FootprintClient,
  request: LookupRequest,
  options: { deep?: boolean; idempotencyKey?: string; signal?: AbortSignal; pollEveryMs?: number } = {},
): Promise<LookupResponse> {
  const signal = options.signal ? { signal: options.signal } : {};
  const header = options.idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': options.idempotencyKey } };
  let answer: LookupResponse | PendingLookup = unwrap(
    await client.POST('/v1/lookup', { params: { query: { wait: 'true', ...(options.deep ? { deep: 'true' } : {}) }, ...header }, body: request, ...signal }),
  );
  while (!isFinished(answer)) {
    await pause(options.pollEveryMs ?? 5_000, options.signal);
    answer = unwrap(await client.GET('/v1/lookup/{id}', { params: { path: { id: answer.lookupId } }, ...signal }));
  }
  return answer;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
