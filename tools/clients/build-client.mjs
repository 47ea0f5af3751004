/** Compiles the TypeScript client to clients/typescript/dist: ESM with types, for plain Node and for bundlers. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeGenerated } from '../launch/generated.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = path.join(root, 'clients/typescript');
const dist = path.join(client, 'dist');

rmSync(dist, { recursive: true, force: true });
await makeGenerated(root);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', path.join(client, 'tsconfig.build.json')], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
// The compiler reads declaration files (.d.ts) but does not emit them.
copyFileSync(path.join(client, 'schema.d.ts'), path.join(dist, 'schema.d.ts'));
