import { statSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { builtPages, metafileOf } from '../../support/dashboard/built-pages.js';

/** Issue of the dashboard: gzip, in bytes. */
const FIRST_LOAD = 150_000;
const FURTHER_PAGE = 40_000;
const SOURCE = 'src/dashboard/';

type Output = Metafile['outputs'][string];

describe('the size of the pages, compressed by gzip', async () => {
  const folder = await builtPages();
  const { inputs, outputs } = metafileOf(folder);

  /** Output of an entry, or of a module that is imported when it is needed. */
  function outputOf(source: string): string {
    const [name] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
    if (name === undefined) throw new Error(`no part begins with ${source}`);
    return name;
  }

  /** What is loaded with an output; `all`: also what it loads when that is needed, map data apart. */
  function loadedWith(output: string, which: 'at once' | 'all', found = new Set<string>()): Set<string> {
    const about = outputs[output];
    if (!about || found.has(output) || isMapData(about)) return found;
    found.add(output);
    for (const { path: imported, kind } of about.imports) {
      if (kind === 'import-statement' || (which === 'all' && kind === 'dynamic-import')) loadedWith(imported, which, found);
    }
    return found;
  }

  const isMapData = ({ inputs: parts }: Output): boolean => Object.keys(parts).some((part) => part.includes('node_modules/world-atlas/'));
  const fileOf = (output: string): string => path.join(folder, 'assets', path.basename(output));
  const gzipped = (output: string): number => statSync(`${fileOf(output)}.gz`).size;
  const sum = (names: Iterable<string>): number => [...names].reduce((total, name) => total + gzipped(name), 0);

  const main = outputOf(`${SOURCE}main.tsx`);
  const style = outputs[main]?.cssBundle ?? '';
  const frame = loadedWith(outputOf(`${SOURCE}components/account-shell.tsx`), 'at once', loadedWith(main, 'at once'));
  const pages = (inputs[`${SOURCE}router.tsx`]?.imports ?? [])
    .filter(({ kind, path: imported }) => kind === 'dynamic-import' && imported.startsWith(`${SOURCE}pages/`))
    .map(({ path: imported }) => imported);

  it('there is a part for each page', () => {
    expect(pages.length).toBeGreaterThanOrEqual(17);
  });

  it(`the first load, frame and first page included, is at most ${FIRST_LOAD} bytes`, () => {
    const first = loadedWith(outputOf(`${SOURCE}pages/new-lookup/page.tsx`), 'at once', new Set(frame));
    const size = statSync(path.join(folder, 'index.html.gz')).size + gzipped(style) + sum(first);
    expect(size).toBeLessThanOrEqual(FIRST_LOAD);
    expect(size).toBeGreaterThan(FIRST_LOAD / 3);
  });

  it.each(pages)(`%s adds at most ${FURTHER_PAGE} bytes, with all that it may load later but map data`, (page) => {
    const added = [...loadedWith(outputOf(page), 'all')].filter((name) => !frame.has(name));
    expect(sum(added)).toBeLessThanOrEqual(FURTHER_PAGE);
  });

  it('holds nothing of the service but its domain and its client', () => {
    const isPure =
      /^(src\/(dashboard|engine|facts|kernel\/(values|identity))\/|src\/features\/[^/]+\/([^/]+|report\/[^/]+|v2\/[^/]+)$|src\/kernel\/net\/http-response|clients\/typescript\/|node_modules\/)/;
    const foreign = Object.keys(inputs).filter((name) => !isPure.test(name));
    expect(foreign).toEqual([]);
  });
});
