/**
 * What `npm start` keeps in its state folder for a database, apart from the files of that: the key that secrets are sealed with, and the
 * ledger of erasures. The command line finds both there.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { runningStacks } from './running-stack.js';
import { StartupError } from './startup-error.js';
import { getOrCreateSecret, readText, type StateDir } from './state-dir.js';

/** The key has 32 bytes. */
const KEY_BYTES = 32;

/** The URL that stands for the database of the settings: a pooler before it changes nothing. @returns null: the embedded one */
export const databaseIdentity = ({ DATABASE_URL, DATABASE_DIRECT_URL }: NodeJS.ProcessEnv): string | null =>
  DATABASE_URL ? DATABASE_DIRECT_URL || DATABASE_URL : null;

/** Each database has its own: DATABASE_URL may change between starts. @param databaseUrl null: the embedded one */
export function fileOfDatabase(name: string, databaseUrl: string | null): string {
  if (databaseUrl === null) return name;
  const { host, pathname } = new URL(databaseUrl);
  return `${name}-${createHash('sha256')
    .update(host + pathname)
    .digest('hex')
    .slice(0, 8)}`;
}

const keyName = (databaseUrl: string | null): string => fileOfDatabase('secrets-key', databaseUrl);
const ledgerName = (databaseUrl: string | null): string => fileOfDatabase('erasures', databaseUrl);

export interface KeptSettings {
  readonly SECRETS_KEY: string;
  readonly ERASURE_LEDGER: string;
}

/**
 * The settings that processes of `npm start` are given: those of the operator where there are any. A key is made the first time.
 *
 * @param options.needsKey whether the database holds anything that a key was used for
 * @throws StartupError when such a key is not there: a new one would open nothing, and hide the loss
 */
export function keptSettings(
  home: StateDir,
  env: NodeJS.ProcessEnv,
  { databaseUrl, needsKey }: { databaseUrl: string | null; needsKey: boolean },
): KeptSettings {
  const file = path.join(home.dir, keyName(databaseUrl));
  const kept = readText(file);
  if (kept === null && needsKey && !env.SECRETS_KEY) {
    throw new StartupError(
      `The database holds secrets or digests made with a key that is not there: put ${file} back, or set SECRETS_KEY to that key. If it is lost, set SECRETS_KEY to a new one (openssl rand -base64 32), then set control accounts, signing secrets and suppressions again.`,
    );
  }
  // An own key comes first; what was sealed with the kept one before stays readable.
  const own = env.SECRETS_KEY || null;
  const key = own === null ? getOrCreateSecret(home, keyName(databaseUrl), KEY_BYTES) : withKept(own, kept);
  return { SECRETS_KEY: key, ERASURE_LEDGER: env.ERASURE_LEDGER || path.join(home.dir, ledgerName(databaseUrl)) };
}

/**
 * The same for the command line, which makes nothing: of the running `npm start` on that folder, the real one before the simulator's,
 * else what the last one left there.
 *
 * @param dir FOOTPRINT_HOME
 * @param databaseUrl null: the embedded one
 */
export function findKeptSettings(dir: string, databaseUrl: string | null, env: NodeJS.ProcessEnv): Partial<KeptSettings> {
  const homes = [...runningStacks(dir).map((stack) => stack.dir), dir];
  const [first] = homes;
  // The embedded database is that of the first; a database of the operator's own may have been used by any.
  const found = (databaseUrl === null ? [first ?? dir] : homes).find((home) => readText(path.join(home, keyName(databaseUrl))) !== null);
  const kept = found === undefined ? null : readText(path.join(found, keyName(databaseUrl)));
  const key = env.SECRETS_KEY ? withKept(env.SECRETS_KEY, kept) : kept;
  const ledger = env.ERASURE_LEDGER || (found === undefined ? null : path.resolve(found, ledgerName(databaseUrl)));
  return { ...(key === null ? {} : { SECRETS_KEY: key }), ...(ledger === null || key === null ? {} : { ERASURE_LEDGER: ledger }) };
}

function withKept(own: string, kept: string | null): string {
  return kept === null || own.split(',').some((key) => key.trim() === kept) ? own : `${own},${kept}`;
}
