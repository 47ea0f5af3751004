import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const shippedSource = z.strictObject({
  name: z.string(),
  /** Day of the data itself, not of its packaging. */
  dataDate: z.iso.date(),
  licence: z.string(),
  /** Credit that the licence asks for. */
  credit: z.string().nullable(),
  /** Where it comes from, with the version. */
  origin: z.string(),
  /** npm package that has the files; null: they are beside the list. */
  package: z.string().nullable(),
  files: z.array(z.strictObject({ file: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })).min(1),
  /** Tor exits that it lists, spread over the list. */
  torExits: z.array(z.ipv4()).optional(),
});

/** An entry of a SOURCES.json: data that is shipped with the service. */
export type ShippedSource = z.infer<typeof shippedSource>;

/** Where the shipped data files of a module are, from the sources and from a build alike. */
export function shippedData(module: 'email' | 'ip' = 'ip'): string {
  const up = import.meta.url.endsWith('.ts') ? '..' : '../../../../src/facts';
  return fileURLToPath(new URL(`${up}/${module}/data`, import.meta.url));
}

/** @throws when the folder's SOURCES.json is missing or not readable */
export function readShippedSources(folder: string = shippedData()): ReadonlyMap<string, ShippedSource> {
  const list = z.array(shippedSource).parse(JSON.parse(readFileSync(join(folder, 'SOURCES.json'), 'utf8')));
  return new Map(list.map((source) => [source.name, source]));
}

/** Folder of a source's files; null when its package is not installed. */
export function folderOf(source: ShippedSource, data: string = shippedData()): string | null {
  if (source.package === null) return data;
  try {
    return dirname(createRequire(import.meta.url).resolve(`${source.package}/package.json`));
  } catch {
    return null;
  }
}
