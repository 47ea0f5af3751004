/** MediaWiki from its Debian package, on SQLite and PHP's own server. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from './debian.js';
import { servePhp, softwareHome } from './software-home.js';

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
  const home = softwareHome('wiki');
  const [data, settings] = ['data', 'settings'].map((name) => join(home.folder, name)) as [string, string];
  for (const name of [data, settings]) mkdirSync(name);
  const file = join(settings, 'LocalSettings.php');
  const env = { MW_CONFIG_FILE: file };
  const run = (script: string, args: readonly string[], input = ''): void =>
    void home.run(php, [`${CODE}/maintenance/${script}.php`, ...args], { cwd: CODE, env, input });
  const at = ['--dbtype', 'sqlite', '--dbpath', data, '--dbname', 'wiki', '--confpath', settings];
  const site = ['--server', 'https://wiki.example.com', '--scriptpath', '/w', '--pass', 'long-enough-1', 'Wiki', 'Owner'];
  home.run(php, [`${CODE}/maintenance/install.php`, ...at, ...site], { cwd: CODE });
  appendFileSync(file, "\n$wgArticlePath = '/wiki/$1';\n$wgUsePathInfo = true;\neval(getenv('WIKI_OPTIONS') ?: '');\n");
  run('eval', [], accounts.map((name) => `User::newFromName(${JSON.stringify(name)})->addToDatabase();`).join('\n'));
  for (const name of blocked) run('blockUsers', [], name);
  for (const name of pages) run('edit', [`User:${name}`], 'Writes about trains, bread and the weather.');
  return {
    /** Starts it. @returns its port */
    serve: (options = ''): Promise<number> => servePhp(home, php, ROUTER, { ...env, WIKI_OPTIONS: options }),
    close: () => home.close(),
  };
}
