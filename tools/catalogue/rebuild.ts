/** Makes all files of an imported catalogue from fetched sources and what is in the checkout. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedFiles } from '../../src/engine/catalogue/catalogue-files.js';
import { buildImported } from '../importers/build-imported.js';
import { type ImportResult, siteSoftwareFilesIn } from '../importers/index.js';
import { countImport, type ImportCounts } from '../importers/import-report.js';
import type { SlugMap } from '../importers/slugs.js';
import { assembleCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { sha256 } from '../data/wheel.js';
import type { SourceName } from './source-data.js';
import { type Fetched, PACKAGES, type Sources } from './source-wheels.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Slugs assigned so far. Part of the source: an assigned slug is never reused for another platform. */
export const SLUGS = 'tools/catalogue/slugs.json';
/** What the last build read and wrote. */
export const MANIFEST = 'tools/catalogue/imported.lock.json';
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
  /** Platforms of hand-made files. */
  readonly shipped: readonly Platform[];
}

/** Versions and hashes of the packages from which the files in the checkout were made. */
export function pinnedWheels(): Record<SourceName, { readonly version: string; readonly sha256: string }> {
  const { inputs } = readJson<Pick<BuildManifest, 'inputs'>>(MANIFEST, { inputs: {} });
  const pin = (source: SourceName) => {
    const input = inputs[PACKAGES[source].name];
    if (input === undefined) throw new Error(`${MANIFEST} pins no version of ${source}`);
    return { version: input.version, sha256: input.wheel };
  };
  return { maigret: pin('maigret'), sherlock: pin('sherlock') };
}

/** Writes a build below a folder, and removes imported files that are no part of it. */
export function writeBuild({ files }: Pick<Rebuilt, 'files'>, root: string): void {
  for (const path of files.keys()) mkdirSync(dirname(join(root, path)), { recursive: true });
  for (const name of readdirSync(join(root, IMPORTED))) if (!files.has(`${IMPORTED}/${name}`)) rmSync(join(root, IMPORTED, name));
  for (const [path, text] of files) writeFileSync(join(root, path), text);
}

/** Every file of a build, by its path in the checkout. The same for the same sources, site software, curated files and slugs. */
export function rebuild({ maigret, sherlock }: Sources): Rebuilt {
  const handMade = shippedFiles(join(ROOT, 'catalogue')).filter(({ kind }) => kind !== 'imported');
  const shipped = assembleCatalogue(handMade).catalogue.platforms;
  const built = buildImported({
    maigret: maigret.pack,
    sherlock: sherlock.pack,
    siteSoftware: siteSoftwareFilesIn(handMade),
    shipped,
    slugs: readJson<SlugMap>(SLUGS, {}),
  });
  const files = new Map([...built.files].map(([name, text]) => [`${IMPORTED}/${name}`, text]));
  files.set(`${IMPORTED}/LICENSE-maigret`, maigret.licenceText);
  files.set(`${IMPORTED}/LICENSE-sherlock-project`, sherlock.licenceText);
  const record: BuildManifest = {
    inputs: { [maigret.pack.name]: inputOf(maigret), [sherlock.pack.name]: inputOf(sherlock) },
    counts: countImport(built.result),
    outputs: Object.fromEntries([...files].map(([path, text]) => [path, sha256(text)])),
  };
  files.set(MANIFEST, `${JSON.stringify(record, null, 2)}\n`);
  files.set(SLUGS, `${JSON.stringify(built.slugs, null, 1)}\n`);
  return { files, result: built.result, shipped };
}

const inputOf = ({ pack, wheel }: Fetched) => ({ version: pack.version, wheel, data: pack.sha256 });

/** A JSON file of the checkout, or the fallback when it is not there yet. */
export function readJson<T>(path: string, fallback: T): T {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  }
}
