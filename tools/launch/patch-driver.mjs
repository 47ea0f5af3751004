/** Applies the patch of the database driver to node_modules (docs/adr/0032-driver-patch.md). */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PATCH = path.join('tools', 'launch', 'postgres+3.4.9.patch');

/**
 * Leaves a patched driver as it is; one that was patched half-way is completed.
 * @param {string} root folder of package.json
 * @throws Error when the driver is another release, so that an upgrade requires a look at the patch
 */
export async function patchDriver(root) {
  if (!existsSync(path.join(root, 'node_modules', 'postgres'))) return;
  // Not before the dependencies are installed.
  const { applyPatch, parsePatch, reversePatch } = await import('diff');
  for (const change of parsePatch(readFileSync(path.join(root, PATCH), 'utf8'))) {
    const name = change.newFileName.replace('b/', '');
    const file = path.join(root, name);
    const before = readFileSync(file, 'utf8');
    if (applyPatch(before, reversePatch(change)) !== false) continue;
    const after = applyPatch(before, change);
    if (after === false) throw new Error(`${name} is not the release for which ${PATCH} was made.`);
    // Replaced atomically: another process may be loading it.
    writeFileSync(`${file}.${process.pid}`, after);
    renameSync(`${file}.${process.pid}`, file);
  }
}
