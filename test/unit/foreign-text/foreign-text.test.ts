/**
 * Foreign text costs its length, once, whatever it is: every reader of it is found from what it imports, and is run here with hostile
 * texts, at its largest input and at half of it. No clock decides. What an expression does within its match is `tools/checks/expressions.ts`.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantTree } from '../../support/planted-tree.js';
import { countWork, FIXED, MOST } from './count-work.js';
import { productModules } from './find-readers.js';
import { OWN, THROUGH } from './found-readers.js';
import type { Reader } from './reader.js';
import { READERS_OF_ANSWERS, startPeer } from './readers-of-answers.js';
import { READERS_OF_REQUESTS } from './readers-of-requests.js';

const READERS: Readonly<Record<string, Reader>> = { ...READERS_OF_ANSWERS, ...READERS_OF_REQUESTS };
/** Readers that get their text from one that is found, and a module that links those that are. */
const PARTS_OF_READERS = [
  'src/cli/batch-command.ts',
  'src/engine/catalogue/rules/probe-rule.ts',
  'src/facts/breaches/sources/providers.ts',
  'src/kernel/identity/identity-parser.ts',
  'src/mcp/tools.ts',
];
/** What reads the declarations of operations, and no request. */
const DECLARATIONS = /^src\/(?:api\/openapi\/.*|cli\/values)\.ts$/;
const TURN_BYTES = 65_536;

/** What grows faster than a text does, by name of the text. */
async function faultsOf({ shapes, largest, read, isStream }: Reader): Promise<string[]> {
  const faults: string[] = [];
  await read('a'.repeat(largest / 16)); // fills tables that all calls share
  for (const [shape, textOf] of Object.entries(shapes)) {
    const [half, whole] = [textOf(largest / 2), textOf(largest)];
    const [less, more] = [await countWork(() => read(half)), await countWork(() => read(whole))];
    for (const what of ['looked', 'rows', 'kept'] as const)
      if (more[what] > MOST * less[what] + FIXED[what]) faults.push(`${shape}: ${what} ${less[what]}, ${more[what]}`);
    if (isStream && more.turns < Math.floor(Buffer.byteLength(whole) / TURN_BYTES)) faults.push(`${shape}: ${more.turns} turns`);
  }
  return faults;
}

describe('the count', () => {
  const shapes = { rows: (length: number) => 'a,b\n'.repeat(length / 4) };
  const largest = 16_384;
  const faultsIn = async (read: Reader['read']) =>
    (await faultsOf({ shapes, largest, read })).map((fault) => fault.split(' ', 2).join(' '));

  it.each<[string, Reader['read'], string[]]>([
    ['reads each row again from the start', (text) => text.split('\n').map((_, at) => text.split('\n', at + 1).length), ['rows: looked']],
    ['searches what it has read for each row', (text) => [...text].filter((_, at) => text.indexOf('c', 0) === at), ['rows: looked']],
    [
      'joins what it has with what arrives',
      (text) => [...text].reduce((all, char) => Buffer.concat([all, Buffer.from(char)]), Buffer.alloc(0)),
      ['rows: looked'],
    ],
    ['tries an expression at each place', (text) => text.replace(/b/g, (_, at: number) => `${/c/.test(text.slice(at))}`), ['rows: looked']],
    ['keeps what it has read for each row', (text) => text.split('\n').map((_, at) => text.slice(0, at)), ['rows: looked', 'rows: kept']],
    ['makes cells of cells', (text) => Array.from({ length: text.length ** 2 / 2 ** 16 }, () => ''), ['rows: rows', 'rows: kept']],
  ])('finds a reader that %s', async (_, read, faults) => {
    expect(await faultsIn(read)).toEqual(faults);
  });

  it('finds a stream that lets nobody else have a turn', async () => {
    const long = { shapes: { bytes: (length: number) => 'a'.repeat(length) }, largest: 4 * TURN_BYTES, isStream: true } as const;
    expect(await faultsOf({ ...long, read: async (text) => text.length })).toEqual(['bytes: 0 turns']);
  });

  it('passes one that looks at each character a few times', async () => {
    expect(await faultsIn((text) => text.split('\n').map((row) => row.trim().split(/,/g)))).toEqual([]);
  });
});

describe('foreign text costs its length, once', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await startPeer();
  });
  afterAll(() => stop());

  it.each(Object.entries(READERS))('in %s', async (_, reader) => {
    expect(await faultsOf(reader)).toEqual([]);
  });
});

describe('modules that take bytes or text of others', () => {
  const modules = productModules();
  const areLinked = (one: string, other: string): boolean =>
    (modules.get(one)?.imports.has(other) || modules.get(other)?.imports.has(one)) ?? false;
  const reachableFrom = (start: string): Set<string> => {
    const reached = new Set([start]);
    for (const path of reached) for (const next of modules.get(path)?.imports ?? []) if (modules.has(next)) reached.add(next);
    return reached;
  };

  it('are found however they import it', () => {
    const taking = [
      "import { readFile } from 'node:fs/promises';",
      "import * as net from 'node:net';",
      "import type { HttpResponse } from '../kernel/net/http-response.js';",
      "export { decodeText } from '../kernel/net/response.js';",
      "const { createInterface } = await import('node:readline');",
      "import type { BodyStream } from '../kernel/http/json-body.js';",
      'const answer = await fetch(url);',
    ];
    const others = ["import { writeFile } from 'node:fs/promises';", "import { sleep } from '../kernel/net/deadline.js';", 'void 0;'];
    const planted = [...taking, ...others].map((text, at) => [`src/facts/module${at}.ts`, text]);
    const seen = [...productModules(plantTree(Object.fromEntries(planted))).values()].map(({ takes }) => takes);
    expect(seen).toEqual([...taking.map(() => 'text'), ...others.map(() => null)]);
  });

  it("are measured, pass it on to a reader that is, or read what is the operator's own", () => {
    const taking = [...modules.values()].filter(({ takes }) => takes === 'text').map(({ path }) => path);
    const known = [...Object.keys(READERS), ...Object.values(THROUGH).flat(), ...Object.keys(OWN)];
    expect(known.filter((path) => !PARTS_OF_READERS.includes(path)).toSorted()).toEqual(taking.toSorted());
  });

  it('pass it on by imports', () => {
    for (const [reader, group] of Object.entries(THROUGH)) {
      const linked = new Set([reader]);
      for (const path of linked) for (const other of group) if (areLinked(path, other)) linked.add(other);
      expect([...linked].toSorted(), reader).toEqual([reader, ...group].toSorted());
      expect(READERS).toHaveProperty([reader]);
    }
  });

  it.each(Object.entries(OWN))('%s: %s', (path, [, code, file = path]) => {
    expect(reachableFrom(file)).toContain(path);
    expect(readFileSync(file, 'utf8')).toContain(code);
  });

  it('that get it only as the schemas of operations have parsed it are in the table of operations', () => {
    const operations = reachableFrom('src/api/routes.ts');
    const others = [...modules.values()]
      .filter(({ path, takes }) => takes === 'operation' && !operations.has(path))
      .map(({ path }) => path);
    expect(others.filter((path) => !(path in READERS) && !DECLARATIONS.test(path))).toEqual([]);
  });
});
