import { NOT_EMAIL, NOT_IP, NOT_PHONE, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v2/lookup';
const good = { usernames: ['ada-example'] };
const field = (name: string, values: readonly [string, unknown][], code: BadRequest['code']): BadRequest[] =>
  values.map(([title, value]) => ({
    title: `${name}: ${title}`,
    path,
    body: { identities: { ...good, [name]: [value] } },
    code,
    names: `identities.${name}.0`,
    ...(typeof value === 'string' && value.trim().length > 9 ? { secret: value } : {}),
  }));

const NOT_USERNAME: readonly [string, string][] = [
  ['an empty string', ''],
  ['an at sign', '@'],
  ['dots', '..'],
  ['two words', 'ada example'],
  ['a NUL', 'ada\u0000example'],
  ['a lone surrogate', 'ada\ud83dexample'],
  ['a URL', 'https://example.com/ada'],
  ['65 characters', 'a'.repeat(65)],
];

refusesValues('createLookupV2 with what cannot be looked up', 'POST', [
  { title: 'an empty object', path, body: {}, code: 'invalid_parameter', names: 'identities' },
  { title: 'no identities', path, body: { identities: {} }, code: 'missing_subject' },
  { title: 'empty lists', path, body: { identities: { emails: [], phones: [], usernames: [], ips: [] } }, code: 'missing_subject' },
  { title: 'the fields of v1', path, body: { query: 'ada-example' }, code: 'invalid_parameter', names: 'identities' },
  { title: 'no module', path, body: { identities: good, modules: [] }, code: 'invalid_parameter', names: 'modules' },
  {
    title: 'only modules of other kinds',
    path,
    body: { identities: good, modules: ['email', 'phone', 'ip'] },
    code: 'invalid_parameter',
    names: 'modules',
  },
  {
    title: 'an address for the sweep alone',
    path,
    body: { identities: { ips: ['192.0.2.17'] }, modules: ['footprint'] },
    code: 'invalid_parameter',
    names: 'modules',
  },
  ...field('emails', NOT_EMAIL, 'invalid_email'),
  ...field('phones', NOT_PHONE, 'invalid_phone'),
  ...field('ips', NOT_IP, 'invalid_ip'),
  ...field('usernames', NOT_USERNAME, 'invalid_parameter'),
  ...['emails', 'phones', 'usernames', 'ips'].flatMap((name) => field(name, NOT_STRING, 'invalid_parameter')),
]);

refusesValues('createLookupV2 with options it does not know', 'POST', [
  {
    title: 'six of a kind',
    path,
    body: { identities: { usernames: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] } },
    code: 'invalid_parameter',
    names: 'identities.usernames',
  },
  {
    title: 'a string for a list',
    path,
    body: { identities: { usernames: 'ada-example' } },
    code: 'invalid_parameter',
    names: 'identities.usernames',
  },
  { title: 'a list for identities', path, body: { identities: ['ada-example'] }, code: 'invalid_parameter', names: 'identities' },
  { title: 'null for identities', path, body: { identities: null }, code: 'invalid_parameter', names: 'identities' },
  {
    title: 'the second of two identities',
    path,
    body: { identities: { emails: ['ada@example.com', 'broken'] } },
    code: 'invalid_email',
    names: 'identities.emails.1',
  },
  {
    title: 'an unknown module',
    path,
    body: { identities: good, modules: ['footprint', 'palm'] },
    code: 'invalid_parameter',
    names: 'modules.1',
  },
  {
    title: 'an object for modules',
    path,
    body: { identities: good, modules: { footprint: true } },
    code: 'invalid_parameter',
    names: 'modules',
  },
  { title: 'an unknown mode', path, body: { identities: good, mode: 'later' }, code: 'invalid_parameter', names: 'mode' },
  { title: 'a text for deep', path, body: { identities: good, deep: 'true' }, code: 'invalid_parameter', names: 'deep' },
  {
    title: 'unknown fields that nothing could store',
    path,
    body: { identities: good, '\u0000': '\ud800', deeper: [null, '\u0000'] },
    code: 'invalid_parameter',
    names: 'deeper',
  },
  {
    title: 'deep and instant',
    path,
    body: { identities: good, mode: 'instant', deep: true },
    code: 'invalid_parameter',
    names: 'deep: cannot be combined with instant',
  },
  {
    title: 'an unknown slug',
    path,
    body: { identities: good, platforms: ['site-0001', 'no-such-site'] },
    code: 'unknown_platform',
    names: 'no-such-site',
  },
  { title: 'a member of every object', path, body: { identities: good, platforms: ['constructor'] }, code: 'unknown_platform' },
  { title: 'a slug with markup', path, body: { identities: good, platforms: ['<b>"x'] }, code: 'unknown_platform', secret: '<b>' },
  {
    title: 'a string for platforms',
    path,
    body: { identities: good, platforms: 'site-0001' },
    code: 'invalid_parameter',
    names: 'platforms',
  },
  { title: 'an array for the body', path, body: [{ identities: good }], code: 'invalid_parameter' },
  { title: 'null for the body', path, body: null, code: 'invalid_parameter' },
]);
