import { NOT_EMAIL, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v2/lookup/batch';
const good = { identities: { usernames: ['ada-example'] } };

/** One bad item among good ones. */
const among = (title: string, item: unknown): BadRequest => ({
  title,
  path,
  body: { items: [good, good, item, good] },
  code: 'invalid_batch',
  names: 'items.2',
});

refusesValues('createLookupBatchV2 with what is no batch', 'POST', [
  { title: 'no items', path, body: { items: [] }, code: 'invalid_batch', names: 'items' },
  { title: '51 items', path, body: { items: Array.from({ length: 51 }, () => good) }, code: 'invalid_batch', names: 'items' },
  { title: 'an object without items', path, body: {}, code: 'invalid_batch', names: 'items' },
  { title: 'an object for items', path, body: { items: good }, code: 'invalid_batch', names: 'items' },
  { title: 'an array for the body', path, body: [good], code: 'invalid_batch' },
]);

refusesValues('createLookupBatchV2 with one malformed item', 'POST', [
  among('an empty item', {}),
  among('an item of v1', { query: 'ada-example' }),
  among('a string', 'ada-example'),
  among('no identities', { identities: {} }),
  among('no module', { ...good, modules: [] }),
  among('an unknown platform', { ...good, platforms: ['no-such-site'] }),
  among('six of a kind', { identities: { usernames: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] } }),
  ...NOT_EMAIL.map(([title, email]) => among(`emails: ${title}`, { identities: { emails: [email] } })),
]);
