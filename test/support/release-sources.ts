/** A released version as it was: its sources, to run its processes beside this one's, and its database. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../tools/embedded/python-packages.js';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { createEmptyDatabase, urlsOfDatabase } from './databases.js';
import type { ReleaseNote } from './release-files.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Whether this clone has the commit that a version was made from: a shallow one does not, until `git fetch --unshallow`. */
export function hasSourcesOf({ commit }: Pick<ReleaseNote, 'commit'>): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: PROJECT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Lays out the sources of the commit that a version was made from, once for all runs. Its dependencies are this version's, linked, while
 * it was locked to no incompatible ones.
 *
 * @returns the folder
 * @throws when the commit is not in this clone: `git fetch --unshallow`
 */
export function sourcesOf({ commit }: Pick<ReleaseNote, 'commit'>): string {
  // Not in node_modules, of which nothing is compiled; a folder for each checkout, whose modules it links.
  const checkout = createHash('sha256').update(PROJECT).digest('hex').slice(0, 8);
  const folder = join(cacheFolder(tmpdir()), `sources-${commit.slice(0, 12)}-${checkout}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomBytes(4).toString('hex')}`;
  mkdirSync(draft, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: PROJECT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', draft], { input: archive });
  if (isLockedAlike(draft)) symlinkSync(join(PROJECT, 'node_modules'), join(draft, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: draft });
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process made the same
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Whether this version has every package of another one, in the same major version (semver.org). */
function isLockedAlike(other: string): boolean {
  const versionsOf = (project: string) => {
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>;
    };
    return Object.entries(packages).filter(([name]) => name.startsWith('node_modules/'));
  };
  const ours = new Map(versionsOf(PROJECT));
  const major = (version = '') => version.split('.')[0];
  return versionsOf(other).every(([name, { version }]) => major(ours.get(name)?.version) === major(version));
}

/** A new database with the schema of a version, and nothing in it. @returns the service's URL */
export async function databaseOf({ migrations }: Pick<ReleaseNote, 'migrations'>): Promise<string> {
  const ownerUrl = await createEmptyDatabase();
  const { url } = urlsOfDatabase(ownerUrl);
  const folder = await mkdtemp(join(tmpdir(), 'footprint-migrations-'));
  try {
    await cp(join(PROJECT, 'drizzle'), folder, { recursive: true });
    const file = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ tag }) => migrations.includes(tag)) }));
    await migrateDatabase(ownerUrl, { folder, serviceRole: new URL(url).username });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return url;
}
