import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (page: string) => readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');

test('README.md says that no platform takes phone numbers exactly as long as none does', () => {
  const [, phone = ''] = /^\| in all \| \d+ \| \d+ \| (\d+) \|/m.exec(read('docs/platforms.md')) ?? [];
  expect(read('README.md').includes('No platform takes phone numbers yet')).toBe(Number.parseInt(phone, 10) === 0);
});
