/**
 * `npm run check:clients`: generates the client of each language that this machine can build, checks it, and compares what it offers with
 * what is committed; then whether the document breaks clients of released versions. `-- --write` commits to what the clients offer now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import picocolors from 'picocolors';
import { PROJECT_ROOT } from '../checks/tool.js';
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

async function report(name: string, check: () => Promise<readonly string[]>): Promise<boolean> {
  const faults = await check().catch((error: Error) => [error.message]);
  process.stdout.write(`  ${faults.length === 0 ? picocolors.green('✔') : picocolors.red('✖')} ${name}\n`);
  for (const fault of faults) process.stdout.write(`${fault.replace(/^/gm, '      ')}\n`);
  return faults.length === 0;
}

let isWhole = true;
let isGood = true;
for (const tool of CLIENTS) {
  const missing = await tool.missing();
  if (missing === null) isGood = (await report(tool.name, () => faultsOf(tool))) && isGood;
  else {
    isWhole = false;
    process.stdout.write(`  - ${tool.name} is left out: ${missing}\n`);
  }
}
isGood = (await report('changes that break clients of released versions', () => breakingChanges())) && isGood;
if (isGood && isWhole && isWriting) writeClientDigest();
process.exitCode = isGood ? 0 : 1;
