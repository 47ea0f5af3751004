import { NOT_EMAIL, NOT_IP, NOT_PHONE, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v1/lookup/batch';
const good = { query: 'ada-example' };
const items = (count: number): readonly unknown[] => Array.from({ length: count }, () => good);

/** One bad item among good ones. */
const among = (title: string, item: unknown): BadRequest => ({
  title,
  path,
  body: { items: [good, good, item, good] },
  code: 'invalid_batch',
  names: 'items.2',
});

refusesValues('createLookupBatch with what is no batch', 'POST', [
  { title: 'no items', path, body: { items: [] }, code: 'invalid_batch', names: 'items' },
  { title: '51 items', path, body: { items: items(51) }, code: 'invalid_batch', names: 'items' },
  { title: 'a thousand items', path, body: { items: items(1_000) }, code: 'invalid_batch', names: 'items' },
  { title: 'an object without items', path, body: {}, code: 'invalid_batch', names: 'items' },
  { title: 'an object for items', path, body: { items: good }, code: 'invalid_batch', names: 'items' },
  { title: 'null for items', path, body: { items: null }, code: 'invalid_batch', names: 'items' },
  { title: 'an array for the body', path, body: [good], code: 'invalid_batch' },
  { title: 'null for the body', path, body: null, code: 'invalid_batch' },
]);

refusesValues('createLookupBatch with one malformed item', 'POST', [
  among('an empty item', {}),
  among('a string', 'ada-example'),
  among('null', null),
  among('an array', ['ada-example']),
  among('an address with its module refused', { ip: '192.0.2.17', checks: { ip: false } }),
  among('checks that leave nothing to run', { query: 'ada-example', checks: { footprint: false, breaches: false, webMentions: false } }),
  among('a string in checks', { query: 'ada-example', checks: { email: 'yes' } }),
  among('two dots for a query', { query: '..' }),
  ...NOT_EMAIL.map(([title, email]) => among(`email: ${title}`, { email })),
  ...NOT_PHONE.map(([title, phone]) => among(`phone: ${title}`, { phone })),
  ...NOT_IP.map(([title, ip]) => among(`ip: ${title}`, { query: 'ada-example', ip })),
  ...NOT_STRING.map(([title, query]) => among(`query: ${title}`, { query })),
]);
