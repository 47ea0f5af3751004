import { NOT_EMAIL, NOT_IP, NOT_PHONE, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v1/lookup';
const field = (name: string, values: readonly [string, unknown][], code: BadRequest['code']): BadRequest[] =>
  values.map(([title, value]) => ({ title: `${name}: ${title}`, path, body: { [name]: value }, code }));

/** What `query` cannot be: not an address, not a number, not a name. */
const NO_QUERY: readonly [title: string, value: string, code: BadRequest['code']][] = [
  ['an empty string', '', 'invalid_parameter'],
  ['white space', ' \t ', 'invalid_parameter'],
  ['an at sign', '@', 'invalid_parameter'],
  ['dots', '..', 'invalid_parameter'],
  ['two words', 'ada example', 'invalid_parameter'],
  ['a line break', 'ada-example\r\nX-Injected: 1', 'invalid_parameter'],
  ['a NUL', 'ada\u0000example', 'invalid_parameter'],
  ['a lone surrogate', 'ada\ud83dexample', 'invalid_parameter'],
  ['an escape character', 'ada\u001bexample', 'invalid_parameter'],
  ['a mark that turns the text around', 'ada\u202eexample', 'invalid_parameter'],
  ['a URL', 'https://example.com/ada', 'invalid_parameter'],
  ['a host', 'www.example.com', 'invalid_parameter'],
  ['65 characters', 'a'.repeat(65), 'invalid_parameter'],
  ['ten thousand characters', 'a'.repeat(10_000), 'invalid_parameter'],
  ['an address without a domain', 'ada@', 'invalid_email'],
  ['a number that cannot be dialled', '+1202', 'invalid_phone'],
];

refusesValues('createLookup with what cannot be looked up', 'POST', [
  { title: 'an empty object', path, body: {}, code: 'missing_subject' },
  { title: 'unknown fields alone', path, body: { username: 'ada-example', name: 'Ada' }, code: 'missing_subject' },
  { title: 'an address with the module refused', path, body: { ip: '192.0.2.17', checks: { ip: false } }, code: 'missing_subject' },
  {
    title: 'checks that leave nothing to run',
    path,
    code: 'invalid_parameter',
    names: 'checks',
    body: { query: 'ada-example', checks: { footprint: false, breaches: false, webMentions: false } },
  },
  { title: 'platforms alone', path, body: { platforms: ['site-0001'] }, code: 'missing_subject' },
  ...NO_QUERY.map(
    ([title, query, code]): BadRequest => ({
      title: `query: ${title}`,
      path,
      body: { query },
      code,
      ...(query.length > 9 ? { secret: query } : {}),
    }),
  ),
  ...field('email', NOT_EMAIL, 'invalid_email'),
  ...field('phone', NOT_PHONE, 'invalid_phone'),
  ...NOT_IP.map(([title, ip]): BadRequest => ({ title: `ip: ${title}`, path, body: { query: 'ada-example', ip }, code: 'invalid_ip' })),
  ...['query', 'email', 'phone', 'ip'].flatMap((name) =>
    field(
      name,
      NOT_STRING.filter(([, value]) => value !== null),
      'invalid_parameter',
    ).map((bad) => ({ ...bad, names: name })),
  ),
  {
    title: 'a query and an e-mail address that disagree',
    path,
    code: 'invalid_parameter',
    secret: 'bob@example.com',
    body: { query: 'ada@example.com', email: 'bob@example.com' },
  },
]);

refusesValues('createLookup with options it does not know', 'POST', [
  {
    title: 'an unknown slug',
    path,
    body: { query: 'ada-example', platforms: ['site-0001', 'no-such-site'] },
    code: 'unknown_platform',
    names: 'no-such-site',
  },
  { title: 'a slug in capitals', path, body: { query: 'ada-example', platforms: ['SITE-0001'] }, code: 'unknown_platform' },
  { title: 'a member of every object', path, body: { query: 'ada-example', platforms: ['constructor'] }, code: 'unknown_platform' },
  { title: 'a slug with markup', path, body: { query: 'ada-example', platforms: ['<b>"x'] }, code: 'unknown_platform', secret: '<b>' },
  {
    title: 'a string for platforms',
    path,
    body: { query: 'ada-example', platforms: 'site-0001' },
    code: 'invalid_parameter',
    names: 'platforms',
  },
  {
    title: 'a number among platforms',
    path,
    body: { query: 'ada-example', platforms: [1] },
    code: 'invalid_parameter',
    names: 'platforms',
  },
  { title: 'an array for checks', path, body: { query: 'ada-example', checks: ['email'] }, code: 'invalid_parameter', names: 'checks' },
  { title: 'null for every field', path, body: { query: null, email: null, phone: null }, code: 'missing_subject' },
  {
    title: 'a string in checks',
    path,
    body: { query: 'ada-example', checks: { footprint: 'false' } },
    code: 'invalid_parameter',
    names: 'checks.footprint',
  },
  { title: 'an array for the body', path, body: [{ query: 'ada-example' }], code: 'invalid_parameter' },
  { title: 'null for the body', path, body: null, code: 'invalid_parameter' },
  { title: 'a string for the body', path, body: 'ada-example', code: 'invalid_parameter' },
  ...['wait', 'instant', 'deep'].flatMap((name) =>
    ['yes', '1', 'false', 'TRUE', '', 'true%20'].map(
      (value): BadRequest => ({
        title: `${name}=${value}`,
        path: `${path}?${name}=${value}`,
        body: { query: 'ada-example' },
        code: 'invalid_parameter',
        names: name,
      }),
    ),
  ),
  {
    title: 'a repeated parameter',
    path: `${path}?wait=true&wait=true`,
    body: { query: 'ada-example' },
    code: 'invalid_parameter',
    names: 'wait',
  },
]);
