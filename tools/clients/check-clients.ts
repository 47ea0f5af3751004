/**
 * `npm run check:clients`: generates the client of each language that this machine can build, checks it, and compares what it offers with
 * what is committed; then whether the document breaks clients of released versions. `-- --write` commits to what the clients offer now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { passes, PROJECT_ROOT } from '../checks/tool.js';
import { breakingChanges } from './breaking-changes.js';
import type { ClientTool } from './client.js';
import { writeClientDigest } from './digest.js';
import { CLIENTS } from './clients.js';

const isWriting = process.argv.includes('--write');

async function faultsOf(tool: ClientTool): Promise<readonly string[]> {
  await tool.generate();
  const faults = await tool.check();
  if (faults.length > 0) return faults;
  const file = path.join(PROJECT_ROOT, 'clients', tool.name, 'surface.txt');
  const surface = await tool.surface();
  if (isWriting) writeFileSync(file, surface);
  else if (surface !== readFileSync(file, 'utf8'))
    return [`clients/${tool.name}/surface.txt is not what the client offers: review it with -- --write`];
  return [];
}

let isWhole = true;
let isGood = true;
for (const tool of CLIENTS) {
  const missing = await tool.missing();
  if (missing === null) isGood = (await passes({ name: tool.name, run: () => faultsOf(tool) })) && isGood;
  else {
    isWhole = false;
    process.stdout.write(`  - ${tool.name} is left out: ${missing}\n`);
  }
}
isGood = (await passes({ name: 'changes that break clients of released versions', run: () => breakingChanges() })) && isGood;
if (isGood && isWhole && isWriting) writeClientDigest();
process.exitCode = isGood ? 0 : 1;
