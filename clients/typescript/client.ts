import createClient, { type Client } from 'openapi-fetch';
import { within } from './deadline.js';
import type { paths } from './schema.js';
import { VERSION } from './version.js';
import { holding } from './wait.js';

export interface FootprintClientOptions {
  /** Where the service is: `https://footprint.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds until a request ends, or a stream or download begins. Default: 150 s, because some requests are held for 120 s. */
  readonly timeoutMs?: number;
  /** Another way to send requests, for proxies, retries or tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Every operation of the service, typed: `client.POST('/v2/lookup', { body: { identities } })` resolves to data or error, and does not
 * throw for any status.
 */
export type FootprintClient = Client<paths>;

/** What lasts as long as it does: streams and downloads. */
const LASTING = /^(?:text\/(?:event-stream|csv)|application\/x-ndjson)\b/i;

/**
 * Creates a client. Answers are `{ data, response }` or `{ error, response }`: match on `error.error.code`.
 *
 * @throws TypeError if `baseUrl` or `apiKey` is not valid. A call throws a TypeError if the service cannot be reached, a SyntaxError if
 *   a success is not JSON, and a FootprintTimeoutError if there is no answer within `timeoutMs`
 */
export function createFootprintClient({ baseUrl, apiKey, timeoutMs = 150_000, fetch }: FootprintClientOptions): FootprintClient {
  if (!/^https?:$/.test(schemeOf(baseUrl) ?? '')) throw new TypeError(`"${baseUrl}" is not the address of a service.`);
  if (!/^[!-~]+$/.test(apiKey)) throw new TypeError('The API key is empty, or contains characters that no API key has.');
  const send = fetch ?? ((request: Request) => globalThis.fetch(request));
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}`, 'user-agent': `footprint-typescript/${VERSION}` },
    redirect: 'manual', // the identities are for this service only, and a redirected POST can become a GET
    fetch: (request) =>
      within(timeoutMs, request.signal, async ({ signal }) => {
        const bounded = new Request(request, { signal });
        const response = holding(await send(bounded), [request, signal, bounded]);
        if (!response.ok || !LASTING.test(response.headers.get('content-type') ?? '')) await response.clone().arrayBuffer(); // within the time
        return response;
      }),
  });
}

/** Not by `URL.canParse`, which refuses host names with an umlaut on Node 20 once its caller is optimised. */
function schemeOf(address: string): string | null {
  try {
    return new URL(address).protocol;
  } catch {
    return null;
  }
}
