import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueSchemas } from '../../src/engine/catalogue/json-schemas.js';

test.each(Object.entries(catalogueSchemas()))('catalogue/%s is what tools/catalogue/generate-catalogue-schema.ts writes', (name, text) => {
  expect(readFileSync(new URL(`../../catalogue/${name}`, import.meta.url), 'utf8')).toBe(text);
});
