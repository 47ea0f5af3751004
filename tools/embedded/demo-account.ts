/** The demo account of the first start, whose key is shown so that the service can be tried at once. */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { entryArguments, PROJECT } from './entry.js';
import { type StateDir, storeSecret, readSecret } from './state-dir.js';
import { runProgram } from './run-program.js';

const CLI_MS = 60_000;

export interface DemoKey {
  readonly key: string;
  readonly file: string;
}

/** Each database has its own key: DATABASE_URL may change between starts. @param databaseUrl null: the embedded one */
export function demoKeyName(databaseUrl: string | null): string {
  if (databaseUrl === null) return 'demo-key';
  const { host, pathname } = new URL(databaseUrl);
  return `demo-key-${createHash('sha256')
    .update(host + pathname)
    .digest('hex')
    .slice(0, 8)}`;
}

/**
 * The stored key, or that of a new account.
 * @param isAccepted whether the API accepts a key; it does not after the database was deleted by hand
 * @returns null when no account could be created; `problem` is called with the reason
 */
export async function demoKey(
  home: StateDir,
  name: string,
  env: NodeJS.ProcessEnv,
  tell: { isAccepted: (key: string) => Promise<boolean>; problem: (text: string) => void },
): Promise<DemoKey | null> {
  const file = path.join(home.dir, name);
  const kept = readSecret(home, name);
  if (kept && (await tell.isAccepted(kept))) return { key: kept, file };
  // An address can have one account only, and the database may hold that of a lost key. A local installation has no monthly limit.
  const email = `demo+${randomBytes(4).toString('hex')}@example.com`;
  const args = entryArguments('cli', ['account', 'create', '--email', email, '--plan', 'higher_volume', '--scopes', 'lookups', 'webhooks']);
  const made = await runProgram(process.execPath, args, { timeoutMs: CLI_MS, env, cwd: PROJECT });
  const key = made.ok ? keyIn(made.out) : null;
  if (key) return { key: storeSecret(home, name, key), file };
  tell.problem(`no demo account could be made: ${made.lastLines.split('\n').at(-1)}`);
  return null;
}

function keyIn(output: string): string | null {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string') return value.key;
  }
  return null;
}
