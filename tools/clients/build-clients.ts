/** `npm run build:clients [language …]`: the archives that would be published, in dist/clients. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';
import { CLIENTS } from './clients.js';

const folder = path.join(PROJECT_ROOT, 'dist/clients');
const names = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const tool of CLIENTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const missing = await tool.missing();
  if (missing !== null) {
    process.stdout.write(`  ${tool.name} is left out: ${missing}\n`);
    continue;
  }
  await tool.generate();
  for (const file of await tool.build(folder)) process.stdout.write(`  ${path.relative(PROJECT_ROOT, file)}\n`);
}
