/**
 * Makes `catalogue/imported/` from the pinned packages of maigret and sherlock: `npm run catalogue:build`. Needs python3
 * with pip, and the package index that pip is set up for. Run it after a change to the importers, to `catalogue/curated/`
 * or to `catalogue/site-software/`, and commit what it writes.
 */
import { importReportLines } from '../importers/import-report.js';
import { pinnedWheels, rebuild, ROOT, writeBuild } from './rebuild.js';
import { fetchSources } from './source-wheels.js';

const built = rebuild(fetchSources(pinnedWheels()));
writeBuild(built, ROOT);
console.log(importReportLines(built.result).join('\n'));
console.log(`wrote ${[...built.files.keys()].join(', ')}`);
