/**
 * The types that are made of committed files and not committed themselves: at installation, and before every tool of package.json
 * (tools/launch/with-dependencies.mjs). Programs run without them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MAKER = 'tools/clients/client-types.mjs';
const PACKAGE = 'node_modules/openapi-typescript/package.json';
const PAGE_TYPES = 'tools/docs/page-types.ts';
/** Part of `src`, and not read by what the service is. */
const DASHBOARD = 'dashboard';

/** `from`: what the file depends on, its maker too; `text` is called only when one of these has changed. */
const GENERATED = [
  {
    file: 'clients/typescript/schema.d.ts',
    from: ['docs/openapi.json', MAKER, PACKAGE],
    text: async (root) => (await import('../clients/client-types.mjs')).clientTypes(root),
  },
  { file: 'src/dashboard/client/page-operations.d.ts', from: ['src', PAGE_TYPES, MAKER, PACKAGE], text: pageTypes },
];

/**
 * Leaves a file of the present sources as it is; one whose sources are not there, as in an installation for production, is left out. One that
 * cannot be made, since a source does not compile, stays as it is too: the check of types says why.
 * @param {string} root folder of package.json
 */
export async function makeGenerated(root) {
  for (const { file, from, text } of GENERATED) {
    const target = path.join(root, file);
    const sources = from.map((name) => path.join(root, name));
    if (!sources.every((source) => existsSync(source))) continue;
    const hash = createHash('sha256');
    for (const source of sources.flatMap(filesOf)) hash.update(readFileSync(source));
    const head = `// Of ${from.join(', ')}: ${hash.digest('hex')}\n`;
    const isMade = () => existsSync(target) && readFileSync(target, 'utf8').startsWith(head);
    if (isMade()) continue;
    try {
      const made = await text(root);
      // Another process may have made it meanwhile, and be reading it: left alone, or replaced atomically.
      if (isMade()) continue;
      writeFileSync(`${target}.${process.pid}`, head + made);
      renameSync(`${target}.${process.pid}`, target);
    } catch (error) {
      process.stderr.write(`  ${file} is not made anew: ${error.message}\n`);
    }
  }
}

function filesOf(source) {
  if (!statSync(source).isDirectory()) return [source];
  const names = readdirSync(source, { recursive: true }).filter((name) => /\.(ts|json)$/.test(name) && !name.startsWith(DASHBOARD));
  return names.sort().map((name) => path.join(source, name));
}

/** Bundled first: through tsx the some four hundred modules of the routes take twice as long. */
async function pageTypes(root) {
  const { build } = await import('esbuild');
  const outfile = path.join(root, 'node_modules', '.cache', `footprint-page-types-${randomBytes(6).toString('hex')}.mjs`);
  mkdirSync(path.dirname(outfile), { recursive: true });
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [PAGE_TYPES],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
    });
    return await (await import(pathToFileURL(outfile).href)).pageTypes();
  } finally {
    rmSync(outfile, { force: true });
  }
}
