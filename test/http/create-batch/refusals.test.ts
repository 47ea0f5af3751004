import { describe, expect, it } from 'vitest';
import { NOT_EMAIL, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';
import { startBatch } from '../../support/http/started-batch.js';

const path = '/v2/batches';
const good = { identities: { usernames: ['ada-example'] } };

/** One bad item among good ones. */
const among = (title: string, item: unknown): BadRequest => ({
  title,
  path,
  body: { items: [good, good, item, good] },
  code: 'invalid_batch',
  names: 'items.2',
});

refusesValues('createBatch with what is no batch', 'POST', [
  { title: 'no items', path, body: { items: [] }, code: 'invalid_batch', names: 'items' },
  { title: 'an object without items', path, body: {}, code: 'invalid_batch', names: 'items' },
  { title: 'an object for items', path, body: { items: good }, code: 'invalid_batch', names: 'items' },
  { title: 'an array for the body', path, body: [good], code: 'invalid_batch' },
  { title: 'an unknown platform', path: `${path}?platforms=no-such-site`, body: { items: [good] }, code: 'unknown_platform' },
  { title: 'an unknown module', path: `${path}?modules=none`, body: { items: [good] }, code: 'invalid_parameter', names: 'modules' },
  ...['de', 'ZZ', '49', ''].map((region) => ({
    title: `the country ${region}`,
    path: `${path}?defaultRegion=${region}`,
    body: { items: [good] },
    code: 'invalid_parameter' as const,
    names: 'defaultRegion',
  })),
]);

refusesValues('createBatch with one malformed item', 'POST', [
  among('an empty item', {}),
  among('an item of v1', { query: 'ada-example' }),
  among('a string', 'ada-example'),
  among('no identities', { identities: {} }),
  among('options of its own', { ...good, modules: ['footprint'] }),
  among('six of a kind', { identities: { usernames: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] } }),
  ...['a\u0000b', 'a\ud800b'].flatMap((text) => [
    among(`a name that cannot be stored: ${JSON.stringify(text)}`, { ...good, claimedName: text }),
    among(`a reference that cannot be stored: ${JSON.stringify(text)}`, { ...good, ref: text }),
  ]),
  among('a claimed country that is none', { ...good, claimedCountry: 'XX' }),
  among('a claimed country by its name', { ...good, claimedCountry: 'Germany' }),
  among('too long a claimed company', { ...good, claimedCompany: 'x'.repeat(201) }),
  among('too long a reference', { ...good, ref: 'x'.repeat(101) }),
  ...NOT_EMAIL.map(([title, email]) => among(`emails: ${title}`, { identities: { emails: [email] } })),
]);

describe('the lookups of a batch', () => {
  const service = sharedBareApi();

  it('are those of the good items with skipInvalid, also beside names that cannot be stored', async () => {
    const { key } = await service().account();
    const items = [good, ...['a\u0000b', 'a\ud800b'].map((claimedName) => ({ ...good, claimedName }))];
    const { status, body } = await service().call('POST', `${path}?skipInvalid=true`, { key, body: { items } });
    expect([status, body]).toMatchObject([202, { items: 3, invalid: 2 }]);
  });

  it('are each stored and billed once, by the identities that the item has of a kind', async () => {
    const { key, accountId } = await service().account();
    const items = [{ identities: { usernames: ['ada-example', 'ada.example'], emails: ['ada@example.com'] } }, good];
    const ids = await startBatch(service(), key, items, '?platforms=site-0001&modules=footprint&mode=deep');
    const rows = await service().sql<{ id: string }[]>`
      SELECT id, query, subjects, band, mode, platforms FROM lookups WHERE account_id = ${accountId}`;
    expect(ids.map((id) => rows.find((row) => row.id === id))).toMatchObject([
      {
        query: 'ada@example.com',
        subjects: { email: 'ada@example.com', username: 'ada-example', 'username#2': 'ada.example' },
        band: 'deep',
        mode: 'batch',
        platforms: ['site-0001'],
      },
      { query: 'ada-example', platforms: ['site-0001'] },
    ]);
    expect(await billOf(service(), accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 3 });
  });
});
