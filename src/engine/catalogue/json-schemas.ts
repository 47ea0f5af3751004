import { z } from 'zod';
import {
  breachedSiteSchema,
  breachedSitesFileSchema,
  collectionFileSchema,
  platformFileSchema,
  siteSoftwareFileSchema,
} from './entry-schema.js';

/** The JSON Schemas (draft 2020-12) of catalogue files by file name, as text, generated from the zod schemas. */
export function catalogueSchemas(): Readonly<Record<string, string>> {
  const schemas = {
    'platform.schema.json': ['Platform file', platformFileSchema],
    'site-software.schema.json': ['Site software file: one rule, many hosts', siteSoftwareFileSchema],
    'collection.schema.json': ['Collection: many platforms in one file', collectionFileSchema],
    'breached-sites.schema.json': ['Sites that were breached', breachedSitesFileSchema.extend({ sites: z.array(breachedSiteSchema) })],
  } as const;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, [title, schema]]) => [
      name,
      `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input', reused: 'ref' }) }, null, 2)}\n`,
    ]),
  );
}
