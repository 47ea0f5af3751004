/**
 * Writes `catalogue/*.schema.json`, by which editors check platform files while they are typed, from the zod schemas.
 * Run it after a change to `src/engine/catalogue/entry-schema.ts`; a test fails when it was forgotten.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogueSchemas } from '../../src/engine/catalogue/json-schemas.js';

for (const [name, text] of Object.entries(catalogueSchemas())) {
  writeFileSync(fileURLToPath(new URL(`../../catalogue/${name}`, import.meta.url)), text);
}
