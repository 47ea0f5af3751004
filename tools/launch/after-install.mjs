/** `postinstall`: what the project needs besides npm's packages, the patch of the driver and the files that are made of committed ones. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { patchDriver } from './patch-driver.mjs';

const root = path.resolve(path.dirname(process.argv[1]), '..', '..');
await patchDriver(root);
// An image is built without them: it has no use for types.
const generated = path.join(root, 'tools', 'launch', 'generated.mjs');
if (existsSync(generated)) await (await import(pathToFileURL(generated).href)).makeGenerated(root);
