import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';
import { EVENT_TYPES } from '../../../src/features/webhooks/event-types.js';
import { generatedFiles } from '../../../tools/docs/generated-files.js';

const FILES = await generatedFiles();

it.each(Object.keys(FILES))('%s is what the source says; else run `npm run docs`', (name) => {
  expect(readFileSync(path.join(PROJECT_ROOT, name), 'utf8')).toBe(FILES[name]);
});

it('docs/webhooks.md has one row for each type of event', () => {
  const rows = [...(FILES['docs/webhooks.md'] ?? '').matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, type]) => type);
  expect(rows).toEqual(EVENT_TYPES);
});
