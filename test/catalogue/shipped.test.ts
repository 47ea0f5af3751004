/** What every shipped platform file must hold; CONTRIBUTING.md tells it to those who add one. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { negativeControlFault } from '../../src/engine/controls/negative-control-identities.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { checkCatalogue } from '../../src/engine/catalogue/check-catalogue.js';
import type { SiteSoftwareFile, PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { templateViolation } from '../../src/engine/catalogue/safety/check-template.js';
import { ruleOrigin } from '../../src/engine/catalogue/load-catalogue.js';
import { namesPackageRegistry } from '../../src/kernel/net/probe-host.js';
import { isReservedName } from '../../src/engine/catalogue/rules/rule-scope.js';
import { type BandContext, inDefaultBand, instantBand, NO_STATISTICS } from '../../src/engine/catalogue/rules/bands.js';
import { isStrong } from '../../src/engine/catalogue/rules/platform.js';
import { SAMPLE_PROOFS } from '../../src/engine/catalogue/rules/probe-rule.js';
import { proofsOf } from '../../src/engine/catalogue/rules/rule-proof.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const ROOT = fileURLToPath(new URL('../../catalogue', import.meta.url));
const { platforms } = loaded.catalogue;
const report = checkCatalogue(loaded, variablesFor, negativeControlFault);
const rules = platforms.flatMap((platform) =>
  QUERY_TYPES.flatMap((queryType) => {
    const rule = platform.probes[queryType];
    return rule === undefined ? [] : [{ at: `${platform.slug} ${queryType}`, platform, queryType, rule }];
  }),
);
const files = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(ROOT, folder, name));
/** The collections among them: platforms that nothing probes. */
const COLLECTIONS = ['retired', 'same-account'].map((name) => join(ROOT, `curated/${name}.json`));
const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

test('no shipped entry is refused', () => {
  expect(loaded.refused).toEqual([]);
  expect(platforms.length).toBeGreaterThan(100);
});

test('Discord: the names that it documents as refused to everybody are reserved, their neighbours are not', () => {
  const discord = platforms.find(({ slug }) => slug === 'discord')?.probes.username;
  const isReserved = (name: string) => discord !== undefined && isReservedName(discord, name);
  expect(['everyone', 'here', 'Everyone', 'discord', 'discord_fan', 'my.discord'].filter((name) => !isReserved(name))).toEqual([]);
  expect(['everyone1', 'heretic', 'disco', 'wumpus', 'clyde'].filter(isReserved)).toEqual([]);
});

test('every sample, recorded, documented or constructed, is judged by its own rule as what it is', () => {
  expect(report.sampleFaults).toEqual([]);
});

test('every rule outside `imported` has samples: each side that it can say, and what its wall says', () => {
  const lacking = rules.flatMap(({ at, platform, queryType, rule }) => {
    if (ruleOrigin(loaded, platform.slug, queryType)?.kind === 'imported') return [];
    const samples = loaded.samples.get(platform.slug)?.[queryType] ?? {};
    const needed = (['registered', 'absent', 'blocked'] as const).filter((state) => state === 'blocked' || rule[state] !== undefined);
    return needed.filter((state) => samples[state] === undefined).map((state) => `${at}: ${state}`);
  });
  expect(lacking).toEqual([]);
});

test('slugs, names of files and requests are each other’s only ones', () => {
  expect(new Set(platforms.map(({ slug }) => slug)).size).toBe(platforms.length);
  for (const path of files('curated').filter((each) => !COLLECTIONS.includes(each)))
    expect(read<PlatformFile>(path).slug).toBe(basename(path, '.json'));
  for (const path of files('site-software')) expect(read<SiteSoftwareFile>(path).software).toBe(basename(path, '.json'));
  const queries = rules.map(({ queryType, rule }) => JSON.stringify([queryType, rule.request.method, rule.request.url, rule.request.body]));
  expect(new Set(queries).size).toBe(queries.length);
});

test('editors find the schema: each file names it', () => {
  for (const [folder, schema] of [
    ['curated', '../platform.schema.json'],
    ['site-software', '../site-software.schema.json'],
  ] as const) {
    const others = files(folder).filter((path) => !COLLECTIONS.includes(path) && read<PlatformFile>(path).$schema !== schema);
    expect(others).toEqual([]);
  }
});

test('no text of the catalogue names the host of a package registry', () => {
  const named = ['curated', 'site-software'].flatMap(files).flatMap((path) => {
    const hosts = readFileSync(path, 'utf8').match(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? [];
    return hosts.some(namesPackageRegistry) ? [basename(path)] : [];
  });
  expect(named).toEqual([]);
});

describe('promises, read again from the loaded rules', () => {
  test('no rule can harm, and every review is dated and gives its reason', () => {
    for (const { at, rule } of rules) {
      expect(templateViolation(rule, 'shipped'), at).toBeNull();
      expect(rule.safety.reason.length, at).toBeGreaterThanOrEqual(20);
    }
  });

  test('rules ask over TLS, and post only where that was reviewed', () => {
    for (const { at, rule } of rules) {
      expect(rule.request.url.startsWith('https://'), at).toBe(true);
      if (rule.request.method === 'POST')
        expect(['availability_check', 'documented_api', 'identifier_step'], at).toContain(rule.safety.basis);
    }
  });

  test('the instant band is made of public APIs', () => {
    const instant = rules.filter(({ platform, queryType }) => platform.instant.includes(queryType));
    expect(instant.length).toBeGreaterThanOrEqual(20);
    for (const { at, rule } of instant) expect(rule.method, at).toBe('public_api');
  });
});

test('the default band by e-mail: about forty platforms, both sides of each or a documented interface, none that is doubted', () => {
  const band = rules.filter(({ platform, queryType }) => queryType === 'email' && isStrong(platform, 'email'));
  expect(band.length).toBeGreaterThanOrEqual(35);
  const SUSPECT = ['mozilla-account', 'spotify', 'wix', 'flipboard', 'marca', 'myanimelist-account', 'playtomic', 'xda-developers'];
  const WALLED = ['emirates', 'quizlet', 'skyscanner', 'etsy', 'figma', 'hackerrank', 'coursera', 'nba'];
  for (const { platform, rule } of band) {
    expect([...SUSPECT, ...WALLED]).not.toContain(platform.slug);
    expect(rule.method === 'public_api' || (rule.registered !== undefined && rule.absent !== undefined), platform.slug).toBe(true);
  }
  const instant = rules.filter(({ platform, queryType }) => queryType === 'email' && platform.instant.includes('email'));
  expect(instant.every(({ platform }) => isStrong(platform, 'email'))).toBe(true);
});

test('the default band by phone: Zoho, whose own page tells the two apart, controlled by numbers that regulators keep for fiction', () => {
  const band = rules.filter(({ platform, queryType }) => queryType === 'phone' && isStrong(platform, 'phone'));
  expect(band.map(({ at }) => at)).toEqual(['zoho phone']);
  for (const { rule } of band) {
    expect(rule.scope).toBeUndefined();
    expect(negativeControlFault(rule, 'phone')).toBeNull();
  }
});

test('no rule read since 30 November is in the default or instant band on the word of other tools alone, whatever its statistics', () => {
  const confirmed: readonly (string | null)[] = [null, 'live_checked', ...SAMPLE_PROOFS];
  const recent = rules.filter(({ rule }) => (rule.provenance?.read ?? '') >= '2026-11-30');
  expect(recent.length).toBeGreaterThan(25);
  const stats = { answered: 1_000, omitted: 0, medianLatencyMs: 50, p90LatencyMs: 100, probedAt: new Date('2030-01-01') };
  const status = { quarantinedUntil: null, controlLatencyMs: 50, stats };
  const atBest: BandContext = {
    ...NO_STATISTICS,
    now: stats.probedAt,
    statuses: new Map(rules.map(({ platform, queryType }) => [`${platform.slug}:${queryType}`, status])),
  };
  const instant = instantBand(platforms, atBest);
  const unconfirmed = recent.filter(
    ({ platform, queryType }) =>
      (inDefaultBand(platform, queryType, atBest) || instant.has(`${platform.slug}:${queryType}`)) &&
      !Object.values(proofsOf(platform, queryType)).every((proof) => confirmed.includes(proof)),
  );
  expect(unconfirmed.map(({ at }) => at)).toEqual([]);
});

test('the counts add up', () => {
  expect(Object.values(report.byKind).reduce((sum, count) => sum + count)).toBe(report.platforms);
  for (const queryType of QUERY_TYPES) {
    expect(report.bands.deep[queryType]).toBe(report.byQueryType[queryType].platforms);
    const { platforms: all, mayDeny, mayDenyWithControlAccount, uncalibrated, liveChecked } = report.byQueryType[queryType];
    expect(mayDeny + mayDenyWithControlAccount + uncalibrated).toBeLessThanOrEqual(all);
    expect(liveChecked).toBeLessThanOrEqual(all);
  }
});
