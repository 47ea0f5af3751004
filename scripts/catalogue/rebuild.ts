/** Makes all files of an imported catalogue from fetched sources and what is in the checkout. Writes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedFiles } from '../../src/catalogue/catalogue-files.js';
import { buildImported } from '../../src/catalogue/importers/build-imported.js';
import { type ImportResult, siteSoftwareFilesIn } from '../../src/catalogue/importers/index.js';
import { countImport, type ImportCounts } from '../../src/catalogue/importers/import-report.js';
import type { SlugMap } from '../../src/catalogue/importers/slugs.js';
import { assembleCatalogue } from '../../src/catalogue/load-catalogue.js';
import { type Fetched, PINS, sha256 } from './source-wheels.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Slugs assigned so far. Part of the source: an assigned slug is never reused for another platform. */
export const SLUGS = 'scripts/catalogue/slugs.json';
/** What the last build read and wrote. */
export const MANIFEST = 'scripts/catalogue/imported.lock.json';
export const IMPORTED = 'catalogue/imported';

/** Manifest of a build: hashes of its inputs and outputs, and the counts. */
export interface BuildManifest {
  readonly inputs: Readonly<Record<string, { readonly version: string; readonly wheel: string; readonly data: string }>>;
  readonly counts: ImportCounts;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Rebuilt {
  /** Path in the checkout to text; the manifest and the slugs included. */
  readonly files: ReadonlyMap<string, string>;
  readonly result: ImportResult;
}

/** Every file of a build, by its path in the checkout. The same for the same sources, site software, curated files and slugs. */
export function rebuild({ maigret, sherlock }: { readonly maigret: Fetched; readonly sherlock: Fetched }): Rebuilt {
  const handMade = shippedFiles(join(ROOT, 'catalogue')).filter(({ kind }) => kind !== 'imported');
  const built = buildImported({
    maigret: maigret.pack,
    sherlock: sherlock.pack,
    siteSoftware: siteSoftwareFilesIn(handMade),
    shipped: assembleCatalogue(handMade).catalogue.platforms,
    slugs: readJson<SlugMap>(SLUGS, {}),
  });
  const files = new Map([...built.files].map(([name, text]) => [`${IMPORTED}/${name}`, text]));
  files.set(`${IMPORTED}/LICENSE-maigret`, maigret.licenceText);
  files.set(`${IMPORTED}/LICENSE-sherlock-project`, sherlock.licenceText);
  const record: BuildManifest = {
    inputs: {
      maigret: { version: PINS.maigret.version, wheel: PINS.maigret.wheel, data: maigret.pack.sha256 },
      'sherlock-project': { version: PINS.sherlock.version, wheel: PINS.sherlock.wheel, data: sherlock.pack.sha256 },
    },
    counts: countImport(built.result),
    outputs: Object.fromEntries([...files].map(([path, text]) => [path, sha256(text)])),
  };
  files.set(MANIFEST, `${JSON.stringify(record, null, 2)}\n`);
  files.set(SLUGS, `${JSON.stringify(built.slugs, null, 1)}\n`);
  return { files, result: built.result };
}

/** A JSON file of the checkout, or the fallback when it is not there yet. */
export function readJson<T>(path: string, fallback: T): T {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  }
}
