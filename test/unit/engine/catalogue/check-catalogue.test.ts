import { expect, test } from 'vitest';
import { negativeControlFault } from '../../../../src/engine/controls/negative-control-identities.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import type { EntryKind } from '../../../../src/engine/catalogue/catalogue-files.js';
import { checkCatalogue } from '../../../../src/engine/catalogue/check-catalogue.js';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { renderCatalogueReport } from '../../../../src/cli/catalogue-command.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { context, platformFile, usernameRule } from './rules.js';

const load = (kind: EntryKind, ...platforms: unknown[]) =>
  assembleCatalogue([{ kind, file: 'many.json', content: { json: { platforms } } }]);
const TITLED_PAGE = { status: 200, text: '<html><title>Example</title></html>' };
const GOOD = {
  registered: { origin: 'constructed', status: 200, json: { login: '{username}' } },
  absent: { origin: 'constructed', status: 404, json: { message: 'Not Found' } },
  blocked: { origin: 'constructed', status: 403, headers: { 'cf-mitigated': 'challenge' }, text: TITLED_PAGE.text },
};

const NONE = { platforms: 0, mayDeny: 0, mayDenyWithControlAccount: 0, uncalibrated: 0, liveChecked: 0 };

test('counts kinds, query types, bands and rules that nothing can control', () => {
  const loaded = load(
    'operator',
    { ...platformFile('a'), strength: 'strong', instant: ['username'] },
    platformFile('b', usernameRule({ absent: undefined, positiveControls: undefined })),
    platformFile('c', context({ url: 'https://api.example.com/reset/{username}' })),
  );
  expect(checkCatalogue(loaded)).toEqual({
    platforms: 2,
    byKind: { curated: 0, 'site-software': 0, imported: 0, operator: 2 },
    byQueryType: { email: NONE, phone: NONE, username: { ...NONE, platforms: 2, mayDeny: 1 } },
    bands: {
      instant: { email: 0, phone: 0, username: 1 },
      default: { email: 0, phone: 0, username: 1 },
      deep: { email: 0, phone: 0, username: 2 },
    },
    withoutPositiveControl: 1,
    uncalibrated: [],
    refused: [{ file: 'many.json', slug: 'c', reason: expect.stringMatching(/reset/) }],
    sampleFaults: [],
  });
});

test('rules for which no negative control can be made are listed with the reason, and are no fault', () => {
  const phone = (scope: ProbeRule['scope'], pattern?: string) => {
    const file = platformFile('a');
    const request = { method: 'GET' as const, url: 'https://a.example.com/check?phone={phone}' };
    const flags = { registered: { status: [200], json: [{ pointer: '/taken', is: 'true' }] }, echoExemption: 'The answer is a flag.' };
    const { safety, method } = usernameRule();
    return { ...file, probes: { phone: { method, safety, request, ...flags, scope, ...(pattern === undefined ? {} : { pattern }) } } };
  };
  const listed = (file: object) => checkCatalogue(load('operator', file), variablesFor, negativeControlFault);
  expect(listed(phone({ countries: ['IN'] }))).toMatchObject({
    platforms: 1,
    refused: [],
    sampleFaults: [],
    uncalibrated: [{ slug: 'a', queryType: 'phone', reason: 'no range of numbers without subscribers is documented for IN' }],
  });
  expect(listed(phone({ countries: ['IN', 'GB'] })).uncalibrated).toEqual([]);
  const american = listed(phone(undefined, '^\\+91\\d{10}$'));
  expect(american.uncalibrated).toMatchObject([{ reason: expect.stringContaining('name its countries in `scope`') }]);
  expect(renderCatalogueReport(american)).toContain('a phone: no number reserved for fiction in the United States');
});

test('samples of a rule for a country whose numbers are not invented are judged like others', () => {
  const file = {
    ...platformFile('a'),
    probes: {
      phone: {
        method: 'account_enumeration',
        pattern: '^\\+91\\d{10}$',
        scope: { countries: ['IN'] },
        request: { method: 'GET', url: 'https://a.example.com/check?phone={phone:national}' },
        safety: usernameRule().safety,
        registered: { status: [200], json: [{ pointer: '/phone', is: 'identity' }] },
      },
    },
    samples: {
      phone: {
        registered: { status: 200, json: { phone: '{phone:national}' } },
        blocked: { status: 429, json: { message: 'Slow down' } },
      },
    },
  };
  const { refused, sampleFaults } = checkCatalogue(load('operator', file), variablesFor);
  expect({ refused, sampleFaults }).toEqual({ refused: [], sampleFaults: [] });
});

test('samples that are judged right are no fault', () => {
  expect(checkCatalogue(load('curated', { ...platformFile('a'), samples: { username: GOOD } }), variablesFor).sampleFaults).toEqual([]);
});

test('each sample that its rule judges otherwise is told with its judgement', () => {
  const swapped = { registered: GOOD.absent, absent: GOOD.registered, blocked: GOOD.registered };
  const faults = checkCatalogue(load('curated', { ...platformFile('a'), samples: { username: swapped } }), variablesFor).sampleFaults;
  expect(faults.map(({ sample, reason }) => [sample, reason.split(':')[0]])).toEqual([
    ['registered', 'judged not_registered'],
    ['absent', 'judged registered'],
    ['blocked', 'judged registered'],
  ]);
});

test('a rule without a side must stay silent at that side’s answer', () => {
  const rule = usernameRule({ absent: undefined });
  expect(checkCatalogue(load('curated', { ...platformFile('a', rule), samples: { username: GOOD } }), variablesFor).sampleFaults).toEqual(
    [],
  );
});

test('samples of a query type without a rule, or for which no identity fits, are faults', () => {
  const noFit = usernameRule({ pattern: '^zz[0-9]{33}$', positiveControls: undefined });
  const loaded = load(
    'operator',
    { ...platformFile('a'), samples: { email: GOOD } },
    { ...platformFile('b', noFit), samples: { username: GOOD } },
  );
  expect(checkCatalogue(loaded, variablesFor).sampleFaults.map(({ reason }) => reason)).toEqual([
    'no rule uses it',
    'no known account and no invented identity fits the pattern',
  ]);
});

test('five thousand entries load', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => platformFile(`site-${index}`));
  expect(load('imported', ...many).catalogue.platforms).toHaveLength(5_000);
});
