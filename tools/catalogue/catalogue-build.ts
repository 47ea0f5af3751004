/**
 * Makes `catalogue/imported/` from the pinned packages of maigret and sherlock: `npm run catalogue:build`. Needs python3
 * with pip, and the package index that pip is set up for. Run it after a change to the importers, to `catalogue/curated/`
 * or to `catalogue/site-software/`, and commit what it writes. `-- --newest` moves to the newest packages, and names what they refuse that
 * the pinned ones did not: sites that were switched off or walled, whose platforms leave, and those of which a rule by hand should be looked at.
 */
import { importReportLines } from '../importers/import-report.js';
import { pinnedWheels, rebuild, ROOT, writeBuild } from './rebuild.js';
import { refuseDamaged } from './source-data.js';
import { fetchSources } from './source-wheels.js';

const pinned = fetchSources(pinnedWheels());
const isNewest = process.argv.includes('--newest');
const sources = isNewest ? fetchSources({}) : pinned;
if (isNewest) for (const name of ['maigret', 'sherlock'] as const) refuseDamaged(name, pinned[name].pack.json, sources[name].pack.json);
const built = rebuild(sources);
if (isNewest) {
  const line = ({ name, reason }: { readonly name: string; readonly reason: string }): string => `newly refused: ${name}: ${reason}`;
  const known = new Set(rebuild(pinned).result.refused.map(line));
  for (const refusal of built.result.refused.map(line)) if (!known.has(refusal)) console.log(refusal);
}
writeBuild(built, ROOT);
console.log(importReportLines(built.result).join('\n'));
console.log(`wrote ${[...built.files.keys()].join(', ')}`);
