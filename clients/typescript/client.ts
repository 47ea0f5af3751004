import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.js';
import { VERSION } from './version.js';

export interface FootprintClientOptions {
  /** Where the service is: `https://footprint.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Another way to send requests, for proxies, retries or tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Every operation of the service, typed: `client.POST('/v2/lookup', { body: { identities } })` resolves to data or error, and never throws
 * for a status.
 */
export type FootprintClient = Client<paths>;

/**
 * A client with a key. Answers are `{ data, response }` or `{ error, response }`: match on `error.error.code`.
 *
 * @throws TypeError from a call, when the service cannot be reached
 */
export function createFootprintClient({ baseUrl, apiKey, fetch }: FootprintClientOptions): FootprintClient {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}`, 'user-agent': `footprint-typescript/${VERSION}` },
    ...(fetch ? { fetch } : {}),
  });
}
