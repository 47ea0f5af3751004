/** Each sample of a shipped file says what it is, and only what was seen counts as seen. */
import { describe, expect, it } from 'vitest';
import type { CatalogueFile, EntryKind } from '../../../../src/engine/catalogue/catalogue-files.js';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { platformFile } from './rules.js';

const ADDRESS = 'https://example.com/issues/1';
const fileWith = (kind: EntryKind, origin: unknown): CatalogueFile => {
  const registered = { status: 200, json: { login: '{username}' }, ...(origin === undefined ? {} : { origin }) };
  return { kind, file: 'a.json', content: { json: { ...platformFile('a'), samples: { username: { registered } } } } };
};
const read = (kind: EntryKind, origin: unknown) => assembleCatalogue([fileWith(kind, origin)]);

describe('the origin of a sample', () => {
  it.each([[{ recorded: ADDRESS }], [{ documented: ADDRESS }], ['constructed']])('%j is admitted in files written by hand', (origin) => {
    expect(read('curated', origin).refused).toEqual([]);
  });

  it.each([
    ['none', undefined, /samples\.username\.registered does not say what it is/],
    ['recorded without an address', 'recorded', /samples\.username\.registered\.origin/],
    ['recorded at no address', { recorded: 'in a chat' }, /samples\.username\.registered\.origin/],
    ['recorded at an address without TLS', { recorded: 'http://example.com/' }, /samples\.username\.registered\.origin/],
    ['two at once', { recorded: ADDRESS, documented: ADDRESS }, /samples\.username\.registered\.origin/],
  ])('a shipped file with %s is refused, with the place', (_, origin, reason) => {
    const { catalogue, refused } = read('curated', origin);
    expect(catalogue.platforms).toEqual([]);
    expect(refused).toMatchObject([{ reason: expect.stringMatching(reason) }]);
  });

  it('is not asked for in operators’ files, where nothing counts by it', () => {
    expect(read('operator', undefined).refused).toEqual([]);
    expect(read('operator', 'recorded').refused).toHaveLength(1);
  });

  it('goes with the platform where it was seen, and is nothing where it was not', () => {
    expect(read('curated', { recorded: ADDRESS }).catalogue.get('a')?.sampleOrigins).toEqual({
      username: { registered: { recorded: ADDRESS } },
    });
    expect(read('curated', 'constructed').catalogue.get('a')).not.toHaveProperty('sampleOrigins');
  });
});
