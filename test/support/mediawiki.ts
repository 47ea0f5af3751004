/** MediaWiki from its Debian package, on SQLite and PHP's own server. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/embedded/ports.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { debianProgram } from './debian.js';

const CODE = '/usr/share/mediawiki';
const PACKAGES = ['php-sqlite3', 'php-xml', 'php-mbstring', 'php-intl', 'mediawiki'];

/** Addresses as most wikis have them: `/wiki/NAME` and `/w/api.php`. */
const ROUTER = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$script = preg_match('#^/w/([a-z_]+)\\.php#', $path, $found) ? "$found[1].php" : 'index.php';
chdir('${CODE}');
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = "/w/$script";
$_SERVER['SCRIPT_FILENAME'] = "${CODE}/$script";
$_SERVER['HTTPS'] = 'on';
require "${CODE}/$script";
`;

export interface WikiContent {
  readonly accounts: readonly string[];
  readonly blocked: readonly string[];
  /** Pages of users, with or without an account. */
  readonly pages: readonly string[];
}

/** A wiki with accounts. Options of a site are lines of its settings. */
export async function installWiki({ accounts, blocked, pages }: WikiContent) {
  const php = await debianProgram({ names: ['php'], packages: ['php-cli'], beside: { packages: PACKAGES, file: `${CODE}/api.php` } });
  const folder = mkdtempSync(join(tmpdir(), 'footprint-wiki-'));
  for (const name of ['data', 'settings']) mkdirSync(join(folder, name));
  const settings = join(folder, 'settings/LocalSettings.php');
  const env = { ...process.env, MW_CONFIG_FILE: settings };
  const run = (script: string, args: readonly string[], input = ''): void =>
    void execFileSync(php, [`${CODE}/maintenance/${script}.php`, ...args], { cwd: CODE, env, input, stdio: ['pipe', 'ignore', 'pipe'] });
  const at = ['--dbtype', 'sqlite', '--dbpath', join(folder, 'data'), '--dbname', 'wiki', '--confpath', join(folder, 'settings')];
  const given = { ...process.env };
  execFileSync(
    php,
    [
      `${CODE}/maintenance/install.php`,
      ...at,
      '--server',
      'https://wiki.example.com',
      '--scriptpath',
      '/w',
      '--pass',
      'long-enough-1',
      'Wiki',
      'Owner',
    ],
    { cwd: CODE, env: given, stdio: 'ignore' },
  );
  appendFileSync(settings, "\n$wgArticlePath = '/wiki/$1';\n$wgUsePathInfo = true;\neval(getenv('WIKI_OPTIONS') ?: '');\n");
  run('eval', [], accounts.map((name) => `User::newFromName(${JSON.stringify(name)})->addToDatabase();`).join('\n'));
  for (const name of blocked) run('blockUsers', [], name);
  for (const name of pages) run('edit', [`User:${name}`], 'Writes about trains, bread and the weather.');
  const router = join(folder, 'router.php');
  writeFileSync(router, ROUTER);
  const servers = new Set<ChildProcess>();
  return {
    /** Starts it. @returns its port */
    async serve(options = ''): Promise<number> {
      const port = await freePort();
      const server = spawn(php, ['-S', `127.0.0.1:${port}`, router], {
        cwd: folder,
        env: { ...env, WIKI_OPTIONS: options, PHP_CLI_SERVER_WORKERS: '4' },
        stdio: 'ignore',
        detached: true,
      });
      servers.add(server);
      // Read to its end: an answer that nobody reads may end the process with its connection (an assertion of undici).
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/w/api.php?action=query&format=json`)
          .then((answer) => answer.text())
          .then(
            () => true,
            () => false,
          );
      if (!(await waitUntil(answers, 60_000))) throw new Error('the wiki did not answer');
      return port;
    },
    close(): void {
      // Its workers are processes of its group.
      for (const { pid } of servers) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
