import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeCheckedEntries } from '../../../../src/engine/catalogue/checked-catalogue.js';
import { loadCatalogue, type LoadedCatalogue, ruleOrigin, samplesOf } from '../../../../src/engine/catalogue/load-catalogue.js';
import { type Platform, strengthOf } from '../../../../src/engine/catalogue/rules/platform.js';
import type { CatalogueEntry } from '../../../../src/engine/catalogue/read-entries.js';
import { context, platformFile, usernameRule } from './rules.js';

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

const software = {
  software: 'forum',
  name: 'Forum',
  probes: {
    username: usernameRule({
      request: { method: 'GET', url: 'https://{host}/u/{username}', redirectHosts: ['{host}'], followRedirects: true },
      absent: { status: [404], contains: ['no such user on {host}'] },
      positiveControls: ['system'],
    }),
  },
  samples: { username: { absent: { origin: 'constructed', status: 404, text: 'no such user on {host}' } } },
  sites: [
    { slug: 'one', name: 'One', host: 'one.example.com', tags: ['chess'], positiveControls: { username: ['example-staff'] } },
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

test('curated, site software and imported files are read; what a file leaves out has its default', () => {
  put('curated/a.json', platformFile('a'));
  put('imported/many.json', { source: { name: 'x', version: '1', licence: 'MIT' }, platforms: [platformFile('b'), platformFile('c')] });
  put('site-software/forum.json', software);
  const { catalogue, origins, refused } = loadCatalogue({ root });
  expect(refused).toEqual([]);
  expect(catalogue.platforms.map(({ slug }) => slug)).toEqual(['a', 'b', 'c', 'one', 'two']);
  expect(catalogue.get('a')).toMatchObject({ icon: null, tags: [], strength: 'standard', instant: [] });
  expect(catalogue.get('nobody')).toBeUndefined();
  expect([...origins.values()].map(({ kind }) => kind)).toEqual(['curated', 'imported', 'imported', 'site-software', 'site-software']);
});

test('site software expands into its sites: {host} is filled everywhere, the site’s known accounts come first', () => {
  put('site-software/forum.json', software);
  const loaded = loadCatalogue({ root });
  const one = loaded.catalogue.get('one');
  expect(one?.probes.username).toMatchObject({
    request: { url: 'https://one.example.com/u/{username}', redirectHosts: ['one.example.com'] },
    absent: { contains: ['no such user on one.example.com'] },
    positiveControls: ['example-staff', 'system'],
  });
  expect(one).toMatchObject({ homepage: 'https://one.example.com/', tags: ['chess', 'forum'], strength: 'standard' });
  expect(loaded.catalogue.get('two')).toMatchObject({ homepage: 'https://www.example.com/two', strength: 'strong', instant: ['username'] });
  expect(samplesOf(loaded)('two', 'username')?.absent?.text).toBe('no such user on two.example.com');
  expect(samplesOf(loaded)('two', 'email')).toBeUndefined();
});

test('a platform carries no samples', () => {
  put('curated/a.json', { ...platformFile('a'), samples: { username: { blocked: { origin: 'constructed', status: 403 } } } });
  const { catalogue, samples } = loadCatalogue({ root });
  expect(catalogue.get('a')).not.toHaveProperty('samples');
  expect(samples.get('a')).toEqual({ username: { blocked: { origin: 'constructed', status: 403 } } });
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
  put('mine/list.json', [platformFile('good'), 7, platformFile('bad', context({ url: 'https://api.example.com/reset/{username}' }))]);
  put('mine/unsound.json', platformFile('unsound', usernameRule({ absent: { status: [404] } })));
  put('mine/sites.json', { ...software, sites: [software.sites[0], { slug: 'three', name: 'Three', host: 'otp.three.example.com' }] });
  put('mine/nothing.json', { software: 'x' });
  put('mine/odd.json', { platforms: 1 });
  const { catalogue, refused } = loadCatalogue({ root, extra: `${join(root, 'mine')},${join(root, 'nowhere.json')}` });
  expect(catalogue.platforms.map(({ slug }) => slug)).toEqual(['a', 'good', 'one']);
  const received = Object.fromEntries(refused.map(({ file, slug, reason }) => [`${file.split('/').at(-1)} ${slug}`, reason]));
  expect(received).toEqual({
    'broken.json ': expect.stringMatching(/JSON/),
    'shape.json shape': 'homepage is not right: Invalid URL',
    'list.json ': expect.stringMatching(/object/),
    'list.json bad': expect.stringMatching(/^username: the path says "reset"/),
    'unsound.json unsound': expect.stringMatching(/status alone/),
    'sites.json three': expect.stringMatching(/^username: the subdomain says "otp"/),
    'nothing.json ': expect.stringMatching(/sites|name/),
    'odd.json ': 'platforms must be a list',
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
    ['b', 'sends the same request as a (curated/a.json): remove one of the two'],
  ]);
});

describe('a hand-made file that lacks usernames, and an import of the same site', () => {
  const EMAIL = { ...usernameRule({ pattern: undefined }), request: { method: 'GET', url: 'https://api.example.com/mail/{email}' } };
  const byEmail = {
    ...platformFile('a'),
    name: 'By hand',
    strength: 'strong',
    probes: { email: { ...EMAIL, echoExemption: 'It does not repeat the address.' } },
  };
  const weak = usernameRule({ absent: { status: [404], weakEvidence: true } });
  const brought = (more: object = {}) => ({ platforms: [{ ...platformFile('a', weak), name: 'Imported', ...more }] });

  test('are one platform: its own fields and tier, and the query type that it lacked', () => {
    put('curated/a.json', byEmail);
    put('imported/many.json', brought());
    const loaded = loadCatalogue({ root });
    expect(loaded.refused).toEqual([]);
    const joined = loaded.catalogue.get('a');
    expect(joined).toMatchObject({ name: 'By hand', strength: { email: 'strong' } });
    expect(Object.keys(joined?.probes ?? {}).sort()).toEqual(['email', 'username']);
    expect([strengthOf(joined as Platform, 'email'), strengthOf(joined as Platform, 'username')]).toEqual(['strong', 'standard']);
    expect(['email', 'username'].map((type) => ruleOrigin(loaded, 'a', type as 'email')?.kind)).toEqual(['curated', 'imported']);
  });

  test.each([
    ['the hand-made file takes usernames itself', platformFile('a'), brought()],
    ['the import is of another site', byEmail, brought({ homepage: 'https://a.example.net', ...context2() })],
  ])('stay apart when %s: the slug is taken', (_, hand, many) => {
    put('curated/a.json', hand);
    put('imported/many.json', many);
    expect(refusals().map(({ slug, reason }) => [slug, reason])).toEqual([['a', 'the slug is taken by curated/a.json']]);
  });

  test('an operator’s entry is not joined: a shipped slug is refused, whatever it asks', () => {
    put('curated/a.json', byEmail);
    const extra = put('mine.json', brought());
    expect(refusals(extra).map(({ reason }) => reason)).toEqual(['the slug is taken by curated/a.json']);
    expect(Object.keys(loadCatalogue({ root, extra }).catalogue.get('a')?.probes ?? {})).toEqual(['email']);
  });

  function context2() {
    return { probes: { username: usernameRule({ request: { method: 'GET', url: 'https://a.example.net/{username}' } }) } };
  }
});

test('only a platform with a file of its own may earn a place in the default band', () => {
  put('curated/a.json', platformFile('a'));
  put('imported/many.json', { platforms: [platformFile('b')] });
  put('site-software/forum.json', software);
  const extra = `${put('mine/c.json', platformFile('c'))},${put('list.json', [platformFile('d')])}`;
  const { platforms } = loadCatalogue({ root, extra }).catalogue;
  expect(platforms.filter(({ ownFile }) => ownFile === true).map(({ slug }) => slug)).toEqual(['a', 'c']);
});

test('strength is one value, or one by query type that the platform has', () => {
  put('curated/a.json', { ...platformFile('a'), strength: { username: 'strong' } });
  put('curated/b.json', { ...platformFile('b'), strength: { email: 'strong' } });
  const { catalogue, refused } = loadCatalogue({ root });
  expect(catalogue.get('a')?.strength).toEqual({ username: 'strong' });
  expect(refused.map(({ reason }) => reason)).toEqual(['`strength` names email, which has no probe']);
});

test('addresses and internal hosts are for operators', () => {
  const intranet = { ...platformFile('people', context({ url: 'http://192.0.2.7:8080/{username}' })), homepage: 'http://192.0.2.7:8080/' };
  put('curated/people.json', intranet);
  expect(refusals()[0]?.reason).toMatch(/is an address/);
  expect(slugs(`only:${join(root, 'curated')}`)).toEqual(['people']);
});

test('what may rest on a control is for imported and operators’ rules, not for those made by hand', () => {
  put('curated/a.json', platformFile('a', usernameRule({ absent: { status: [404], weakEvidence: true } })));
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
    put('curated/a.json', { ...platformFile('a'), samples: { username: { blocked: { origin: 'constructed', status: 403 } } } });
    put('imported/many.json', { source: { name: 'x', version: '1', licence: 'MIT' }, platforms: [platformFile('b'), platformFile('c')] });
    put('site-software/forum.json', software);
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
