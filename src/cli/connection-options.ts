import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { FootprintClient } from '../../clients/typescript/index.js';
import { parseUrl } from '../kernel/values/parse-url.js';
import { runningStacks } from '../../tools/embedded/running-stack.js';
import { apiClient, ApiError } from './api-client.js';

export interface ConnectionFlags {
  url: string;
  key?: string;
}

/** Default URL of the API. */
export const API_ADDRESS = process.env['FOOTPRINT_URL'] || 'http://localhost:8080';

/** Adds the options for the URL of the API and its key. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'address of the API', API_ADDRESS)
    .option('--key <key>', 'API key (or FOOTPRINT_API_KEY; the key of the embedded stack is found automatically)');
}

/** The demo account's key of the stack that runs at that URL, else the one in the state folder. */
function storedKey(url: string): string | undefined {
  const dir = process.env['FOOTPRINT_HOME'] || '.footprint';
  const file = runningStacks(dir).find(({ address }) => isSameApi(address, url))?.keyFile ?? join(dir, 'demo-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Whether two URLs on this machine have the same port. */
function isSameApi(address: string, url: string): boolean {
  const own = parseUrl(url);
  return own !== null && ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname) && own.port === new URL(address).port;
}

/** @throws ApiError when no key is found */
export function connect(flags: ConnectionFlags): FootprintClient {
  const key = flags.key ?? (process.env['FOOTPRINT_API_KEY'] || undefined) ?? storedKey(flags.url);
  if (!key) throw new ApiError('No API key: set FOOTPRINT_API_KEY or pass --key.');
  return apiClient({ baseUrl: flags.url, key });
}
