/** Promise 3 where it is narrowest: the first step of a sign-in, at which a platform may already write to somebody. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countryOf } from '../../src/engine/catalogue/rules/phone-country.js';
import { lookupCatalogue } from '../../src/wiring/platforms.js';
import { shippedFiles } from '../../src/engine/catalogue/catalogue-files.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { inDefaultBand, instantBand, NO_STATISTICS, selectTargets } from '../../src/engine/catalogue/rules/bands.js';
import { supports } from '../../src/engine/catalogue/rules/platform.js';
import { inScope } from '../../src/engine/catalogue/rules/rule-scope.js';
import { MAILBOX_PROVIDERS } from '../../src/kernel/identity/mail-providers.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';

const ROOT = fileURLToPath(new URL('../../catalogue', import.meta.url));
const catalogue = lookupCatalogue({ CATALOGUE_PATH: undefined }, ({ slug, reason }) => expect.fail(`${slug}: ${reason}`));
const fileOf = (slug: string) => JSON.parse(readFileSync(`${ROOT}/curated/${slug}.json`, 'utf8')) as PlatformFile;

const steps = shippedFiles(ROOT).flatMap(({ content }) => {
  const { slug = '', probes = {} } = ('json' in content ? content.json : {}) as Partial<PlatformFile>;
  return QUERY_TYPES.flatMap((type) => {
    const rule = probes[type];
    return rule?.safety.basis === 'identifier_step' ? [{ slug, type, rule }] : [];
  });
});

test('each rule for it says what happens to an account without a password and where that was read, or is on hold', () => {
  expect(steps.length).toBeGreaterThan(30);
  for (const { slug, type, rule } of steps) {
    const answer = rule.safety.withoutPassword;
    if (typeof answer === 'object') expect(answer.source.length, slug).toBeGreaterThan(10);
    else {
      expect(answer, slug).toBe('not known');
      expect(rule.onHold, slug).toBeDefined();
      expect(catalogue.get(slug)?.probes[type], slug).toBeUndefined();
    }
  }
});

test('a rule whose own review speaks of a log-in page has that basis', () => {
  const requests = /log-in (?:page|box) (?:asks|learns)|by which the log-in|ways by which an? (?:address|account) can sign in/;
  const others = shippedFiles(ROOT).flatMap(({ content }) => {
    const { slug = '', probes = {} } = ('json' in content ? content.json : {}) as Partial<PlatformFile>;
    return Object.values(probes).flatMap(({ safety }) =>
      safety.basis !== 'identifier_step' && requests.test(safety.reason) ? [slug] : [],
    );
  });
  expect(others).toEqual([]);
});

describe.each(['microsoft', 'patreon', 'replit', 'reddit', 'hashnode'])('%s', (slug) => {
  const platform = catalogue.get(slug) ?? expect.fail(`${slug} is not listed`);
  const subjects = { email: 'ada@outlook.com', 'email#2': 'ada@company.example', phone: '+12025550142', username: 'ada-example' };

  test('stays listed, supports nothing and says why', () => {
    expect(supports(platform)).toEqual([]);
    expect(platform.retired ?? Object.values(platform.onHold ?? {})[0]).toMatch(/\w{3}/);
  });

  test('is in no band, and probed by nobody who names it', () => {
    for (const type of QUERY_TYPES) expect(inDefaultBand(platform, type, NO_STATISTICS)).toBe(false);
    expect([...instantBand(catalogue.platforms, NO_STATISTICS)].filter((key) => key.startsWith(`${slug}:`))).toEqual([]);
    for (const band of ['instant', 'default', 'deep'] as const) {
      expect(selectTargets([platform], subjects, band, null)).toEqual([]);
      expect(selectTargets([platform], subjects, band, [slug])).toEqual([]);
    }
  });
});

describe('Microsoft, when it is off hold one day', () => {
  const { email, phone } = fileOf('microsoft').probes;

  test('starts no sign-in: an address is only read, a number is looked up with both switches off', () => {
    expect(email?.request).toMatchObject({ method: 'GET', url: expect.stringMatching(/\/idp\?hm=0&emailAddress=\{email\}$/) });
    expect(email?.request.body).toBeUndefined();
    const body = JSON.stringify(phone?.request.body);
    expect(body).toContain('"isRemoteNGCSupported":false');
    expect(body).toContain('"isFidoSupported":false');
  });

  test('is asked about consumer domains and nothing of a company', () => {
    const requests = (value: string) => inScope(email?.scope, { type: 'email', value }, countryOf);
    expect(email?.scope?.domains).toEqual(MAILBOX_PROVIDERS.find(({ slug }) => slug === 'outlook')?.domains);
    expect(['ada@outlook.com', 'ada@hotmail.co.uk', 'ada@live.com', 'ada@msn.com'].every(requests)).toBe(true);
    expect(['ada@company.example', 'ada@microsoft.com', 'ada@example.onmicrosoft.com', 'ada@mail.outlook.com'].some(requests)).toBe(false);
  });
});
