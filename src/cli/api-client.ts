import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';
import type { LookupResponse } from '../api/v1/schemas.js';
import type { Identities } from './batch-file.js';
import { printNotice } from './output.js';

/** A refusal of the API, as the command line shows it. */
export class ApiError extends Error {
  override readonly name = 'ApiRefusal';
}

/** Progress of a lookup, from its stream. */
export interface Progress {
  /** Platforms that it probes in all. */
  readonly planned: number;
  /** Platforms that have a result or were omitted, including those that other sources know of. */
  readonly ended: number;
}

export interface BatchResult {
  readonly index: number;
  readonly status: 'queued' | 'error';
  readonly lookupId?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface EvidenceRow {
  readonly platform: string;
  readonly queryType: string;
  readonly state: 'registered' | 'not_registered' | 'omitted';
  readonly reason: string | null;
  readonly evidence: {
    readonly status: number | null;
    readonly explanation: string;
    readonly latencyMs: number;
    readonly controlAt?: string;
  } | null;
}

/** One lookup of a batch, in the format of v2. */
export interface BatchItem {
  readonly identities: Identities;
  readonly modules?: readonly string[];
  readonly platforms?: readonly string[];
  readonly deep?: boolean;
}

export interface StreamHooks {
  /** Called once, as soon as the lookup is accepted and billed. */
  readonly onAccepted?: (lookupId: string) => void;
  /** Called repeatedly with the progress. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface ApiClient {
  /** Any operation, by method and path. @returns the body of the response; null when it has none */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The evidence of each verdict of a lookup. */
  evidence(lookupId: string): Promise<readonly EvidenceRow[]>;
  /** A lookup in the format of v2, with its risk. */
  lookupV2(lookupId: string): Promise<LookupBodyV2>;
  /** Queues up to fifty lookups. @param idempotencyKey with it a repetition within a day is the same batch, billed once */
  batch(items: readonly BatchItem[], idempotencyKey?: string): Promise<readonly BatchResult[]>;
  /** Starts a lookup, billed, and streams it. */
  stream(query: Readonly<Record<string, string>>, hooks: StreamHooks): Promise<LookupResponse>;
  /** Starts a v2 lookup of several identities, billed, and streams it. */
  streamV2(query: readonly (readonly [name: string, value: string])[], hooks: StreamHooks): Promise<LookupBodyV2>;
  /** Streams a lookup that was accepted before; bills nothing. */
  resume(lookupId: string, hooks: StreamHooks): Promise<LookupResponse>;
  /** Waits until a lookup that was accepted before is finished; bills nothing, and resumes a broken stream. */
  awaitLookup(lookupId: string): Promise<LookupBodyV2>;
}

/** Attempts of a request that exceeds the limit of requests per minute: other programs may use the same key. */
const MAX_ATTEMPTS = 10;
/** How often a broken stream is resumed. */
const MAX_RESUMPTIONS = 5;
const RESUME_AFTER_MS = 1_000;
/** Pause after a 429 without `Retry-After`: the service limits by the minute. */
const DEFAULT_RETRY_SECONDS = 60;

/** The stream ended before the lookup did. */
class BrokenStreamError extends ApiError {}

/**
 * A small client of the HTTP interface, for the command line. A request that exceeds the limit per minute waits as long as the
 * service says (`Retry-After`), and prints a notice.
 *
 * @param options.pause waits the given milliseconds; replaced in tests
 */
export function apiClient(options: { baseUrl: string; key: string; pause?: (ms: number) => Promise<void> }): ApiClient {
  const pause = options.pause ?? ((ms: number) => sleep(ms));

  async function request(path: string, init: RequestInit & { headers?: Record<string, string> }, attempt = 1): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${options.key}` };
    const response = await fetch(new URL(path, options.baseUrl), { ...init, headers }).catch(() => {
      throw new ApiError(`The API does not answer at ${options.baseUrl}. Start it with \`npm start\`, or set FOOTPRINT_URL.`);
    });
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
    if (response.status === 429 && attempt < MAX_ATTEMPTS) {
      const seconds = Number(response.headers.get('retry-after') ?? DEFAULT_RETRY_SECONDS);
      printNotice(`${body?.error?.message ?? 'Too many requests.'} Going on in ${seconds} s.`);
      await pause(seconds * 1_000);
      return request(path, init, attempt + 1);
    }
    throw new ApiError(body?.error ? `${body.error.message} (${body.error.code})` : `The API answered ${response.status}.`);
  }

  /** @returns the body of `done` */
  async function readStream(path: string, { onAccepted, onProgress }: StreamHooks, resumed: string | null): Promise<unknown> {
    const from: Record<string, string> = resumed === null ? {} : { 'last-event-id': `${resumed}.0.` };
    const response = await request(path, { headers: { accept: 'text/event-stream', ...from } });
    if (!response.body) throw new ApiError('The API answered without a body.');
    let planned = 0;
    let event = '';
    const lines = createInterface({
      input: Readable.fromWeb(response.body as import('node:stream/web').ReadableStream),
      crlfDelay: Infinity,
    });
    try {
      for await (const line of lines) {
        const comment = /^: (?:lookup (?<id>\S+)(?: planned (?<planned>\d+))?|progress (?<ended>\d+)(?: of (?<total>\d+))?)/.exec(line);
        if (comment?.groups) {
          const { id, planned: expected, total, ended } = comment.groups;
          if (id !== undefined) onAccepted?.(id);
          planned = Number(total ?? expected ?? planned);
          onProgress?.({ planned, ended: Number(ended ?? 0) });
        }
        if (line.startsWith('event: ')) event = line.slice(7);
        if (line.startsWith('data: ') && event === 'done') return JSON.parse(line.slice(6));
      }
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      // The connection broke: thrown below.
    }
    throw new BrokenStreamError('The stream ended before the lookup did; `footprint lookup --id` takes it up again.');
  }

  return {
    async call(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await request(path, { method, ...json });
      return response.status === 204 ? null : response.json();
    },

    async evidence(lookupId) {
      const response = await request(`/v2/lookup/${encodeURIComponent(lookupId)}/evidence`, {});
      return ((await response.json()) as { checks: EvidenceRow[] }).checks;
    },

    async lookupV2(lookupId) {
      const response = await request(`/v2/lookup/${encodeURIComponent(lookupId)}`, {});
      return (await response.json()) as LookupBodyV2;
    },

    async batch(items, idempotencyKey) {
      const headers = {
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      };
      const response = await request('/v2/lookup/batch', { method: 'POST', body: JSON.stringify({ items }), headers });
      return ((await response.json()) as { results: BatchResult[] }).results;
    },

    stream: async (query, hooks) => (await readStream(`/v1/lookup/stream?${new URLSearchParams(query)}`, hooks, null)) as LookupResponse,

    streamV2: async (query, hooks) =>
      (await readStream(
        `/v2/lookup/stream?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`,
        hooks,
        null,
      )) as LookupBodyV2,

    resume: async (lookupId, hooks) => (await readStream('/v1/lookup/stream?deep=false&platforms=', hooks, lookupId)) as LookupResponse,

    async awaitLookup(lookupId) {
      for (let resumptions = 0; ; resumptions += 1) {
        try {
          return (await readStream(`/v2/lookup/${encodeURIComponent(lookupId)}/stream`, {}, null)) as LookupBodyV2;
        } catch (error) {
          if (!(error instanceof BrokenStreamError) || resumptions >= MAX_RESUMPTIONS) throw error;
          await pause(RESUME_AFTER_MS);
        }
      }
    },
  };
}
