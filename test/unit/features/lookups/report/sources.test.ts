import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceText } from '../../../../../src/features/lookups/report/labels.js';
import { reportHtml } from '../../../../../src/features/lookups/report/report-html.js';
import { FINISHED_V2 } from '../../../../../src/features/lookups/routes/shared/v2/examples.js';

const LISTED = readFileSync(new URL('../../../../../docs/sources.md', import.meta.url), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm);

it('every source has a name for readers', () => {
  const names = [...LISTED].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => sourceText(name) === name)).toEqual([]);
  expect(sourceText('of-a-later-release')).toBe('of-a-later-release');
});

it('a report names a source that did not answer in words, and its days as people write them', () => {
  const [email] = FINISHED_V2.modules.email ?? [];
  if (!email) throw new Error('the example has no e-mail finding');
  const sources = [{ ...email.sources[0], source: 'mail-dns', failure: 'timeout' as const }];
  const report = reportHtml({ ...FINISHED_V2, modules: { ...FINISHED_V2.modules, email: [{ ...email, sources }] } } as typeof FINISHED_V2);
  expect(report).toContain('<li>DNS of the mail domain did not answer in time');
  expect(report).not.toMatch(/mail-dns|>\d{4}-\d\d-\d\d/);
});
