/** `npm run demo`: one lookup of an invented person on simulated platforms, some of which misbehave. */
import { spawn } from 'node:child_process';
import { DEMO_PERSON, DEMO_SUBJECT } from './demo-person.js';
import { entryArguments, PROJECT } from './entry.js';
import type { Stack } from './stack.js';
import { StartupError } from './startup-error.js';

/** What real platforms do to probes: the report omits such platforms instead of guessing. */
const FAULTS = ['challenge_403', 'login_wall_200', 'unavailable_503', 'rate_limited_429', 'reset'];
const EVERY_NTH_FAILS = 9;

/**
 * @returns exit code of the lookup
 * @throws StartupError when there is no demo account, or the simulator refuses a setting
 */
export async function runDemo(stack: Stack, env: NodeJS.ProcessEnv): Promise<number> {
  if (!stack.demo) throw new StartupError('The demo needs an account and none could be made: see the line above.');
  await prepareSimulator(stack, stack.demo.key);
  const args = entryArguments('cli', ['lookup', DEMO_SUBJECT]);
  const settings = { ...env, FOOTPRINT_URL: stack.apiUrl, FOOTPRINT_API_KEY: stack.demo.key };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, env: settings, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

async function prepareSimulator({ apiUrl, simulatorControlUrl }: Stack, key: string): Promise<void> {
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
  if (!answer.ok) throw new StartupError(`The simulator did not take the demo's ${what}.`, await answer.text());
}

/** Slugs of GET /v1/platforms that support usernames. Mailbox providers are not probed, and the simulator has none. */
function probedSlugs(body: unknown): string[] {
  const list = (body as { platforms?: unknown } | null)?.platforms;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { platform?: unknown; supports?: unknown } | null) =>
    typeof item?.platform === 'string' && Array.isArray(item.supports) && item.supports.includes('username') ? [item.platform] : [],
  );
}
