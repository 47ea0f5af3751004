import { withDeadline } from '../../kernel/net/deadline.js';
import { probeFailureOf, ProbeFailure } from './probe-failure.js';
import { createNameLookup } from '../../kernel/net/name-lookup.js';
import { redirectLocation } from '../../kernel/net/response.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import { createProbeClient } from './connector.js';
import { parseProxies } from '../../kernel/net/proxies.js';

const MAX_REDIRECTS = 5;

export interface DownloadOptions {
  /** `PROBE_PROXY_URL`: the first of its proxies is used, and never bypassed. */
  readonly proxyUrl?: string | undefined;
  /** `PROBE_CA_FILE` */
  readonly caFile?: string | undefined;
  readonly maxBytes: number;
  /** For the whole, redirects included. */
  readonly timeoutMs: number;
}

/**
 * Fetches a file that the operator names and whose content is verified by other means: redirects may lead to any host, but not from https
 * to plain HTTP. No more than `maxBytes` are read.
 *
 * @throws ProbeFailure
 */
export function download(
  first: URL,
  { proxyUrl, caFile, maxBytes, timeoutMs }: DownloadOptions,
): Promise<{ status: number; body: Buffer }> {
  const [proxy = null] = parseProxies(proxyUrl);
  const client = createProbeClient({ lookup: createNameLookup(), caFile });
  return withDeadline([], timeoutMs, async (deadline) => {
    try {
      let url = first;
      for (let redirects = 0; ; redirects += 1) {
        // Encoded bodies are not asked for: what is fetched is compressed already.
        const headers = { 'user-agent': 'footprint', accept: '*/*', 'accept-encoding': 'identity' };
        const answer = await client.send({ method: 'GET', url, headers }, proxy, { maxBytes }, deadline.signal);
        const { status, body } = answer;
        const location = redirectLocation(status, answer.headers);
        if (location === undefined) return { status, body };
        if (redirects === MAX_REDIRECTS) throw new ProbeFailure('redirected_away', 'too many times', false, status);
        url = redirected(url, location);
      }
    } catch (error) {
      if (deadline.endReason === 'timeout') throw new ProbeFailure('timeout', 'not whole in time');
      throw probeFailureOf(error);
    }
  });
}

function redirected(from: URL, location: string): URL {
  const url = parseUrl(location, from);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ProbeFailure('redirected_away', 'to an unreadable address');
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new ProbeFailure('redirected_away', 'to plain HTTP');
  url.hash = '';
  return url;
}
