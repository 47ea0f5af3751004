/**
 * `npm run mutants [-- AREA …]`: changes the product one token at a time, and counts the changes that an area's tests do not notice.
 *
 * What nothing notices is a test that is missing, code that does nothing, or a change without an effect: `mutants/accepted.json` lists the
 * last, with the reasons. Fails when an area notices fewer than 90 %, and when that list names a change that is noticed or gone.
 * Later runs try again what a change of the code or of a test may have changed; `--force` tries everything again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { table } from './bench/stats.js';
import { PROJECT_ROOT } from './checks/tool.js';
import { AREAS, inWords, isNoticed, LEAST_NOTICED, type Mutant, OBSERVED, tally } from './mutants/areas.js';

const { values, positionals } = parseArgs({ options: { force: { type: 'boolean', default: false } }, allowPositionals: true });
const areas = positionals.length > 0 ? positionals : Object.keys(AREAS);

/** Reasons why changes have no effect, each with the changes that it is about. */
const accepted: Record<string, string[]> = JSON.parse(readFileSync(join(PROJECT_ROOT, 'tools/mutants/accepted.json'), 'utf8'));
const acceptedMutants = Object.values(accepted).flat();

/** What was not noticed is tried again: Stryker does not see new tests of what runs when a module is loaded. */
function forgetUnnoticed(file: string): void {
  if (!existsSync(file)) return;
  const report: { files: Record<string, { mutants: Pick<Mutant, 'status'>[] }> } = JSON.parse(readFileSync(file, 'utf8'));
  for (const each of Object.values(report.files)) each.mutants = each.mutants.filter(isNoticed);
  writeFileSync(file, JSON.stringify(report));
}

/** Everything stays on this machine: no report is uploaded, and what is written is below `.footprint`, which git ignores. */
async function mutantsOf(area: string): Promise<readonly Mutant[]> {
  const found = AREAS[area];
  if (!found) throw new Error(`There is no area "${area}": ${Object.keys(AREAS).join(', ')}.`);
  const incrementalFile = join(PROJECT_ROOT, `.footprint/mutants-${area}.json`);
  forgetUnnoticed(incrementalFile);
  process.env['MUTANTS_TESTS'] = JSON.stringify(found.tests.map((folder) => `${folder}/**/*.test.ts`));
  return new Stryker({
    mutate: [found.changed, `!${OBSERVED}`],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(PROJECT_ROOT, 'tools/mutants/declared.mjs')],
    ignorers: ['declared'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Much longer than any test takes: a busy machine does not count as a noticed change. An endless loop is counted, not waited for.
    timeoutMS: 30_000,
    tempDirName: `.footprint/mutants/${area}`,
    // The rest is copied: a test whose file cannot be loaded would be left out without a word.
    ignorePatterns: ['.footprint', 'dist', 'test-results'],
    incremental: true,
    incrementalFile,
    force: values.force,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    warnings: false,
  }).runMutationTest();
}

const rows: string[][] = [];
const stale = new Set(acceptedMutants);
for (const area of areas) {
  const mutants = await mutantsOf(area);
  const { tried, survivors, share } = tally(mutants);
  const named = survivors.map((mutant) => inWords(mutant, readFileSync(mutant.fileName, 'utf8')));
  const unexplained = named.filter((name) => !acceptedMutants.includes(name));
  for (const name of named) stale.delete(name);
  for (const name of unexplained) process.stdout.write(`  not noticed: ${name}\n`);
  rows.push([area, ...[tried, tried - survivors.length, named.length - unexplained.length].map(String), `${(share * 100).toFixed(1)} %`]);
  if (share < LEAST_NOTICED) process.exitCode = 1;
}
process.stdout.write(`\n${table(['area', 'changes', 'noticed', 'without effect', 'share noticed'], rows)}\n`);
if (areas.length === Object.keys(AREAS).length && stale.size > 0) {
  process.stdout.write(`\nIn accepted.json, but noticed or gone:\n  ${[...stale].join('\n  ')}\n`);
  process.exitCode = 1;
}
