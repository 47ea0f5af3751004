/** Every command of README.md and CONTRIBUTING.md, in a clean clone. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LookupBody } from '../../support/http/lookup-body.js';
import { clientOf } from '../../support/service.js';
import { type Clone, cloneHead } from '../../support/commands/clean-clone.js';
import { type DocumentedCommand, documentedCommands } from '../../support/commands/documented-commands.js';
import { exceptionFor, isStart, NOT_RUN, runDocumented } from '../../support/commands/run-documented.js';
import { type StartedStack, startStackBy } from '../../support/commands/started-stack.js';

const PAGES = ['README.md', 'CONTRIBUTING.md'];
/** Mistakes that a page may get, each in a command of its own; a reader would stumble over every one of them. */
const PLANTED: readonly (readonly [right: string, wrong: string])[] = [
  ['/v1/lookup?wait=true', '/v1/lookups?wait=true'],
  ['lookup robinsample --deep', 'lookup robinsample --depe'],
  ['npm run bench', 'npm run benchmark'],
  ['catalogue check --live --platform', 'catalogue check --live --plattform'],
  ['vitest run test/catalogue', 'vitest run test/catalog'],
];

let clone: Clone;
let stack: StartedStack | null = null;
beforeAll(() => {
  clone = cloneHead();
  writeFileSync(path.join(clone.dir, 'leak.csv'), 'email,breach,date\nrobin.sample@example.com,Example,2024-05-01\n');
  writeFileSync(path.join(clone.dir, 'people.csv'), 'ref,username\ncustomer 1,robinsample\n');
});
afterAll(async () => {
  await stack?.stop();
  clone.remove();
});

/** @param change made to each page before it is read */
function commands(change: (text: string) => string = (text) => text): DocumentedCommand[] {
  return PAGES.flatMap((page) => documentedCommands(page, change(readFileSync(path.join(clone.dir, page), 'utf8'))));
}

test('every command that README.md and CONTRIBUTING.md show works in a clean clone, in their order', async () => {
  const findings: string[] = [];
  for (const command of commands()) {
    if (!isStart(command.text)) {
      findings.push(...[await runDocumented(command, clone, stack)].filter((each) => each !== null));
      continue;
    }
    const problem = await stack?.stop();
    if (problem) findings.push(problem);
    stack = await startStackBy(command.text, clone);
    const shown = await runDocumented({ at: `shown by ${command.text}`, text: stack.shown }, clone, stack);
    if (shown) findings.push(shown);
  }
  expect(findings).toEqual([]);
  expect(stack).not.toBeNull();
}, 600_000);

test('the example answer in README.md has the fields of a real one, and its figures but for what a busy machine omits', async () => {
  const page = readFileSync(path.join(clone.dir, 'README.md'), 'utf8');
  const example = JSON.parse(/```json\n([^`]+)```/.exec(page)?.[1] ?? '') as LookupBody;
  const { body } = await clientOf(stack?.apiUrl ?? '')('POST', '/v1/lookup?wait=true', {
    key: stack?.key ?? '',
    body: { query: example.query },
  });
  const real: LookupBody = body;
  expect(Object.keys(real).sort()).toEqual(Object.keys(example).sort());
  expect(Object.keys(real.results[0] ?? {}).sort()).toEqual(Object.keys(example.results[0] ?? {}).sort());
  for (const figure of ['platformsChecked', 'matches', 'socialMatches'] as const) {
    expect(
      Math.abs(real[figure] / example[figure] - 1),
      `${figure}: ${real[figure]} of this run, ${example[figure]} in README.md`,
    ).toBeLessThan(0.1);
  }
  expect(real.hits).toEqual(expect.arrayContaining(example.hits.filter((slug) => slug !== '…')));
});

test('what is shown but not run is still shown', () => {
  const shown = commands();
  expect(NOT_RUN.filter((exception) => !shown.some(({ text }) => exceptionFor(text) === exception)).map(({ matches }) => matches)).toEqual(
    [],
  );
});

test.each(PLANTED)('a page that says `%s` wrongly (`%s`) is found out', async (right, wrong) => {
  const as = new Set(commands().map(({ text }) => text));
  const changed = commands((text) => text.replace(right, wrong)).filter(({ text }) => !as.has(text));
  expect(changed).toHaveLength(1);
  const finding = await runDocumented(changed[0] as DocumentedCommand, clone, stack);
  expect(finding).toMatch(/^(?:README|CONTRIBUTING)\.md:\d+: /);
});

test('Ctrl-C ends what the pages started, and nothing is left running', async () => {
  expect(await stack?.stop()).toBeNull();
  stack = null;
});
