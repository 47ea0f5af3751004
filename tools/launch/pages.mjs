/**
 * The pages of the dashboard as files that the API serves: bundled in parts that a page loads when it is opened, named after their
 * content, compressed ahead.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ENTRY = 'src/dashboard/main.tsx';
/** Where the pages load their parts from. */
const PUBLIC_PATH = '/dashboard/assets/';
const COMPRESSIBLE = /\.(js|css|html|json|svg|txt)$/;

/**
 * @param {string} root folder of package.json
 * @param {string} outdir made anew: `index.html`, and below `assets/` what never changes under its name
 * @param {{ quick?: boolean }} [options] `quick`: compressed as little as possible, for pages that soon change again
 * @returns what went into each part, as esbuild's metafile
 * @throws when the sources cannot be compiled
 */
export async function buildPages(root, outdir, { quick = false } = {}) {
  const { build } = await import('esbuild');
  rmSync(outdir, { recursive: true, force: true });
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { main: ENTRY },
    outdir: path.join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: PUBLIC_PATH,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    minify: true,
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'file' },
    metafile: true,
    write: false,
    logLevel: 'silent',
    tsconfig: 'src/dashboard/tsconfig.json',
  });
  mkdirSync(path.join(outdir, 'assets'), { recursive: true });
  const html = pageOf(root, metafile, outdir);
  const files = [...outputFiles, { path: path.join(outdir, 'index.html'), contents: Buffer.from(html) }];
  await Promise.all(files.map(({ path: file, contents }) => writeCompressed(file, contents, quick)));
  return metafile;
}

/** The page that loads the entry, and at once whatever the entry imports: else each import is found only when its parent is there. */
function pageOf(root, { outputs }, outdir) {
  const [main, { imports, cssBundle }] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  const urlOf = (output) => PUBLIC_PATH + path.relative(path.join(outdir, 'assets'), path.resolve(root, output));
  const parts = [...reachable(outputs, imports)].map((output) => `<link rel="modulepreload" href="${urlOf(output)}">`);
  const head = [
    `<link rel="stylesheet" href="${urlOf(cssBundle)}">`,
    ...parts,
    `<script type="module" src="${urlOf(main)}"></script>`,
  ].join('\n    ');
  return readFileSync(path.join(root, 'src', 'dashboard', 'index.html'), 'utf8').replace('<!-- parts -->', head);
}

function reachable(outputs, imports, found = new Set()) {
  for (const { path: output, kind } of imports) {
    if (kind !== 'import-statement' || found.has(output) || !outputs[output]) continue;
    found.add(output);
    reachable(outputs, outputs[output].imports, found);
  }
  return found;
}

async function writeCompressed(file, contents, quick) {
  writeFileSync(file, contents);
  if (!COMPRESSIBLE.test(file)) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 0 : 11 } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(contents, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(contents, { level: quick ? 1 : 9 }));
}
