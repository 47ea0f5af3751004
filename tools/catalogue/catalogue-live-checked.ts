/**
 * Enters the days of live checks into the platform files: `npx tsx tools/catalogue/catalogue-live-checked.ts REPORT…`, where each REPORT is
 * what one operator's `footprint catalogue check --live --report` wrote. Commit the reports with the files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeReports, parseLiveReports } from '../../src/engine/controls/live-report.js';
import { enterLiveChecks } from './live-checked.js';
import { ROOT } from './rebuild.js';

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('name the reports: npx tsx tools/catalogue/catalogue-live-checked.ts REPORT…');
const controls = mergeReports(parseLiveReports(paths.map((path) => [path, readFileSync(path, 'utf8')])));
for (const folder of ['curated', 'site-software']) {
  for (const name of readdirSync(join(ROOT, 'catalogue', folder)).filter((each) => each.endsWith('.json'))) {
    const file = join(ROOT, 'catalogue', folder, name);
    const before = readFileSync(file, 'utf8');
    const { text, lacking } = enterLiveChecks(before, controls);
    if (text !== before) writeFileSync(file, text);
    for (const type of lacking) console.log(`${folder}/${name}: the ${type} rule passed its control but has no \`provenance\` to date`);
  }
}
