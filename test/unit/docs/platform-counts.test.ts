import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (page: string) => readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
const number = (text: string | undefined) => Number(text?.replace(',', ''));

test('README.md has the counts of docs/platforms.md: platforms by e-mail and username, what may deny, with and without a control account', () => {
  const page = read('docs/platforms.md');
  const row = (title: string) => new RegExp(`\\| ${title} +\\| (\\d+) +\\| (\\d+) +\\| (\\d+) +\\|`).exec(page)?.slice(1).map(Number);
  const [, email, username] = /than a username: ([\d,]+) against ([\d,]+)\./.exec(read('README.md')) ?? [];
  const [, denies, more] = /most rules only confirm: (\d+) may answer "not registered", (\d+) more/.exec(read('README.md')) ?? [];
  const [shipped, mayDeny, withAccount] = ['shipped', 'may deny', 'with a control account'].map(row);
  expect([email, username].map(number)).toEqual([shipped?.[0], shipped?.[2]]);
  expect([denies, more].map(number)).toEqual([mayDeny?.[0], withAccount?.[0]]);
  const [, received] = /Of (\d+) further sites nothing but a breach tells/.exec(read('README.md')) ?? [];
  expect(received).toBe(/Sites of which only a breach tells \(`breached-sites.json`\): (\d+)\./.exec(page)?.[1]);
});
