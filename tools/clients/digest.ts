/** Which document the clients were checked with: generators are slow, and the document seldom changes its shape. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Findings, PROJECT_ROOT } from '../checks/tool.js';

const CHECKED = path.join(PROJECT_ROOT, 'clients/checked.json');
/** What no generator makes anything of that can fail. */
const TEXTS = new Set(['description', 'summary', 'title']);

/** SHA-256 of the document without its texts. */
export function documentDigest(file = path.join(PROJECT_ROOT, 'docs/openapi.json')): string {
  const text = readFileSync(file, 'utf8');
  const shape = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'examples' || (TEXTS.has(key) && typeof value === 'string') ? undefined : value,
  );
  return createHash('sha256').update(shape).digest('hex');
}

export function writeClientDigest(): void {
  writeFileSync(CHECKED, `${JSON.stringify({ document: documentDigest() }, null, 2)}\n`);
}

export function checkClientDigest(): Findings {
  const { document } = JSON.parse(readFileSync(CHECKED, 'utf8')) as { document: string };
  return document === documentDigest()
    ? []
    : ['docs/openapi.json has changed since the clients were checked: npm run check:clients -- --write'];
}
