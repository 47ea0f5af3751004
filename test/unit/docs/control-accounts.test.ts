import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planControlAccounts } from '../../../src/engine/controls/control-accounts.js';
import { NO_STATISTICS } from '../../../src/engine/catalogue/rules/bands.js';
import { shipped } from '../../support/shipped-catalogue.js';

test('docs/control-accounts.md describes the first ten platforms of `catalogue controls plan`, in its order and with their addresses', () => {
  const page = readFileSync(new URL('../../../docs/control-accounts.md', import.meta.url), 'utf8');
  const described = [...page.matchAll(/^\| (.+?) \| (https:\S+) \| `controls set ([a-z0-9-]+)` \|/gm)].map((match) => match.slice(1));
  const { platforms } = shipped.catalogue;
  const planned = planControlAccounts(platforms, new Set(), NO_STATISTICS).slice(0, 10);
  expect(described).toEqual(planned.map(({ name, homepage, platform }) => [name, homepage, platform]));
});
