import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';
import type { LookupResponse } from '../http/v1/schemas.js';
import type { Progress } from './report.js';

/** A refusal of the API, as the command line shows it. */
export class ApiRefusal extends Error {}

export interface BatchResult {
  readonly index: number;
  readonly status: 'queued' | 'error';
  readonly lookupId?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Check {
  readonly platform: string;
  readonly queryType: string;
  readonly state: 'registered' | 'not_registered' | 'omitted';
  readonly doubt: string | null;
  readonly evidence: { readonly status: number | null; readonly matched: string; readonly latencyMs: number; readonly controlAt?: string } | null;
}

export interface ApiClient {
  /** Any operation, by method and path. @returns its answer; null when it has none */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** What each verdict of a lookup rests on. */
  evidence(lookupId: string): Promise<readonly Check[]>;
  /** A lookup as v2 shows it, with its risk. */
  lookupV2(lookupId: string): Promise<LookupBodyV2>;
  /** Queues up to fifty identities. @param idempotencyKey with it a repetition within a day is the same batch, billed once */
  batch(identities: readonly string[], idempotencyKey?: string): Promise<readonly BatchResult[]>;
  /** Streams a lookup. @param onProgress how far it came, told again and again */
  stream(query: Readonly<Record<string, string>>, onProgress: (progress: Progress) => void): Promise<LookupResponse>;
}

/** A small client of the HTTP interface, for the command line. */
export function apiClient(options: { baseUrl: string; key: string }): ApiClient {
  async function request(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${options.key}` };
    const response = await fetch(new URL(path, options.baseUrl), { ...init, headers }).catch(() => {
      throw new ApiRefusal(`The API does not answer at ${options.baseUrl}. Start it with \`npm start\`, or set FOOTPRINT_URL.`);
    });
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
    throw new ApiRefusal(body?.error ? `${body.error.message} (${body.error.code})` : `The API answered ${response.status}.`);
  }

  return {
    async call(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await request(path, { method, ...json });
      return response.status === 204 ? null : response.json();
    },

    async evidence(lookupId) {
      const response = await request(`/v2/lookup/${encodeURIComponent(lookupId)}/evidence`, {});
      return ((await response.json()) as { checks: Check[] }).checks;
    },

    async lookupV2(lookupId) {
      const response = await request(`/v2/lookup/${encodeURIComponent(lookupId)}`, {});
      return (await response.json()) as LookupBodyV2;
    },

    async batch(identities, idempotencyKey) {
      const body = JSON.stringify({ items: identities.map((query) => ({ query })) });
      const headers = { 'content-type': 'application/json', ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }) };
      const response = await request('/v1/lookup/batch', { method: 'POST', body, headers });
      return ((await response.json()) as { results: BatchResult[] }).results;
    },

    async stream(query, onProgress) {
      const response = await request(`/v1/lookup/stream?${new URLSearchParams(query)}`, { headers: { accept: 'text/event-stream' } });
      if (!response.body) throw new ApiRefusal('The API answered without a body.');
      let planned = 0;
      let event = '';
      const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
      for await (const line of createInterface({ input: body, crlfDelay: Infinity })) {
        const comment = /^: (?:lookup \S+ planned (?<planned>\d+)|progress (?<ended>\d+)(?: of (?<total>\d+))?)/.exec(line);
        if (comment?.groups) {
          const { planned: expected, total, ended } = comment.groups;
          planned = Number(total ?? expected ?? planned);
          onProgress({ planned, ended: Number(ended ?? 0) });
        }
        if (line.startsWith('event: ')) event = line.slice(7);
        if (line.startsWith('data: ') && event === 'done') return JSON.parse(line.slice(6)) as LookupResponse;
      }
      throw new ApiRefusal('The stream ended before the lookup did; read it later by its id.');
    },
  };
}
