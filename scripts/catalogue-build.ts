/**
 * Makes `catalogue/imported/` from the pinned packages of maigret and sherlock: `npm run catalogue:build`. Needs python3
 * with pip, and the package index that pip is set up for. Run it after a change to the importers, to `catalogue/curated/`
 * or to `catalogue/site-software/`, and commit what it writes.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importReportLines } from '../src/catalogue/importers/import-report.js';
import { IMPORTED, rebuild, ROOT } from './catalogue/rebuild.js';
import { fetchSources } from './catalogue/source-wheels.js';

const { files, result } = rebuild(fetchSources());
const folder = join(ROOT, IMPORTED);
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!files.has(`${IMPORTED}/${name}`)) rmSync(join(folder, name));
for (const [path, text] of files) writeFileSync(join(ROOT, path), text);
console.log(importReportLines(result).join('\n'));
console.log(`wrote ${[...files.keys()].join(', ')}`);
