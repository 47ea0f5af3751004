/**
 * `npm run mutants [-- AREA …]`: changes the product one token at a time, and counts the changes that an area's tests do not notice.
 *
 * What nothing notices is a test that is missing, code that does nothing, or a change without an effect: `mutants/accepted.json` lists the
 * last, with the reasons. Fails when an area notices fewer than 90 %, and when that list names a change that is noticed or gone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './bench/stats.js';
import { PROJECT_ROOT } from './checks/tool.js';
import { AREAS, inWords, LEAST_NOTICED } from './mutants/areas.js';
import { tryArea } from './mutants/trials.js';

const areas = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(AREAS);
const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8');
/** Reasons why changes have no effect, each with the changes that it is about. */
const accepted: Record<string, string[]> = JSON.parse(read('tools/mutants/accepted.json'));
const acceptedMutants = Object.values(accepted).flat();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const rows: string[][] = [];
const stale = new Set(acceptedMutants);
for (const name of areas) {
  const area = AREAS[name];
  if (!area) throw new Error(`There is no area "${name}": ${Object.keys(AREAS).join(', ')}.`);
  const started = performance.now();
  const { mutants, survivors, upset } = await tryArea(name, area);
  const named = survivors.map((mutant) => ({ line: mutant.location.start.line + 1, words: inWords(mutant, read(mutant.fileName)) }));
  const unexplained = named.filter(({ words }) => !acceptedMutants.includes(words));
  for (const { words } of named) stale.delete(words);
  for (const { line, words } of unexplained) say(`  not noticed: ${line} ${words}`);
  for (const test of upset) say(`  upset by an earlier change, so not counted: ${test}`);
  const share = 1 - survivors.length / mutants.length;
  const counts = [mutants.length, mutants.length - survivors.length, named.length - unexplained.length].map(String);
  rows.push([name, ...counts, `${(share * 100).toFixed(1)} %`, `${Math.round((performance.now() - started) / 60_000)} min`]);
  if (share < LEAST_NOTICED) process.exitCode = 1;
}
say(`\n${table(['area', 'changes', 'noticed', 'without effect', 'share noticed', 'time'], rows)}`);
if (areas.length === Object.keys(AREAS).length && stale.size > 0) {
  say(`\nIn accepted.json, but noticed or gone:\n  ${[...stale].join('\n  ')}`);
  process.exitCode = 1;
}
