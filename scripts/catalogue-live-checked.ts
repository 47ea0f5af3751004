/**
 * Enters the days of a live check into the platform files: `npx tsx scripts/catalogue-live-checked.ts REPORT`, where REPORT is
 * what `footprint catalogue check --live --report` wrote. Commit the report with the files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveReport } from '../src/cli/live-check.js';
import { enterLiveChecks } from './catalogue/live-checked.js';
import { ROOT } from './catalogue/rebuild.js';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('name the report: npx tsx scripts/catalogue-live-checked.ts REPORT');
const report = JSON.parse(readFileSync(path, 'utf8')) as LiveReport;
for (const folder of ['curated', 'site-software']) {
  for (const name of readdirSync(join(ROOT, 'catalogue', folder)).filter((each) => each.endsWith('.json'))) {
    const file = join(ROOT, 'catalogue', folder, name);
    const before = readFileSync(file, 'utf8');
    const { text, lacking } = enterLiveChecks(before, report);
    if (text !== before) writeFileSync(file, text);
    for (const type of lacking) console.log(`${folder}/${name}: the ${type} rule passed its control but has no \`provenance\` to date`);
  }
}
