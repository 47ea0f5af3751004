#!/usr/bin/env node
/** `npx footprint`: in a checkout a bundle of its sources, made when they changed, after its dependencies; else the built program. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleFile, readyBundle, runBundle } from './program.mjs';
import { dependenciesReady, entryArgs, launch, nodeComplaint } from './with-dependencies.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const built = path.join(root, 'dist', 'src', 'main', 'cli.js');
// A checkout has both once it was built by hand; its source is what its owner is editing.
const source = path.join(root, 'src', 'main', 'cli.ts');

if (!existsSync(source)) await import(pathToFileURL(built).href);
else if (!nodeComplaint() && existsSync(bundleFile(root, 'cli'))) await runBundle(bundleFile(root, 'cli'));
else if (!(await dependenciesReady())) process.exitCode = 1;
else {
  const bundle = await readyBundle(root, 'cli');
  if (bundle) await runBundle(bundle);
  // Files named on the command line are relative to where it was typed.
  else process.exitCode = await launch(entryArgs(source, process.argv.slice(2)), { cwd: process.cwd() });
}
