import { expect, test } from 'vitest';
import { catalogueWithKeys } from '../../../src/wiring/platforms.js';
import { shipped } from '../../support/shipped-catalogue.js';
import { supports } from '../../../src/engine/catalogue/rules/platform.js';

const { catalogue } = shipped;
const hostOf = (keys: readonly string[], slug: string): string | undefined => {
  const platform = catalogueWithKeys(catalogue, new Set(keys)).get(slug);
  const url = platform?.probes.username?.request.url;
  return url === undefined ? undefined : new URL(url).host;
};

test('YouTube is one platform, asked by the public page, and with the operator’s key through the official interface', () => {
  expect(hostOf([], 'youtube')).toBe('www.youtube.com');
  expect(hostOf(['youtube-api-key'], 'youtube')).toBe('www.googleapis.com');
});

test('the other slug is asked for nothing, with and without the key', () => {
  for (const keys of [[], ['youtube-api-key']]) {
    const twin = catalogueWithKeys(catalogue, new Set(keys)).get('youtube-data-api');
    expect(twin?.sameAccountAs).toBe('youtube');
    expect(twin && supports(twin)).toEqual([]);
  }
});
