/** Writes every file that is generated from the source: `npm run docs`. A test fails when it was forgotten. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';
import { generatedFiles } from './generated-files.js';
import { makeGenerated } from '../launch/generated.mjs';

for (const [name, text] of Object.entries(await generatedFiles())) {
  const file = path.join(PROJECT_ROOT, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`  ${name}\n`);
}
await makeGenerated(PROJECT_ROOT);
