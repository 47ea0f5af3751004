import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { FootprintClient } from '../../clients/typescript/index.js';
import { parseUrl } from '../kernel/values/parse-url.js';
import { runningStacks } from '../../tools/embedded/running-stack.js';
import { apiClient, ApiError } from './api-client.js';
import { connectionFile, readConnection } from './connection-file.js';

export interface ConnectionFlags {
  url?: string;
  key?: string;
}

/** A value with the option, the variable or the file that it is from. */
type Found = readonly [value: string, from: string];

export const DEFAULT_URL = 'http://localhost:8080';

/** Adds the options for the URL of the API and its key. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', `address of the API (or FOOTPRINT_URL, or the one that \`footprint init\` stored; default: ${DEFAULT_URL})`)
    .option(
      '--key <key>',
      'API key (or FOOTPRINT_API_KEY, or the one that `footprint init` stored; the key of the embedded stack is found ' + 'automatically)',
    );
}

/** The demo account's key of the stack that runs at that URL, else the one in the state folder. */
function embeddedKey(url: string): string | undefined {
  const dir = process.env['FOOTPRINT_HOME'] || '.footprint';
  const file = runningStacks(dir).find(({ address }) => isSameApi(address, url))?.keyFile ?? join(dir, 'demo-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Whether two URLs on this machine have the same port. */
function isSameApi(address: string, url: string): boolean {
  const own = parseUrl(url);
  return own !== null && ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname) && own.port === new URL(address).port;
}

const first = (...found: readonly (readonly [value: string | undefined, from: string])[]): Found | undefined =>
  found.find((each): each is Found => Boolean(each[0]));

/** Which API a command calls, and by which key: option, environment, stored connection, running stack. */
export function connectionOf(flags: ConnectionFlags) {
  const { FOOTPRINT_URL, FOOTPRINT_API_KEY } = process.env;
  // A damaged file is in nobody's way who names both.
  const stored = flags.url && flags.key ? null : readConnection();
  const file = connectionFile();
  const url = first([flags.url, '--url'], [FOOTPRINT_URL, 'FOOTPRINT_URL'], [stored?.url, file]) ?? ([DEFAULT_URL, 'default'] as const);
  // A stored key is sent to the API that it was stored for, and to no other.
  const storedKey = stored && parseUrl(stored.url)?.href === parseUrl(url[0])?.href ? stored.key : undefined;
  const named = first([flags.key, '--key'], [FOOTPRINT_API_KEY, 'FOOTPRINT_API_KEY'], [storedKey, file]);
  return { url, key: named ?? first([embeddedKey(url[0]), 'the embedded stack']) };
}

/** @throws ApiError when no key is found, or the address or the key is none */
export function requireConnection(flags: ConnectionFlags): { readonly baseUrl: string; readonly key: string } {
  const { url, key } = connectionOf(flags);
  if (!key) throw new ApiError('No API key: run `footprint init`, set FOOTPRINT_API_KEY or pass --key.', 401);
  if (!/^https?:$/.test(parseUrl(url[0])?.protocol ?? ''))
    throw new ApiError(`${url[0]} (${url[1]}) is not the address of an API: it must begin with http:// or https://.`);
  if (!/^[!-~]+$/.test(key[0])) throw new ApiError(`The API key (${key[1]}) contains characters that no API key has.`, 401);
  return { baseUrl: url[0], key: key[0] };
}

/** @throws as `requireConnection` */
export const connect = (flags: ConnectionFlags): FootprintClient => apiClient(requireConnection(flags));
