import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { checkCatalogue } from '../../src/engine/catalogue/check-catalogue.js';
import { assembleCatalogue } from '../../src/engine/catalogue/load-catalogue.js';

test('the platform file that CONTRIBUTING.md shows is admitted, and its samples are judged right', () => {
  const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const example = /```json\n([^`]+)```/.exec(page)?.[1] ?? '';
  const loaded = assembleCatalogue([{ kind: 'curated', file: 'example.json', content: { json: JSON.parse(example) as unknown } }]);
  const { platforms, refused, sampleFaults } = checkCatalogue(loaded, variablesFor);
  expect({ platforms, refused, sampleFaults }).toEqual({ platforms: 1, refused: [], sampleFaults: [] });
});
