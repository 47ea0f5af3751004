import { afterAll, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/kernel/config/env.js';
import { PROVIDERS as BREACH_PROVIDERS } from '../../../src/facts/breaches/sources/providers.js';
import { type ConfiguredSource, createConfigured, describeConfigured } from '../../../src/facts/configured-sources.js';
import { DNS_LISTS } from '../../../src/facts/ip/sources/dns-lists.js';
import { PROVIDERS as IP_PROVIDERS } from '../../../src/facts/ip/sources/providers.js';
import { SEARCH_ENGINES } from '../../../src/facts/mentions/sources/search-engines.js';
import { PROVIDERS as PHONE_PROVIDERS } from '../../../src/facts/phone/sources/providers.js';
import { createProviderHttp } from '../../../src/facts/provider-http.js';

const http = createProviderHttp();
afterAll(() => http.close());
const means = { http, bulk: http, torExits: async () => [] as const };
const TABLES: readonly (readonly ConfiguredSource<typeof means, { readonly name: string }>[])[] = [
  DNS_LISTS,
  IP_PROVIDERS,
  PHONE_PROVIDERS,
  BREACH_PROVIDERS,
  SEARCH_ENGINES,
];

/** A value that is valid for any setting which turns a source on. */
const configured = (settings: readonly (keyof Config)[]): Config =>
  readConfig(
    Object.fromEntries(
      settings.map((name) => [
        name,
        name.endsWith('_URL') ? 'https://a.example.com' : name.includes('_KEY') || name.startsWith('TWILIO') ? 'test-key-0001' : 'true',
      ]),
    ),
  );

it.each(TABLES.flat().map((source) => [source.name, source] as const))('%s is on by its settings alone, under its name', (name, source) => {
  expect(createConfigured([source], readConfig({}), means)).toEqual([]);
  expect(describeConfigured('ip', [source], readConfig({}))).toMatchObject([{ name, configured: false, dataDate: null }]);
  const config = configured(source.settings);
  expect(createConfigured([source], config, means).map((created) => created.name)).toEqual([name]);
  expect(describeConfigured('ip', [source], config)).toMatchObject([{ name, configured: true, settings: source.settings }]);
});
