/**
 * What a newcomer tries first: the demo account of the first start, whose key is shown, and `npm run demo`, one lookup of an invented
 * person on simulated platforms, some of which misbehave.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { execa } from 'execa';
import { runProgram } from './child.js';
import { entryArguments, jsonLines, PROJECT } from './program.js';
import { StartupError } from './startup-error.js';
import { readSecret, type StateDir, storeSecret } from './state-dir.js';

/** Username of the invented person, whom also the example command of `npm start -- --simulator` looks up. */
export const DEMO_SUBJECT = 'robinsample';

/** In the simulator's format: registered on that share of all platforms. */
export const DEMO_PERSON = { identities: { username: [DEMO_SUBJECT], email: ['robin.sample@example.com'] }, share: 0.4 } as const;

/** What real platforms do to probes: the report omits such platforms instead of guessing. */
const FAULTS = ['challenge_403', 'login_wall_200', 'unavailable_503', 'rate_limited_429', 'reset'];
const EVERY_NTH_FAILS = 9;
const CLI_MS = 60_000;

/** What the demo needs of a running stack. */
export interface DemoStack {
  readonly apiUrl: string;
  /** Null when no account could be created. */
  readonly demo: DemoKey | null;
  readonly simulatorControlUrl: string | null;
  /** Signs the owner of the demo account in, once. */
  readonly signInLink: string | null;
  /** The owner's address, for further links. */
  readonly email: string | null;
}

/**
 * @returns exit code of the lookup
 * @throws StartupError when there is no demo account, or the simulator refuses a setting
 */
export async function runDemo(stack: DemoStack, env: NodeJS.ProcessEnv): Promise<number> {
  if (!stack.demo) throw new StartupError('The demo needs an account, but none could be created: see the line above.');
  await prepareSimulator(stack, stack.demo.key);
  const args = entryArguments('cli', ['lookup', DEMO_SUBJECT]);
  const settings = { ...env, FOOTPRINT_URL: stack.apiUrl, FOOTPRINT_API_KEY: stack.demo.key };
  const done = await execa(process.execPath, args, { cwd: PROJECT, env: settings, extendEnv: false, stdio: 'inherit', reject: false });
  return done.exitCode ?? 1;
}

/** @returns the stack's link, which then opens the newest lookup of the demo account; null when there is neither */
export async function linkToDemo({ apiUrl, demo, signInLink }: DemoStack): Promise<string | null> {
  if (!demo || !signInLink) return null;
  const read = async (what: string): Promise<unknown> => {
    const answer = await fetch(`${apiUrl}/v2/${what}`, { headers: { Authorization: `Bearer ${demo.key}` } });
    return answer.ok ? answer.json() : null;
  };
  const account = (await read('account')) as { accountId?: string } | null;
  const newest = (await read('lookup?limit=1')) as { lookups?: { lookupId: string }[] } | null;
  const lookupId = newest?.lookups?.[0]?.lookupId;
  if (!account?.accountId || !lookupId) return null;
  const link = new URL(signInLink);
  link.searchParams.set('from', `/dashboard/${account.accountId}/lookups/${lookupId}`);
  return link.href;
}

async function prepareSimulator({ apiUrl, simulatorControlUrl }: DemoStack, key: string): Promise<void> {
  if (!simulatorControlUrl) return;
  const answer = await fetch(`${apiUrl}/v1/platforms`, { headers: { Authorization: `Bearer ${key}` } });
  const slugs = probedSlugs(await answer.json());
  const failing = slugs.filter((_, index) => index % EVERY_NTH_FAILS === EVERY_NTH_FAILS - 1);
  await configureSimulator(simulatorControlUrl, 'people', [DEMO_PERSON]);
  await configureSimulator(simulatorControlUrl, 'latency', { '*': { medianMs: 350, sigma: 0.7, capMs: 3_000 } });
  await configureSimulator(
    simulatorControlUrl,
    'faults',
    Object.fromEntries(failing.map((slug, index) => [slug, FAULTS[index % FAULTS.length]])),
  );
}

async function configureSimulator(controlUrl: string, what: string, value: unknown): Promise<void> {
  const answer = await fetch(`${controlUrl}/${what}`, { method: 'PUT', body: JSON.stringify(value) });
  if (!answer.ok) throw new StartupError(`The simulator did not accept the demo's ${what}.`, await answer.text());
}

/** Slugs of GET /v1/platforms that support usernames. Mailbox providers are not probed, and the simulator has none. */
function probedSlugs(body: unknown): string[] {
  const list = (body as { platforms?: unknown } | null)?.platforms;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { platform?: unknown; supports?: unknown } | null) =>
    typeof item?.platform === 'string' && Array.isArray(item.supports) && item.supports.includes('username') ? [item.platform] : [],
  );
}

export interface DemoKey {
  readonly key: string;
  readonly file: string;
  /** Made by this start, and shown by it alone: what a terminal or a journal keeps is read by others. */
  readonly isNew: boolean;
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
  report: { isAccepted: (key: string) => Promise<boolean>; problem: (text: string) => void },
): Promise<DemoKey | null> {
  const file = path.join(home.dir, name);
  const kept = readSecret(home, name);
  if (kept && (await report.isAccepted(kept))) return { key: kept, file, isNew: false };
  // An address can have one account only, and the database may hold that of a lost key. A local installation has no monthly limit.
  const email = `demo+${randomBytes(4).toString('hex')}@example.com`;
  const args = entryArguments('cli', [
    'account',
    'create',
    '--email',
    email,
    '--plan',
    'higher_volume',
    '--scopes',
    'lookups',
    'lookups:delete',
    'webhooks',
    'account',
    'account:people',
    'account:data',
  ]);
  const made = await runProgram(process.execPath, args, { timeoutMs: CLI_MS, env, cwd: PROJECT });
  const key = made.ok ? textIn(made.out, 'key') : null;
  if (key) return { key: storeSecret(home, name, key), file, isNew: true };
  report.problem(`no demo account could be created: ${made.lastLines.split('\n').at(-1)}`);
  return null;
}

/**
 * A link that signs the owner of the demo account in, once, and the owner's address.
 *
 * @param env settings of the service
 * @returns nulls when the key may not read its account; without a link when none could be made
 */
export async function demoSignIn(
  apiUrl: string,
  { key }: DemoKey,
  env: NodeJS.ProcessEnv,
): Promise<Pick<DemoStack, 'signInLink' | 'email'>> {
  const answer = await fetch(`${apiUrl}/v2/account`, { headers: { Authorization: `Bearer ${key}` } });
  const { email } = (await answer.json()) as { email?: unknown };
  if (!answer.ok || typeof email !== 'string') return { signInLink: null, email: null };
  const made = await runProgram(process.execPath, entryArguments('cli', ['sign-in', '--email', email]), {
    timeoutMs: CLI_MS,
    env,
    cwd: PROJECT,
  });
  return { signInLink: made.ok ? textIn(made.out, 'link') : null, email };
}

/** A field of the JSON that a command printed. */
function textIn(output: string, field: string): string | null {
  const value = jsonLines(output).find((line) => field in line)?.[field];
  return typeof value === 'string' ? value : null;
}
