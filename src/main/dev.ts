/** `npm start`: the whole service with one command. HELP lists its options. */
import { namesInEnvFile } from './read-env-file.js';
import path from 'node:path';
import { DEMO_SUBJECT, linkToDemo, runDemo } from '../../tools/embedded/demo.js';
import { watchEgress } from '../../tools/embedded/egress-notice.js';
import { lockStateDir, SIMULATOR_FOLDER, type SupervisorLock } from '../../tools/embedded/running-stack.js';
import { startStack } from '../../tools/embedded/stack.js';
import { endStaleProcesses, killAll } from '../../tools/embedded/stale-processes.js';
import { StartupError } from '../../tools/embedded/startup-error.js';
import { openStateDir, type StateDir } from '../../tools/embedded/state-dir.js';
import { Supervisor } from '../../tools/embedded/supervisor.js';
import { watchProject } from '../../tools/embedded/watch.js';
import { createTerminalOutput } from '../../tools/embedded/terminal-output.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { unknownSettings } from './unknown-settings.js';

/** Username of the example command: an organisation's well-known name. */
const SUBJECT = 'github';
/** Milliseconds: the terminal and a launcher both pass on one Ctrl-C; copies arrive within this time. */
const SAME_REQUEST_MS = 400;

const HELP = `Usage: npm start [-- option]

Starts API, worker, Postgres and Temporal, prints its address and an API key, and runs until Ctrl-C.

  --simulator   probes only simulated platforms, with a separate database; DNS, registries and configured sources of
                facts are real
  --demo        the same with another database: runs one lookup, prints its report and ends (npm run demo)
  --stay        with --demo: keeps running, and prints a link that opens the lookup (npm run demo -- --stay)
  --watch       rebuilds the programs when their sources change, and restarts what runs them (npm run dev)
  --help, -h    prints this

Settings are environment variables (docs/env.md). The most important:

  PORT              port of the API (8080, or the next free one)
  FOOTPRINT_HOME    folder of state and logs (.footprint)
  DATABASE_URL      your own Postgres, instead of the embedded one
  TEMPORAL_ADDRESS  your own Temporal, instead of the embedded one
  SIMULATOR_PEOPLE  who exists on the simulated platforms, as npm run simulator -- --help describes it
`;

const args = process.argv.slice(2);
const demo = args.includes('--demo');
const stay = args.includes('--stay');
const simulator = demo || args.includes('--simulator');
const screen = createTerminalOutput();
const supervisor = new Supervisor({
  lost: (name, how) => screen.warn(`${name} ended (${how}), starting it again`),
  restored: (name) => screen.note(`${name} runs again`),
  failing: (name, error) => screen.warn(`${name} could not be restarted yet: ${error instanceof Error ? error.message : String(error)}`),
});

let stopping: Promise<void> | null = null;

async function main(): Promise<number> {
  const known = ['--simulator', '--demo', '--stay', '--watch', '--help', '-h'];
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown) throw new StartupError(`${unknown} is not an option: \`npm start -- --help\` lists the options.`);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (stay && !demo)
    throw new StartupError('--stay works only with --demo: `npm run demo -- --stay`. Without --demo the service always keeps running.');
  const wanted = process.env.FOOTPRINT_HOME || '.footprint';
  const home = openStateDir(path.join(wanted, demo ? 'demo' : simulator ? SIMULATOR_FOLDER : ''));
  const lock = await lockStateDir(home);
  const ended = new Promise<void>((resolve) => {
    onStopRequest(
      () => {
        stopping = stop(home, lock).then(resolve);
      },
      () => {
        killAll(home);
        lock.release();
        process.exit(130);
      },
    );
  });
  try {
    return await run(home, lock, ended);
  } finally {
    stopping ??= stop(home, lock);
    await stopping;
  }
}

/**
 * Ctrl-C, SIGTERM, and the end of the process that started us: calls `gently` at the first request to stop and `atOnce` at a second one.
 */
function onStopRequest(gently: (why: string) => void, atOnce: () => void): void {
  let first: number | null = null;
  const request = (why: string) => {
    if (first === null) {
      first = performance.now();
      gently(why);
    } else if (performance.now() - first > SAME_REQUEST_MS) atOnce();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  process.once('disconnect', () => request('the launcher has ended'));
  process.channel?.unref();
}

async function run(home: StateDir, lock: SupervisorLock, ended: Promise<void>): Promise<number> {
  for (const sentence of unknownSettings(namesInEnvFile)) screen.warn(sentence);
  // Before anything is started: what is wrong is named once, and not as a fault of the part that met it.
  readConfig(process.env);
  screen.line('');
  const left = await endStaleProcesses(home);
  if (left.length > 0)
    screen.note(`stopped processes of an earlier start: ${left.join(', ')}; their unfinished work continues within two minutes`);
  const starting = startStack({ home, env: process.env, simulator, supervisor, output: screen });
  const stack = await Promise.race([starting, ended.then(() => null)]);
  if (stack === null) return 0;
  lock.publish(stack.apiUrl, stack.demo?.file);
  let { signInLink } = stack;
  if (demo) {
    const code = await Promise.race([runDemo(stack, process.env), ended.then(() => 130)]);
    if (!stay || code !== 0) return code;
    signInLink = (await linkToDemo(stack)) ?? signInLink;
  }
  screen.ready({
    apiUrl: stack.apiUrl,
    uiUrl: stack.uiUrl,
    signInLink,
    email: stack.email,
    key: stack.demo?.isNew ? stack.demo.key : null,
    keyFile: stack.demo && relative(stack.demo.file),
    logs: relative(home.log),
    subject: simulator ? DEMO_SUBJECT : SUBJECT,
  });
  const watching = new AbortController();
  void watchEgress(stack.apiUrl, screen, { signal: watching.signal });
  if (args.includes('--watch')) watching.signal.addEventListener('abort', await watchSources());
  await ended;
  watching.abort();
  return 0;
}

/** @returns ends the watch */
async function watchSources(): Promise<() => void> {
  const end = await watchProject((part) => supervisor.replace(part), {
    failed: (reason) => screen.warn(`the running programs were not replaced: ${reason}`),
    made: (paths, ms) =>
      screen.note(`${paths[0]}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''} changed, rebuilt in ${Math.round(ms)} ms`),
  });
  screen.note('watching the sources');
  return end;
}

async function stop(home: StateDir, lock: SupervisorLock): Promise<void> {
  lock.markStopping();
  await supervisor.stop();
  // The supervisor does not know the processes of parts that were still starting.
  killAll(home);
  lock.release();
  if (!demo || stay) screen.line('  Stopped.');
}

function relative(absolute: string): string {
  const short = path.relative(process.cwd(), absolute);
  return short.startsWith('..') ? absolute : short;
}

const code = await main().catch((error: unknown) => {
  if (error instanceof StartupError) screen.failed(error.message, error.detail);
  else if (error instanceof ConfigError) screen.failed(error.message, '');
  else
    screen.failed('Something unexpected happened while starting.', error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
});
process.exit(code);
