import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { MAX_BUNDLE_BYTES } from '../engine/catalogue/bundle.js';
import type { Config } from '../kernel/config/env.js';
import { parseUrl } from '../kernel/values/parse-url.js';
import { probeFailureOf, type ProbeFailure } from '../engine/http/probe-failure.js';
import { download } from '../engine/http/download.js';
import { ApiError } from './api-client.js';

/** Longest download of a bundle, in milliseconds. */
const DOWNLOAD_MS = 60_000;
const TOO_LARGE = `The bundle is refused: it has more than ${MAX_BUNDLE_BYTES} bytes.`;

type Egress = Pick<Config, 'PROBE_PROXY_URL' | 'PROBE_CA_FILE'>;

/** What `catalogue bundle` prints, as JSON; it is published beside the bundle, so that an installation has one address for each newest one. */
const notice = z.object({ file: z.string().min(1), version: z.int().positive() });

/**
 * The bundle that a file or an address has, or tells of.
 *
 * @param newest version that was accepted last
 * @returns null when what is told of is not newer
 * @throws ApiError in one sentence
 */
export async function newestBundle(source: string, egress: Egress, newest: number | undefined): Promise<Buffer | null> {
  const bytes = await bundleBytes(source, egress);
  const told = noticeIn(bytes);
  if (told === null) return bytes;
  if (newest !== undefined && told.version <= newest) return null;
  const file = basename(told.file);
  return bundleBytes(IS_ADDRESS.test(source) ? new URL(file, source).href : join(dirname(source), file), egress);
}

function noticeIn(bytes: Buffer): z.infer<typeof notice> | null {
  if (bytes[0] !== 0x7b) return null;
  try {
    return notice.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new ApiError('The file is neither a bundle nor the description of one.');
  }
}

const IS_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The bytes of a bundle, from a file or an address; of one that is too large only the beginning is read. The signature decides what is
 * accepted, so that any address will do.
 *
 * @throws ApiError in one sentence
 */
export async function bundleBytes(source: string, egress: Egress, timeoutMs = DOWNLOAD_MS): Promise<Buffer> {
  if (IS_ADDRESS.test(source)) return fetched(source, egress, timeoutMs);
  const size = await stat(source).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new ApiError(`${source} cannot be read.`);
  if (size > MAX_BUNDLE_BYTES) throw new ApiError(TOO_LARGE);
  return readFile(source);
}

async function fetched(source: string, { PROBE_PROXY_URL: proxyUrl, PROBE_CA_FILE: caFile }: Egress, timeoutMs: number): Promise<Buffer> {
  const url = parseUrl(source);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ApiError('A bundle can be fetched only from http:// and https:// addresses.');
  const { status, body } = await download(url, { proxyUrl, caFile, maxBytes: MAX_BUNDLE_BYTES, timeoutMs }).catch((error: unknown) => {
    throw new ApiError(sentenceOf(url.host, probeFailureOf(error)));
  });
  if (status !== 200) throw new ApiError(`${url.host} answered ${status}.`);
  return body;
}

/** Without the address: it may hold a token. */
function sentenceOf(host: string, { reason, detail }: ProbeFailure): string {
  if (reason === 'too_large') return TOO_LARGE;
  if (reason === 'timeout') return `${host} did not send the whole bundle in time.`;
  if (reason === 'redirected_away') return `${host} redirects ${detail}.`;
  if (reason === 'proxy_failed') return `The bundle could not be fetched from ${host}: the proxy of PROBE_PROXY_URL failed (${detail}).`;
  return `The bundle could not be fetched from ${host} (${detail}).`;
}
