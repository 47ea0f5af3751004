import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { apiClient, ApiRefusal, type ApiClient } from './api-client.js';

export interface ConnectionFlags {
  url: string;
  key?: string;
}

/** Where the API is, unless a command says otherwise. */
export const API_ADDRESS = process.env['FOOTPRINT_URL'] ?? 'http://localhost:8080';

/** Adds the options that say which API a command talks to, and as whom. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'address of the API', API_ADDRESS)
    .option('--key <key>', "API key (or FOOTPRINT_API_KEY; the embedded stack's own is found by itself)");
}

/** Where the embedded stack keeps the demo account's key. */
function storedKey(): string | undefined {
  const file = join(process.env['FOOTPRINT_HOME'] ?? '.footprint', 'demo-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** @throws ApiRefusal when there is no key to be found */
export function connect(flags: ConnectionFlags): ApiClient {
  const key = flags.key ?? process.env['FOOTPRINT_API_KEY'] ?? storedKey();
  if (!key) throw new ApiRefusal('No API key: set FOOTPRINT_API_KEY or pass --key.');
  return apiClient({ baseUrl: flags.url, key });
}
