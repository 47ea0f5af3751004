import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeCheckedEntries } from '../../../src/catalogue/checked-catalogue.js';
import { loadCatalogue, type LoadedCatalogue, samplesOf } from '../../../src/catalogue/load-catalogue.js';
import type { CatalogueEntry } from '../../../src/catalogue/read-entries.js';
import { asking, platformFile, usernameRule } from './rules.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'footprint-catalogue-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: unknown): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const slugs = (extra?: string) => loadCatalogue({ root, extra }).catalogue.platforms.map(({ slug }) => slug);
const refusals = (extra?: string) => loadCatalogue({ root, extra }).refused;

const engine = {
  engine: 'forum',
  name: 'Forum',
  probes: {
    username: usernameRule({
      request: { method: 'GET', url: 'https://{host}/u/{username}', hosts: ['{host}'], followRedirects: true },
      absent: { status: [404], contains: ['no such user on {host}'] },
      known: ['system'],
    }),
  },
  samples: { username: { absent: { status: 404, text: 'no such user on {host}' } } },
  sites: [
    { slug: 'one', name: 'One', host: 'one.example.com', tags: ['chess'], known: { username: ['example-staff'] } },
    {
      slug: 'two',
      name: 'Two',
      host: 'two.example.com',
      homepage: 'https://www.example.com/two',
      strength: 'strong',
      instant: ['username'],
    },
  ],
};

test('curated, engine and imported files are read; what a file leaves out has its default', () => {
  put('curated/a.json', platformFile('a'));
  put('imported/many.json', { source: { name: 'x', version: '1', licence: 'MIT' }, platforms: [platformFile('b'), platformFile('c')] });
  put('engines/forum.json', engine);
  const { catalogue, origins, refused } = loadCatalogue({ root });
  expect(refused).toEqual([]);
  expect(catalogue.platforms.map(({ slug }) => slug)).toEqual(['a', 'b', 'c', 'one', 'two']);
  expect(catalogue.get('a')).toMatchObject({ icon: null, tags: [], strength: 'standard', instant: [] });
  expect(catalogue.get('nobody')).toBeUndefined();
  expect([...origins.values()].map(({ kind }) => kind)).toEqual(['curated', 'imported', 'imported', 'engine', 'engine']);
});

test('site software expands into its sites: {host} is filled everywhere, the site’s known accounts come first', () => {
  put('engines/forum.json', engine);
  const loaded = loadCatalogue({ root });
  const one = loaded.catalogue.get('one');
  expect(one?.probes.username).toMatchObject({
    request: { url: 'https://one.example.com/u/{username}', hosts: ['one.example.com'] },
    absent: { contains: ['no such user on one.example.com'] },
    known: ['example-staff', 'system'],
  });
  expect(one).toMatchObject({ homepage: 'https://one.example.com/', tags: ['chess', 'forum'], strength: 'standard' });
  expect(loaded.catalogue.get('two')).toMatchObject({ homepage: 'https://www.example.com/two', strength: 'strong', instant: ['username'] });
  expect(samplesOf(loaded)('two', 'username')?.absent?.text).toBe('no such user on two.example.com');
  expect(samplesOf(loaded)('two', 'email')).toBeUndefined();
});

test('a platform carries no samples', () => {
  put('curated/a.json', { ...platformFile('a'), samples: { username: { blocked: { status: 403 } } } });
  const { catalogue, samples } = loadCatalogue({ root });
  expect(catalogue.get('a')).not.toHaveProperty('samples');
  expect(samples.get('a')).toEqual({ username: { blocked: { status: 403 } } });
});

test('an operator’s files and folders are added; `only:` leaves the shipped ones out', () => {
  put('curated/a.json', platformFile('a'));
  const file = put('mine/b.json', platformFile('b'));
  put('more/deep/c.json', platformFile('c'));
  put('more/.hidden/d.json', platformFile('d'));
  put('more/platform.schema.json', '{}');
  put('more/readme.txt', 'no platform');
  symlinkSync(put('elsewhere/e.json', platformFile('e')), join(root, 'more/e.json'));
  const more = join(root, 'more');
  expect(slugs()).toEqual(['a']);
  expect(slugs('')).toEqual(['a']);
  expect(slugs(file)).toEqual(['a', 'b']);
  expect(slugs(` ${file} , ${more} `)).toEqual(['a', 'b', 'c', 'e']);
  expect(slugs(`only:${file},${more}`)).toEqual(['b', 'c', 'e']);
  expect(slugs(`only:${more}`)).toEqual(['c', 'e']);
  expect(refusals(more)).toEqual([]);
});

test('what an operator’s file gets wrong is told by file, slug and reason; the rest is used', () => {
  put('curated/a.json', platformFile('a'));
  put('mine/broken.json', '{"slug":');
  put('mine/shape.json', { ...platformFile('shape'), homepage: 'nowhere' });
  put('mine/list.json', [platformFile('good'), 7, platformFile('bad', asking({ url: 'https://api.example.com/reset/{username}' }))]);
  put('mine/unsound.json', platformFile('unsound', usernameRule({ absent: { status: [404] } })));
  put('mine/sites.json', { ...engine, sites: [engine.sites[0], { slug: 'three', name: 'Three', host: 'otp.three.example.com' }] });
  put('mine/nothing.json', { engine: 'x' });
  put('mine/odd.json', { platforms: 1 });
  const { catalogue, refused } = loadCatalogue({ root, extra: `${join(root, 'mine')},${join(root, 'nowhere.json')}` });
  expect(catalogue.platforms.map(({ slug }) => slug)).toEqual(['a', 'good', 'one']);
  const told = Object.fromEntries(refused.map(({ file, slug, reason }) => [`${file.split('/').at(-1)} ${slug}`, reason]));
  expect(told).toEqual({
    'broken.json ': expect.stringMatching(/JSON/),
    'shape.json shape': 'homepage is not right: Invalid URL',
    'list.json ': expect.stringMatching(/object/),
    'list.json bad': expect.stringMatching(/^username: the path says "reset"/),
    'unsound.json unsound': expect.stringMatching(/status alone/),
    'sites.json three': expect.stringMatching(/^username: the subdomain says "otp"/),
    'nothing.json ': expect.stringMatching(/sites|name/),
    'odd.json ': 'platforms has to be a list',
    'nowhere.json ': expect.stringMatching(/no such file/),
  });
});

test('a slug or a question that is taken is refused, and the shipped entry stays', () => {
  put('curated/a.json', platformFile('a'));
  const same = { ...platformFile('a'), slug: 'b' };
  const extra = put('mine.json', [{ ...platformFile('a'), name: 'Other' }, same]);
  const { catalogue, refused } = loadCatalogue({ root, extra });
  expect(catalogue.get('a')?.name).toBe('a');
  expect(refused.map(({ slug, reason }) => [slug, reason])).toEqual([
    ['a', 'the slug is taken by curated/a.json'],
    ['b', 'asks the same as a (curated/a.json): one of the two has to go'],
  ]);
});

test('addresses and internal hosts are for operators', () => {
  const intranet = { ...platformFile('people', asking({ url: 'http://192.0.2.7:8080/{username}' })), homepage: 'http://192.0.2.7:8080/' };
  put('curated/people.json', intranet);
  expect(refusals()[0]?.reason).toMatch(/is an address/);
  expect(slugs(`only:${join(root, 'curated')}`)).toEqual(['people']);
});

test('what may rest on a control is for imported and operators’ rules, not for those made by hand', () => {
  put('curated/a.json', platformFile('a', usernameRule({ absent: { status: [404], restsOnControl: true } })));
  expect(refusals()[0]?.reason).toMatch(/for imported rules/);
  expect(slugs(`only:${join(root, 'curated')}`)).toEqual(['a']);
});

test('an empty root is an empty catalogue', () => {
  expect(loadCatalogue({ root: join(root, 'none') })).toMatchObject({ catalogue: { platforms: [] }, refused: [] });
});

describe('entries that were read and checked before', () => {
  /** What programs get of a bundle: the shipped entries as text and back. */
  function checkedEntries(): CatalogueEntry[] | null {
    const file = join(root, 'checked');
    writeCheckedEntries(root, file);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CatalogueEntry[]) : null;
  }
  function ship(): void {
    put('curated/a.json', { ...platformFile('a'), samples: { username: { blocked: { status: 403 } } } });
    put('imported/many.json', { source: { name: 'x', version: '1', licence: 'MIT' }, platforms: [platformFile('b'), platformFile('c')] });
    put('engines/forum.json', engine);
  }
  const everything = (loaded: LoadedCatalogue) => ({ ...loaded, catalogue: loaded.catalogue.platforms });

  test.each([
    ['alone', undefined],
    ['beside an operator’s entries, of which some clash with them', 'mine'],
    ['replaced by an operator’s', 'only:mine'],
  ])('make the catalogue that the files make, %s', (_, setting) => {
    ship();
    put('mine.json', [{ ...platformFile('a'), name: 'Other' }, { ...platformFile('c'), slug: 'd' }, platformFile('e'), { slug: 'broken' }]);
    const extra = setting?.replace('mine', join(root, 'mine.json'));
    const checked = checkedEntries();
    expect(checked).not.toBeNull();
    expect(everything(loadCatalogue({ root, extra, readChecked: () => checked }))).toStrictEqual(
      everything(loadCatalogue({ root, extra })),
    );
  });

  test('are used in place of the files', () => {
    ship();
    const checked = checkedEntries();
    rmSync(join(root, 'curated'), { recursive: true });
    expect(loadCatalogue({ root, readChecked: () => checked }).catalogue.platforms.map(({ slug }) => slug)).toEqual([
      'a',
      'b',
      'c',
      'one',
      'two',
    ]);
  });

  test('are not kept when one of them is refused: each start reads the files, and tells why', () => {
    ship();
    put('curated/b2.json', { slug: 'b2' });
    expect(checkedEntries()).toBeNull();
  });
});
