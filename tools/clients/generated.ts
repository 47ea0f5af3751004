/** Generating once for a state of the sources: several processes may want the same client at the same time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';
import { exclusively } from '../embedded/exclusively.js';

const CACHE = path.join(PROJECT_ROOT, 'node_modules/.cache');
/** What the generated parts are made of. */
const SOURCES = ['docs/openapi.json', 'package.json', 'tools/clients', 'clients/python/src/footprint_client/_async_client.py'];

/** @param made the file or folder that `make` writes; it is left alone while it is of the present sources */
export async function generateOnce(made: string, make: () => Promise<void>): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const stamp = path.join(CACHE, `client-${path.relative(PROJECT_ROOT, made).replaceAll('/', '-')}`);
  const digest = digestOf(SOURCES.flatMap((name) => filesIn(path.join(PROJECT_ROOT, name))));
  const isPresent = () => existsSync(made) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
  await exclusively(`${stamp}.lock`, async () => {
    if (isPresent()) return;
    await make();
    writeFileSync(stamp, digest);
  });
}

const filesIn = (file: string): string[] =>
  statSync(file).isDirectory() ? readdirSync(file).flatMap((name) => filesIn(path.join(file, name))) : [file];

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
