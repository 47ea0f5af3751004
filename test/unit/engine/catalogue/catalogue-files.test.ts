import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import { checkCatalogue } from '../../../../src/engine/catalogue/check-catalogue.js';
import { jsonLines } from '../../../../src/engine/catalogue/catalogue-files.js';
import { loadCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { renderCatalogueReport } from '../../../../src/cli/catalogue-command.js';
import { context, platformFile, usernameRule } from './rules.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'file-faults-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, content: unknown): string {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}
const refusals = (extra?: string) => loadCatalogue({ root, extra }).refused;
/** The line on which a text stands in a file as it is written here. */
const lineOf = (content: unknown, text: string): number =>
  JSON.stringify(content, null, 2)
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

describe('what is wrong with a platform file', () => {
  it.each([
    [
      '{\n  "slug": "a",\n  "name": "A",\n}\n',
      4,
      'is not valid JSON: a name in double quotes is needed before "}": is there a comma too many?',
    ],
    ['{\n  "slug": "a"\n  "name": "A"\n}\n', 3, 'is not valid JSON: "," or "}" is missing before "name"'],
    ['{\n  "slug": "a",\n\n  "tags": ["x",]\n}', 4, 'is not valid JSON: there is a comma too many before "]"'],
    ['{ "slug": ', 1, 'is not valid JSON: a value is missing before the end of the file'],
    ["{\n'slug': 'a' }", 2, 'is not valid JSON: "\'" cannot stand here'],
    ['', 1, 'is not valid JSON: a value is missing before the end of the file'],
  ])('%j is told with line %i: %s', (text, line, reason) => {
    put('curated/a.json', text);
    expect(refusals()).toEqual([{ file: join('curated', 'a.json'), slug: '', reason, line }]);
  });

  it('fields are told in plain words, with the line of the first', () => {
    const file = { ...platformFile('a'), name: 7, strength: 'mighty', colour: 'red' };
    put('curated/a.json', file);
    const [refusal] = refusals();
    expect(refusal?.line).toBe(lineOf(file, '"name"'));
    expect(refusal?.reason).toBe(
      'name must be a text; strength must be "strong" or "standard", or an object; has "colour", which is not a field here; catalogue/README.md names them all',
    );
  });

  it('a field that the schema does not have is named, wherever it is and whatever else is wrong', () => {
    const { safety, registered, absent, positiveControls, ...rule } = usernameRule();
    const probe = {
      ...rule,
      method: 'guess',
      request: { ...rule.request, hosts: ['www.example.com'] },
      harmless: safety,
      registered: { ...registered, status: [], restsOnControl: true },
      absent,
      known: positiveControls,
      echoNotShown: 'A flag.',
      walls: ['Slow down'],
    };
    put('curated/a.json', { ...platformFile('a'), name: 7, icon: 7, probes: { username: probe } });
    put('site-software/b.json', {
      engine: 'b',
      name: 'B',
      probes: {},
      sites: [{ slug: 'c', name: 'C', host: 'c.example.com', known: {} }],
    });
    const [a, b] = refusals().map(({ reason }) => reason);
    for (const field of ['"hosts"', '"harmless", "known", "echoNotShown", "walls"', '"restsOnControl"'])
      expect(a).toContain(`has ${field}, which is not a field here; catalogue/README.md names them all`);
    expect(b).toMatch(/^software is missing; sites\.0 has "known", which is not a field here;.* has "engine", which is not a field here/);
  });

  it('a missing field is told with the line of what lacks it', () => {
    const { homepage: _, ...file } = platformFile('a');
    const many = {
      source: { name: 'x', version: '1', licence: 'MIT' },
      platforms: [platformFile('b'), platformFile('c', context({ url: 'https://api.example.com/reset/{username}' }))],
    };
    put('curated/a.json', file);
    put('imported/many.json', many);
    const [a, c] = refusals();
    expect(a).toMatchObject({ line: 1, reason: 'homepage is missing' });
    const rule = JSON.stringify(many, null, 2)
      .split('\n')
      .flatMap((line, index) => (line.includes('"username": {') ? [index + 1] : []));
    expect(c).toMatchObject({ slug: 'c', line: rule[1], reason: expect.stringMatching(/^username: .*reset/) as string });
  });

  it('a curated file whose slug is not its name is blamed itself, though it comes first by name', () => {
    put('curated/zebra.json', platformFile('zebra'));
    put('curated/aardvark.json', platformFile('zebra'));
    const { catalogue, refused } = loadCatalogue({ root });
    expect(refused).toEqual([
      {
        file: join('curated', 'aardvark.json'),
        slug: 'zebra',
        line: lineOf(platformFile('zebra'), '"slug"'),
        reason: 'the slug "zebra" is not the name of its file: rename one of the two',
      },
    ]);
    expect(catalogue.get('zebra')).toBeDefined();
  });

  it('of an operator’s files with one slug, the one that is called otherwise gives way', () => {
    put('mine/zebra.json', { ...platformFile('zebra'), name: 'The original' });
    const copy = put('mine/aardvark.json', platformFile('zebra'));
    const { catalogue, refused } = loadCatalogue({ root, extra: join(root, 'mine') });
    expect(refused).toMatchObject([
      { file: copy, slug: 'zebra', reason: expect.stringMatching(/slug is taken by .*zebra\.json/) as string },
    ]);
    expect(catalogue.get('zebra')?.name).toBe('The original');
  });

  it('two that ask the same are both named', () => {
    for (const slug of ['a', 'b']) put(`curated/${slug}.json`, { ...platformFile('a'), slug });
    expect(refusals()).toMatchObject([
      { slug: 'b', reason: `sends the same request as a (${join('curated', 'a.json')}): remove one of the two` },
    ]);
  });

  it('a platform written by hand without a sample fails, and the report says which is missing', () => {
    const samples = { username: { registered: { origin: 'constructed', status: 200, json: { login: '{username}' } } } };
    put('curated/a.json', { ...platformFile('a'), samples });
    put('curated/b.json', {
      ...platformFile('b', usernameRule({ absent: undefined, request: { method: 'GET', url: 'https://api.example.com/b/{username}' } })),
    });
    const report = checkCatalogue(loadCatalogue({ root }), variablesFor);
    expect(report.sampleFaults.map(({ slug, sample }) => [slug, sample])).toEqual([
      ['a', 'absent'],
      ['a', 'blocked'],
      ['b', 'registered'],
      ['b', 'blocked'],
    ]);
    expect(renderCatalogueReport(report)).toContain(
      `${join('curated', 'a.json')}  samples.username.absent: there is no sample: add samples.username.absent`,
    );
  });
});

describe('lines of JSON', () => {
  it('whatever is JSON is read to its end, and each value has a line of the text', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const lines = [...jsonLines(text).values()];
        expect(Math.min(...lines)).toBe(1);
        expect(Math.max(...lines)).toBeLessThanOrEqual(text.split('\n').length);
      }),
    );
  });

  it('whatever JSON.parse refuses is refused with a line', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', 'x', '\u0001'), (json, at, put) => {
        const text = `${json.slice(0, at % (json.length + 1))}${put}${json.slice((at % (json.length + 1)) + 1)}`;
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        if (isJson) jsonLines(text);
        else expect(() => jsonLines(text)).toThrow();
      }),
    );
  });
});
