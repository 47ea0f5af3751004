/** `npm run release VERSION`: dates the changelog, sets the version everywhere, commits and tags. It pushes nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that hold the version, with what surrounds it there. */
export const VERSION_FILES: readonly { readonly path: string; readonly pattern: RegExp }[] = [
  { path: 'package.json', pattern: /^( {2}"version": ")[^"]+(")/m },
  { path: 'package-lock.json', pattern: /^( {2}"version": ")[^"]+(")/m },
  { path: 'package-lock.json', pattern: /("": \{\s+"name": "[^"]+",\s+"version": ")[^"]+(")/ },
  { path: 'clients/typescript/package.json', pattern: /^( {2}"version": ")[^"]+(")/m },
  { path: 'clients/typescript/version.ts', pattern: /(VERSION = ')[^']+(')/ },
  { path: 'deploy/helm/footprint/Chart.yaml', pattern: /^((?:v|appV)ersion: )\S+()$/gm },
  { path: 'clients/integrations/pyproject.toml', pattern: /((?:^version = |"footprint-client==)"?)[^"]+(")/gm },
  { path: 'clients/integrations/cortex/Footprint/Footprint_Accounts.json', pattern: /^( {2}"version": ")[^"]+(")/m },
  { path: 'clients/integrations/misp/expansion/footprint.py', pattern: /^( {4}"version": ")[^"]+(")/m },
  { path: 'deploy/mcp/server.json', pattern: /^( {2}"version": ")[^"]+(")/m },
  { path: 'clients/typescript/README.md', pattern: /(footprint-client-)\d+\.\d+\.\d+(\.tgz)/g },
];

/** What a record depends on besides the tests: when it has changed since, the record is of another state. */
const RECORDED = ['src', 'workflows', 'activities', 'drizzle', 'docs/openapi.json'];

/** A release that cannot be made, with what to do about it. Nothing was changed. */
export class ReleaseError extends Error {}

/**
 * Makes a release in a clean checkout: one commit and an annotated tag, whose message is the version's part of the changelog.
 *
 * @param release.version MAJOR.MINOR.PATCH, the first heading of CHANGELOG.md: `## VERSION (unreleased)`
 * @param release.date of the release, YYYY-MM-DD
 * @returns name of the tag
 * @throws ReleaseError before anything was changed
 */
export function makeRelease(root: string, { version, date }: { readonly version: string; readonly date: string }): string {
  const git = gitIn(root);
  const tag = `v${version}`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError(`"${version}" is no version: name it as MAJOR.MINOR.PATCH.`);
  if (git('status', '--porcelain') !== '') throw new ReleaseError('The checkout has uncommitted changes: commit or stash them first.');
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists already.`);
  const changes = unreleasedChanges(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);

  edit(root, 'CHANGELOG.md', (text) => text.replace(`## ${version} (unreleased)`, `## ${version} (${date})`));
  for (const { path, pattern } of VERSION_FILES) edit(root, path, (text) => text.replace(pattern, `$1${version}$2`));
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  // Lines of a changelog that begin with # are headings, not comments.
  git('tag', '--annotate', '--cleanup=whitespace', tag, '--message', `${tag}\n\n${changes}`);
  return tag;
}

/**
 * Makes sure that the tests of later versions will have what this one leaves.
 *
 * @throws ReleaseError unless the version was recorded from what is to be released
 */
export function assertRecorded(root: string, version: string): void {
  const file = join(root, 'test/releases', `v${version}`, 'release.json');
  const how = `npx tsx tools/release/record-release.ts ${version}, then commit test/releases`;
  if (!existsSync(file)) throw new ReleaseError(`${version} is not recorded: ${how}.`);
  const { commit } = JSON.parse(readFileSync(file, 'utf8')) as { commit: string };
  const changed = gitIn(root)('diff', '--name-only', commit, 'HEAD', '--', ...RECORDED).trim();
  if (changed !== '') throw new ReleaseError(`The record of ${version} is of ${commit}, before ${changed.split('\n')[0]} changed: ${how}.`);
}

const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The part of the changelog that a release publishes, without its heading. */
function unreleasedChanges(changelog: string, version: string): string {
  const first = changelog.split(/^## /m)[1] ?? '';
  const [heading = '', ...lines] = first.split('\n');
  if (heading !== `${version} (unreleased)`) {
    throw new ReleaseError(`The first heading of CHANGELOG.md is "${heading}", not "${version} (unreleased)": say there what changes.`);
  }
  const changes = lines.join('\n').trim();
  if (changes === '') throw new ReleaseError(`CHANGELOG.md does not say what changes in ${version}.`);
  return changes;
}

function edit(root: string, path: string, change: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const version = process.argv[2] ?? '';
    assertRecorded(PROJECT, version);
    const tag = makeRelease(PROJECT, { version, date: new Date().toISOString().slice(0, 10) });
    process.stdout.write(`${tag} is committed and tagged. Publish it: git push --follow-tags\n`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
