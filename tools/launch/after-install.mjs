/**
 * What the project needs besides npm's packages: the patch of the driver, and the files that are made of committed ones and not committed
 * themselves. `postinstall`, and before every command of package.json (tools/launch/with-dependencies.mjs).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { patchDriver } from './patch-driver.mjs';

/** `from`: what the file depends on, its maker too; `text` is loaded only when one of these has changed. */
const GENERATED = [
  {
    file: 'clients/typescript/schema.d.ts',
    from: ['docs/openapi.json', 'tools/clients/client-types.mjs', 'node_modules/openapi-typescript/package.json'],
    text: async (root) => (await import('../clients/client-types.mjs')).clientTypes(root),
  },
];

/** @param {string} root folder of package.json @throws what `patchDriver` or a maker throws */
export async function afterInstall(root) {
  await patchDriver(root);
  await makeGenerated(root);
}

/**
 * Leaves a file of the present sources as it is; one whose sources are not there, as in the image, is left out.
 * @param {string} root folder of package.json
 */
export async function makeGenerated(root) {
  for (const { file, from, text } of GENERATED) {
    const target = path.join(root, file);
    const sources = from.map((name) => path.join(root, name));
    if (!sources.every((source) => existsSync(source))) continue;
    const hash = createHash('sha256');
    for (const source of sources) hash.update(readFileSync(source));
    const head = `// Of ${from.join(', ')}: ${hash.digest('hex')}\n`;
    const isMade = () => existsSync(target) && readFileSync(target, 'utf8').startsWith(head);
    if (isMade()) continue;
    const made = await text(root);
    // Another process may have made it meanwhile, and be reading it: left alone, or replaced atomically.
    if (isMade()) continue;
    writeFileSync(`${target}.${process.pid}`, head + made);
    renameSync(`${target}.${process.pid}`, target);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await afterInstall(path.resolve(path.dirname(process.argv[1]), '..', '..'));
