import { connect } from 'node:net';
import { endpointOf, opened, openTls, secureContextFor } from '../kernel/net/connect.js';
import { type Deadline, sleep, withDeadline } from '../kernel/net/deadline.js';
import { failureOf } from '../kernel/net/failure.js';
import { HttpClient, type HttpPolicy, type RawRequest } from '../kernel/net/http/client.js';
import { retryAfterSeconds } from '../kernel/net/http-response.js';
import { ACCEPTED_ENCODINGS, decodeContent } from '../kernel/net/response.js';
import type { Budget, SourceFailure } from '../kernel/values/source.js';
import type { Source } from './query-sources.js';

export interface ProviderHttpOptions {
  /** Longest time for one call with its retry, DNS and TLS included, in milliseconds; the caller's budget may be shorter. */
  readonly timeoutMs?: number;
  /** Largest body, in bytes, as sent and decompressed. */
  readonly maxBytes?: number;
  /** Longest pause before the one retry, in milliseconds; a longer `Retry-After` ends the call. */
  readonly maxBackoffMs?: number;
  readonly userAgent?: string;
}

export interface ProviderCall {
  readonly budget: Budget;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that carry meaning (404 for "none"): returned with their body, which is null where it is no JSON. */
  readonly expectedStatuses?: readonly number[];
}

/** A provider's response, or the source failure. `body` is unknown: each adapter validates it with its own schema. */
export type ProviderResponse =
  | { readonly status: number; readonly body: unknown; readonly failure?: undefined }
  | { readonly failure: SourceFailure /** Milliseconds, from `Retry-After`. */; readonly againMs?: number };

/**
 * JSON over HTTPS from providers whose URLs the operator configured; URLs that third parties can influence need the guarded client. Keys
 * and subjects are in URLs and headers: nothing here is logged, thrown or stored.
 */
export interface ProviderHttp {
  /** GET. Repeated once after a reset, or after 429 or 503 whose `Retry-After` fits into the budget. */
  getJson(url: string | URL, call: ProviderCall): Promise<ProviderResponse>;
  /** POST of a JSON body that only reads (a search): repeated like a GET. */
  postJson(url: string | URL, json: unknown, call: ProviderCall): Promise<ProviderResponse>;
  close(): Promise<void>;
}

/** Any address: the operator named it. */
const PROVIDERS: HttpPolicy<void> = {
  async connect(url, _route, signal) {
    const { host, port, secure } = endpointOf(url);
    const socket = await opened(connect({ host, port, autoSelectFamily: true, noDelay: true }), 'connect', signal);
    return secure ? openTls(socket, host, { secureContext: secureContextFor(undefined) }, signal) : socket;
  },
  maxHeadBytes: 32_768,
  keep: { max: 64, idleMs: 4_000, keyOf: () => '' },
};

type Attempt = { readonly answer: ProviderResponse /** Milliseconds until a retry; null: none. */; readonly again: number | null };

const RETRYABLE_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED']);
const failedAttempt = (failure: SourceFailure, again: number | null = null): Attempt => ({
  answer: { failure, ...(again ? { againMs: again } : {}) },
  again,
});

/**
 * The shared client of all provider adapters.
 *
 * Redirects are not followed: a key must not travel to another host. Timers are our own (`Deadline`).
 */
export function createProviderHttp(options: ProviderHttpOptions = {}): ProviderHttp {
  const { timeoutMs = 5_000, maxBytes = 1_048_576, maxBackoffMs = 2_000, userAgent = 'footprint' } = options;
  const client = new HttpClient(PROVIDERS);

  async function call(method: 'GET' | 'POST', url: string | URL, json: string | null, given: ProviderCall): Promise<ProviderResponse> {
    const headers = {
      accept: 'application/json',
      'accept-encoding': ACCEPTED_ENCODINGS,
      'user-agent': userAgent,
      ...(json === null ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    };
    return withDeadline([given.budget.signal], Math.min(timeoutMs, given.budget.budgetMs), async (deadline) => {
      const request = { method, url: new URL(url), headers, ...(json === null ? {} : { body: json }) };
      const once = () => attempt(request, deadline, given.expectedStatuses ?? []);
      const first = await once();
      if (first.again === null || first.again > Math.min(maxBackoffMs, deadline.remainingMs)) return first.answer;
      return (await sleep(first.again, deadline.signal)) ? (await once()).answer : first.answer;
    });
  }

  async function attempt(request: RawRequest, deadline: Deadline, expect: readonly number[]): Promise<Attempt> {
    try {
      const { status, headers, body: bytes } = await client.send(request, undefined, { maxBytes }, deadline.signal);
      const body = parse(bytes, headers['content-encoding']);
      if (expect.includes(status)) return { answer: { status, body: body?.json ?? null }, again: null };
      if (status < 200 || status > 299) return refusal(status, headers);
      return body === null ? failedAttempt('malformed') : { answer: { status, body: body.json }, again: null };
    } catch (error) {
      if (deadline.endReason !== null) return failedAttempt('timeout');
      const { code } = failureOf(error);
      const isMalformed = code === '' || code.startsWith('HPE_'); // without a code: a body that is too long, or cut off
      return failedAttempt(isMalformed ? 'malformed' : 'unreachable', RETRYABLE_CODES.has(code) ? 0 : null);
    }
  }

  /** The JSON value of a body; null when the body is no JSON. */
  function parse(bytes: Buffer, contentEncoding: string | undefined): { readonly json: unknown } | null {
    try {
      return { json: JSON.parse(decodeContent(bytes, contentEncoding, maxBytes).toString('utf8')) as unknown };
    } catch {
      return null;
    }
  }

  return {
    getJson: (url, given) => call('GET', url, null, given),
    postJson: (url, json, given) => call('POST', url, JSON.stringify(json), given),
    close: async () => client.close(),
  };
}

/**
 * How a provider is a source: one request for each subject.
 *
 * @param send makes it
 * @param read the claim of a response, or why it cannot be used
 */
export const providerSource =
  <Subject, Claim extends object>(
    name: string,
    send: (http: ProviderHttp, subject: Subject, budget: Budget) => Promise<ProviderResponse>,
    read: (body: unknown, subject: Subject) => Claim | SourceFailure,
  ) =>
  ({ http }: { readonly http: ProviderHttp }): Source<Subject, Claim> => ({
    name,
    query: async (subject, budget) => {
      const response = await send(http, subject, budget);
      if (response.failure !== undefined) return response;
      const claim = read(response.body, subject);
      return typeof claim === 'string' ? { failure: claim } : claim;
    },
  });

/** An address below a configured base, which may have a path of its own; segments and parameters are encoded here. */
export function providerUrl(base: string, segments: readonly string[], parameters: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = [url.pathname.replace(/(?<!\/)\/+$/, ''), ...segments.map(encodeURIComponent)].join('/');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Source failure for an error status, and when a retry is worthwhile. */
function refusal(status: number, headers: Readonly<Record<string, string>>): Attempt {
  if (status === 429) return failedAttempt('rate_limited', retryAfterMs(status, headers));
  if (status === 503) return failedAttempt('unreachable', retryAfterMs(status, headers));
  if (status === 401 || status === 403 || status === 407) return failedAttempt('unauthorized');
  if (status === 408 || status === 504) return failedAttempt('timeout');
  return failedAttempt(status >= 500 ? 'unreachable' : 'refused');
}

/** `Retry-After` in milliseconds; null when the response has none. */
function retryAfterMs(status: number, headers: Readonly<Record<string, string>>): number | null {
  const seconds = retryAfterSeconds({ url: '', status, headers, body: '' });
  return seconds === undefined ? null : seconds * 1_000;
}
