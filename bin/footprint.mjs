#!/usr/bin/env node
/** `npx footprint`: the built program where there is one (the image), else the source, after its dependencies. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryArgs, launch } from '../scripts/with-dependencies.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = path.join(root, 'dist', 'src', 'bin', 'cli.js');
// A checkout has both once it was built by hand; its source is what its owner is editing.
const source = path.join(root, 'src', 'bin', 'cli.ts');
const args = process.argv.slice(2);
// Files named on the command line are relative to where it was typed.
const cwd = process.cwd();

if (existsSync(source)) process.exitCode = await launch(entryArgs(source, args), { cwd });
else {
  const { runNode } = await import('../scripts/launch/run.mjs');
  process.exitCode = await runNode([built, ...args], { cwd });
}
