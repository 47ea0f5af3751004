/** Whatever a file holds: nothing throws, every entry is admitted or refused, and what is admitted passes the loader. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { importMaigret, type ImportResult, importSherlock, importWhatsMyName } from '../../../../tools/importers/index.js';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { templateViolation } from '../../../../src/engine/catalogue/safety/check-template.js';

const TEXTS = [
  '',
  ' ',
  '404',
  'User not found',
  'No such member',
  'profile-card',
  '"id":',
  '{username}',
  '{}',
  'Log in',
  'Just a moment...',
  'style=',
  'g-recaptcha',
  '用户不存在',
];
const text = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...TEXTS) }, { weight: 1, arbitrary: fc.string({ maxLength: 12 }) });
const texts = fc.oneof(text, fc.array(text, { maxLength: 3 }));
const ODD_URLS = [
  'http://example.com/{username}',
  'https://{username}.com',
  'https://example.com/login?u={username}',
  'https://example.com/#{username}',
  'https://example.com/wiki/User:{username}',
  'https://192.0.2.1/{username}',
  'https://example.com/reset/{username}',
  'https://example.com/{other}',
];
/** An address of a site, the handle written as the format does. */
const urlWith = (handle: string) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(`https://example.com/${handle}`, `https://${handle}.example.com`, `https://example.net/u/${handle}?tab=1`),
    },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_URLS) },
    { weight: 1, arbitrary: fc.oneof(fc.webUrl(), fc.string({ maxLength: 20 })) },
  );
const home = fc.constantFrom('https://example.com', 'https://example.com/', 'https://example.net/x');
const status = fc.oneof(fc.constantFrom(200, 302, 403, 404, 410, 422, 999), fc.array(fc.integer({ min: 0, max: 1100 }), { maxLength: 3 }));
const naming = fc.constantFrom('^[a-z]+$', '^[^.]+$', '^\\d+$', '(a+)+', '[', '.*', '^[A-Z]{2}$', '^[\\w\\-]{3,20}$');
const known = fc.oneof({ weight: 6, arbitrary: fc.constant('northwind') }, { weight: 1, arbitrary: text });
const odd = fc.anything();
/** An object with these fields, now and then of an unexpected type, and few of the others. */
const withFields = (needed: Record<string, fc.Arbitrary<unknown>>, others: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record({
      ...mapped(needed, (value) => fc.oneof({ weight: 60, arbitrary: value }, { weight: 1, arbitrary: odd })),
      ...mapped(others, (value) =>
        fc.oneof({ weight: 40, arbitrary: fc.constant(undefined) }, { weight: 10, arbitrary: value }, { weight: 1, arbitrary: odd }),
      ),
    })
    .map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)));
const mapped = (fields: Record<string, fc.Arbitrary<unknown>>, change: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

const payload = fc.constantFrom('a={username}', { query: '{ user(name: "{username}") { id } }' }, { query: 'mutation { x }' }, {});
const maigret = withFields(
  { url: urlWith('{username}'), checkType: fc.constantFrom('message', 'status_code', 'response_url'), usernameClaimed: known },
  {
    urlMain: home,
    urlProbe: urlWith('{username}'),
    absenceStrs: texts,
    presenseStrs: texts,
    regexCheck: naming,
    tags: texts,
    errorUrl: home,
    requestMethod: fc.constantFrom('GET', 'GET', 'POST', 'HEAD'),
    requestPayload: payload,
    headers: fc.dictionary(text, text),
    errors: fc.dictionary(text, text),
    engine: fc.constantFrom('E', 'F'),
  },
);
const sherlock = withFields(
  {
    url: urlWith('{}'),
    errorType: fc.constantFrom('message', 'status_code', 'response_url', ['message', 'status_code']),
    username_claimed: known,
  },
  {
    urlMain: home,
    urlProbe: urlWith('{}'),
    errorMsg: texts,
    errorCode: status,
    errorUrl: home,
    regexCheck: naming,
    request_method: fc.constantFrom('GET', 'GET', 'POST', 'PUT'),
    request_payload: payload,
  },
);
const wmn = withFields(
  {
    name: fc.string({ minLength: 1, maxLength: 8 }),
    uri_check: urlWith('{account}'),
    e_code: status,
    e_string: text,
    m_code: status,
    known: fc.array(known),
  },
  { uri_pretty: home, m_string: text, post_body: text, strip_bad_char: text, cat: text },
);

let admittedInAll = 0;
/** A property about nothing would hold too. */
afterAll(() => expect(admittedInAll).toBeGreaterThan(50));

function check({ admitted, refused }: ImportResult, entries: number): void {
  admittedInAll += admitted.length;
  expect(admitted.length + refused.length).toBe(entries);
  const loaded = assembleCatalogue([{ kind: 'imported', file: 'imported.json', content: { json: { platforms: admitted } } }]);
  expect(loaded.refused).toEqual([]);
  for (const platform of loaded.catalogue.platforms) {
    const rule = platform.probes.username;
    expect(rule === undefined ? 'no rule' : templateViolation(rule, 'shipped')).toBeNull();
    expect(rule?.positiveControls?.length).toBeGreaterThan(0);
    expect(rule?.registered).toBeDefined();
  }
}

test('maigret', () => {
  const file = fc.record({
    sites: fc.dictionary(fc.string({ maxLength: 8 }), maigret, { maxKeys: 5 }),
    engines: fc.record({ E: fc.record({ site: maigret }) }, { requiredKeys: [] }),
  });
  fc.assert(
    fc.property(file, (json) => check(importMaigret(json), Object.keys(json.sites).length)),
    { numRuns: 400 },
  );
});

test('sherlock', () => {
  const file = fc.dictionary(
    fc.string({ maxLength: 8 }).filter((name) => !name.startsWith('$')),
    sherlock,
    { maxKeys: 5 },
  );
  fc.assert(
    fc.property(file, (json) => check(importSherlock(json), Object.keys(json).length)),
    { numRuns: 400 },
  );
});

test('WhatsMyName', () => {
  fc.assert(
    fc.property(fc.array(wmn, { maxLength: 5 }), (sites) => check(importWhatsMyName({ sites }), sites.length)),
    { numRuns: 400 },
  );
});

test('the same file gives the same platforms', () => {
  const file = fc.record({ sites: fc.dictionary(fc.string({ maxLength: 8 }), maigret, { maxKeys: 5 }), engines: fc.constant({}) });
  fc.assert(
    fc.property(file, (json) => {
      expect(importMaigret(json).admitted).toEqual(importMaigret(structuredClone(json)).admitted);
    }),
    { numRuns: 50 },
  );
});
