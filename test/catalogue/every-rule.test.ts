/** Every rule of every shipped file, curated, site software and imported alike: what a platform must bring to be asked at all. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  negativeControlFault,
  negativeControlIdentities,
  negativeControls,
} from '../../src/engine/controls/negative-control-identities.js';
import { countryOf } from '../../src/engine/catalogue/rules/phone-country.js';
import { buildRequest } from '../../src/engine/http/probe-request.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { uncalibratedRules } from '../../src/engine/catalogue/check-catalogue.js';
import { shippedFiles } from '../../src/engine/catalogue/catalogue-files.js';
import { collectionFileSchema, siteSoftwareFileSchema, platformFileSchema } from '../../src/engine/catalogue/entry-schema.js';
import { templateViolation } from '../../src/engine/catalogue/safety/check-template.js';
import { hostFault } from '../../src/kernel/net/probe-host.js';
import { ruleFault } from '../../src/engine/catalogue/validation/validate-rule.js';
import { canHold } from '../../src/engine/catalogue/rules/rule-scope.js';
import { restsOnWeakEvidence } from '../../src/engine/controls/weak-evidence.js';
import { type Identity, QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { createResponseTemplates } from '../../tools/simulator/response-templates.js';
import { createRequestMatcher } from '../../tools/simulator/request-matcher.js';
import { createAccountRegistry } from '../../tools/simulator/account-registry.js';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const ROOT = fileURLToPath(new URL('../../catalogue', import.meta.url));
const { platforms } = loaded.catalogue;
const rules = platforms.flatMap((platform) =>
  QUERY_TYPES.flatMap((type) => {
    const rule = platform.probes[type];
    return rule === undefined ? [] : [{ at: `${platform.slug} ${type}`, platform, type, rule }];
  }),
);
/** Rules for which the test finds a fault. */
const where = (fault: (each: (typeof rules)[number]) => boolean): string[] => rules.filter(fault).map(({ at }) => at);

test.each(shippedFiles(ROOT).map(({ file, content }) => [file, content] as const))('%s keeps to its schema', (_, content) => {
  if ('unreadable' in content) throw new Error(content.unreadable);
  const file = content.json as object;
  if ('software' in file) expect(siteSoftwareFileSchema.safeParse(file).error).toBeUndefined();
  else if ('platforms' in file) {
    const { platforms: entries } = collectionFileSchema.parse(file);
    for (const entry of entries) expect(platformFileSchema.safeParse(entry).error).toBeUndefined();
  } else expect(platformFileSchema.safeParse(file).error).toBeUndefined();
});

test('none is refused, none can harm, and none is unsound', () => {
  expect(loaded.refused).toEqual([]);
  expect(where(({ rule }) => templateViolation(rule, 'shipped') !== null)).toEqual([]);
  expect(where(({ rule, type }) => ruleFault(rule, type) !== null)).toEqual([]);
});

test('each has both sides, or may only confirm', () => {
  expect(where(({ rule }) => rule.registered === undefined)).toEqual([]);
});

test('a side that rests on the control has a known account by which one can be made', () => {
  const rests = where(({ rule }) => restsOnWeakEvidence(rule, 'registered') || restsOnWeakEvidence(rule, 'not_registered'));
  expect(rests.length).toBeGreaterThan(900);
  expect(where(({ rule, at }) => rests.includes(at) && (rule.positiveControls ?? []).length === 0)).toEqual([]);
});

test('known accounts are each named once, fit the naming rule, and no address of theirs is under a reserved name', () => {
  expect(
    where(
      ({ rule: { positiveControls = [] } }) => new Set(positiveControls.map((value) => value.toLowerCase())).size < positiveControls.length,
    ),
  ).toEqual([]);
  expect(
    where(
      ({ rule: { positiveControls = [], pattern } }) =>
        pattern !== undefined && !positiveControls.every((value) => new RegExp(pattern, 'u').test(value)),
    ),
  ).toEqual([]);
  // RFC 2606 and RFC 6761: nobody has an account with such an address, so a control with it could only fail.
  const reserved = /(?:^|[@.])(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;
  expect(
    where(({ rule: { positiveControls = [] }, type }) => type === 'email' && positiveControls.some((value) => reserved.test(value))),
  ).toEqual([]);
});

test('no prelude carries an identity, and keys are sent to the one host of their interface', () => {
  const withPrelude = rules.filter(({ rule }) => rule.prelude !== undefined);
  expect(withPrelude.length).toBeGreaterThan(10);
  expect(where(({ rule: { prelude }, type }) => JSON.stringify(prelude ?? {}).includes(`{${type}`))).toEqual([]);
  const withKeys = rules.flatMap(({ at, rule }) => (rule.credentials === undefined ? [] : [{ at, ...rule, ...rule.credentials }]));
  expect(withKeys.length).toBeGreaterThan(3);
  const elsewhere = withKeys.filter(({ host, url, request, prelude }) => {
    const { hostname } = new URL((url ?? request.url).replace(/\{[^}]*\}/g, 'x'));
    return hostname !== host || JSON.stringify([request, prelude]).includes('{key:');
  });
  expect(elsewhere.map(({ at }) => at)).toEqual([]);
});

test('every rule has an identity that cannot exist, in its own alphabet, length and scope, or is listed as uncalibrated', () => {
  const listed = uncalibratedRules(platforms, negativeControlFault).map(({ slug, queryType }) => `${slug} ${queryType}`);
  const unfit = where(({ rule, type }) => {
    const identity = negativeControlIdentities.make(rule, type);
    return identity === null || !canHold(rule, identity, countryOf);
  });
  expect(unfit).toEqual(listed);
  const page = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8');
  for (const { slug, queryType, reason } of uncalibratedRules(platforms, negativeControlFault))
    expect(page).toContain(`| ${slug} | ${queryType} | ${reason} |`);
});

test('with a number of India that its operator registered nowhere, every rule for Indian numbers is asked', () => {
  const { applicability } = negativeControls(() => ['+911000000009']);
  const indian = rules.filter(({ rule }) => rule.scope?.countries?.includes('IN'));
  expect(indian.length).toBeGreaterThanOrEqual(5);
  expect(indian.filter(({ rule, type, platform }) => !applicability.hasNegativeControl(rule, type, platform.slug))).toEqual([]);
});

test('no username needs more than its alphabet: every rule for usernames has a negative control', () => {
  expect(where(({ rule, type }) => type === 'username' && negativeControlIdentities.make(rule, type) === null)).toEqual([]);
});

test('hosts are public and no package registry’s; slugs, and questions without regard to www and a last slash, are one platform’s only', () => {
  const hosts = rules.flatMap(({ rule }) => [
    rule.request.url.replace(/\{[^}]*\}/g, 'x'),
    ...(rule.request.redirectHosts ?? []).map((host) => `https://${host}`),
  ]);
  expect([...new Set(hosts.map((url) => new URL(url).hostname))].filter((host) => hostFault(host, 'shipped') !== null)).toEqual([]);
  expect(new Set(platforms.map(({ slug }) => slug)).size).toBe(platforms.length);
  const queries = rules.map(({ type, rule: { request } }) => {
    const url = request.url
      .toLowerCase()
      .replace(/^https:\/\/(?:www\.)?/, '')
      .replace(/\/(?=$|\?)/, '')
      .replace(/\{[^}]*\}/g, '{}');
    return JSON.stringify([type, request.method, url, request.body]);
  });
  expect(queries.filter((query, index) => queries.indexOf(query) !== index)).toEqual([]);
});

test('the simulator recognises every request, for known accounts and strangers, and can answer every side', () => {
  const matcher = createRequestMatcher(platforms);
  const model = createAccountRegistry(platforms);
  const wrong: string[] = [];
  for (const { at, platform, type, rule } of rules) {
    const unauthenticated = negativeControlIdentities.make(rule, type);
    const identities: Identity[] = [
      ...(rule.positiveControls ?? []).map((value) => ({ type, value })),
      ...(unauthenticated ? [unauthenticated] : []),
    ];
    for (const identity of identities) {
      const captured = Object.keys(rule.prelude?.captures ?? {}).map((name) => [`prelude:${name}`, 'captured'] as const);
      const built = buildRequest(rule, { ...variablesFor(identity), ...Object.fromEntries(captured) }, { userAgent: 'test' });
      const match =
        built &&
        matcher.match(
          {
            method: built.method,
            secure: true,
            host: built.url.hostname,
            target: built.url.pathname + built.url.search,
            body: built.body ?? '',
          },
          model,
        );
      const found = match?.kind === 'asked' ? `${match.route.platform.slug} ${match.identity.type}` : match?.kind;
      if (found !== `${platform.slug} ${type}`) wrong.push(`${at}: ${found}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(createResponseTemplates(platforms, (slug, type) => loaded.samples.get(slug)?.[type]).missingResponses()).toEqual([]);
});
