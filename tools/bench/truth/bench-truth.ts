/**
 * `npm run bench:truth [section …]`: are the answers true, also against other tools on the same sites, and how fast?
 * Prints, writes docs/benchmarks.md, and ends with 1 when a threshold is missed.
 */
import { record } from '../report.js';
import { benchEveryPlatform } from './every-platform.js';
import { benchMatrix } from './matrix.js';
import { type Threshold, thresholdsTable } from './thresholds.js';
import { benchPeers } from './peers-section.js';
import { benchAnswersByEmail } from './answers-by-email.js';
import { benchRedirects } from './redirects.js';

const SECTIONS: Readonly<Record<string, { title: string; run: () => Promise<{ body: string; marks: Threshold[] }> }>> = {
  matrix: { title: 'Truth: every fault on every type of rule', run: benchMatrix },
  peers: { title: 'Truth: side by side with other tools', run: benchPeers },
  reach: { title: 'Truth: answers by e-mail, with control accounts', run: benchAnswersByEmail },
  redirects: { title: 'Truth: what a redirect to the root costs', run: benchRedirects },
  sweep: { title: 'Truth: sweeps of every shipped platform', run: benchEveryPlatform },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) throw new Error(`no such section: ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}`);
let missed = 0;
for (const [name, { title, run }] of Object.entries(SECTIONS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`\n${title} …\n`);
  const { body, marks } = await run();
  const text = `${body}\n\n${thresholdsTable(marks)}`;
  process.stdout.write(`${text}\n`);
  record({ title, command: `npm run bench:truth ${name}`, body: text });
  missed += marks.filter(({ met }) => !met).length;
}
process.exit(missed > 0 ? 1 : 0);
