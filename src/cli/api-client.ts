import type { LookupBodyV2 } from '../features/lookups/routes/shared/v2/body-schemas.js';
import {
  type ApiError as ErrorBody,
  BrokenStreamError,
  createFootprintClient,
  type EvidenceCheck,
  type FootprintClient,
  readLookupStream,
  type StreamHooks,
  waitingFetch,
  type WaitingFetchOptions,
} from '../../clients/typescript/index.js';
import { waitMsOf } from '../../clients/typescript/wait.js';
import { printNotice } from './output.js';

type Refusal = ErrorBody['error'];

/** A refusal, of the API or of the command line itself, as the command line shows it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: Refusal['details'];
  readonly code: Refusal['code'] | undefined;
  readonly retryMs: number | undefined;

  /**
   * @param status that of the API, or one that says the same; it decides the exit code. Default: what was typed is wrong
   * @param more.retryMs the service cannot be reached, or not do it right now: after this many milliseconds a read may be sent again
   */
  constructor(
    message: string,
    readonly status = 400,
    more: { details?: Refusal['details']; code?: Refusal['code']; retryMs?: number } = {},
  ) {
    super(message);
    ({ details: this.details, code: this.code, retryMs: this.retryMs } = more);
  }
}

/** Until a service that is away is tried again, in milliseconds, unless it says when. */
const RETRY_MS = 5_000;
/** Attempts of a request that exceeds the limit of requests per minute: other programs may use the same key. */
const MAX_ATTEMPTS = 10;

interface SendOptions {
  readonly baseUrl: string;
  /** Waits the given milliseconds; replaced in tests. */
  readonly wait?: WaitingFetchOptions['wait'];
  /** Whether a refusal is its sentence alone, as commands on the database say it; default: the code of the error follows. */
  readonly isSentence?: boolean;
}

/** The client of the HTTP interface, for the command line: every refusal is thrown as an `ApiError`. */
export function apiClient({ key, ...options }: SendOptions & { readonly key: string }): FootprintClient {
  return createFootprintClient({ baseUrl: options.baseUrl, apiKey: key, fetch: refusingFetch(options) });
}

/**
 * Sends requests. One that exceeds the limit per minute waits as long as the service says, and prints a notice.
 *
 * @returns a `fetch` that throws an `ApiError` for every refusal
 */
export function refusingFetch({ baseUrl, wait, isSentence = false }: SendOptions): (request: Request) => Promise<Response> {
  const send = waitingFetch({
    maxAttempts: MAX_ATTEMPTS,
    ...(wait && { wait }),
    fetch: (request) =>
      fetch(request).catch(() => {
        const message = `The API is not reachable at ${baseUrl}. Start it with \`npm start\`, or set FOOTPRINT_URL.`;
        throw new ApiError(message, 503, { retryMs: RETRY_MS });
      }),
    async onWait(ms, refusal) {
      printNotice(`${(await errorIn(refusal))?.message ?? 'Too many requests.'} Continuing in ${ms / 1_000} s.`);
    },
  });
  return async (request) => {
    const response = await send(request);
    if (response.ok) return response;
    const { status } = response;
    const error = await errorIn(response);
    const retry = status === 503 ? { retryMs: waitMsOf(response, RETRY_MS) } : {};
    const message = error && `${error.message}${isSentence ? '' : ` (${error.code})`}`;
    throw new ApiError(message ?? `The API answered ${status}.`, status, { ...error, ...retry });
  };
}

async function errorIn(response: Response): Promise<Refusal | undefined> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return body?.error;
}

/** The body of an answer: refusals were thrown before. */
export async function bodyOf<Body>(answer: Promise<{ data?: Body }>): Promise<Body> {
  return (await answer).data as Body;
}

/** Maximum page size of the API. */
const PAGE_SIZE = 100;

/**
 * Reads a list page by page.
 *
 * @param read the page after a cursor, of at most `limit` entries
 * @param count how many entries are read; default: all
 */
export async function readEntries<Page extends { readonly nextCursor: string | null }, Entry>(
  read: (page: { limit: number; cursor?: string }) => Promise<{ data?: Page }>,
  entriesOf: (page: Page) => readonly Entry[],
  count = Number.POSITIVE_INFINITY,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null | undefined; cursor !== null && entries.length < count; ) {
    const page: Page = await bodyOf(read({ limit: Math.min(PAGE_SIZE, count - entries.length), ...(cursor && { cursor }) }));
    entries.push(...entriesOf(page));
    cursor = page.nextCursor;
  }
  return entries;
}

/** A lookup in the format of v2, with its risk. */
export const readLookup = async (client: FootprintClient, id: string): Promise<LookupBodyV2> =>
  (await bodyOf(client.GET('/v2/lookup/{id}', { params: { path: { id } } }))) as LookupBodyV2;

/** What each verdict of a lookup rests on. */
export const readEvidence = async (client: FootprintClient, id: string): Promise<readonly EvidenceCheck[]> =>
  (await bodyOf(client.GET('/v2/lookup/{id}/evidence', { params: { path: { id } } }))).checks;

/** Reads the stream that an operation answers with. @returns the lookup */
export async function readStream<Lookup>(answer: Promise<{ response: Response }>, hooks: StreamHooks): Promise<Lookup> {
  return toTheEnd(readLookupStream((await answer).response, hooks)) as Promise<Lookup>;
}

/** @throws ApiError saying how a lookup is read whose stream broke */
export async function toTheEnd<Lookup>(reading: Promise<Lookup>): Promise<Lookup> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof BrokenStreamError)) throw error;
    throw new ApiError('The stream ended before the lookup was finished. Continue with `footprint lookup --id`.', 503);
  });
}
