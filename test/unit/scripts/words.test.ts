import { expect, it } from 'vitest';
import { checkCitedNames } from '../../../tools/checks/cited-names.js';
import { checkRetiredTerms } from '../../../tools/checks/retired-terms.js';
import { plantTree } from '../../support/planted-tree.js';

/** Every file is parsed, which takes a busy machine a minute. */
const TREE_MS = 240_000;

it('this tree uses no retired term, and cites no name that is gone', { timeout: TREE_MS }, () => {
  expect(checkRetiredTerms()).toEqual([]);
  expect(checkCitedNames()).toEqual([]);
});

it('no name, comment or document uses a retired term, however its words are joined', () => {
  const [camel, upper, dashed] = [['bare', 'Answer'].join(''), ['MOST', 'SHARDS'].join('_'), ['heard', 'news'].join('-')];
  const root = plantTree({
    'src/a.ts': `export const ${camel} = 1;\nexport const weakEvidence = 1;\n`,
    'src/b.ts': `export const ${upper} = 16;\n`,
    [`src/${dashed}.ts`]: 'export {};\n',
    'docs/c.md': `A ${['wit', 'ness'].join('')} is asked.\n`,
    'CHANGELOG.md': `The ${['wit', 'ness'].join('')} of old.\n`,
  });
  expect(checkRetiredTerms(root, [])).toEqual([
    'docs/c.md:1: "witness", now: positive control or negative control',
    'src/a.ts:1: "bare answer", now: weak evidence',
    'src/b.ts:1: a limit that is not named MAX_…',
    'src/heard-news.ts: "heard news", now: change buffer',
    'src/heard-news.ts: "heard", now: received, last heartbeat',
    'src/heard-news.ts: "news", now: changes',
  ]);
});

it('a retired term is found in a component, inside a name, in a class of a style sheet, in a client and in a name that a comment cites', () => {
  const told = '"told", now: updated, reported, findings';
  const root = plantTree({
    'src/a.tsx': 'export const Row = ({ hasTold }: { hasTold: boolean }) => <b className="row">{hasTold}</b>;\n',
    'src/a.css': '/* The caller is told. */\n.row-told { color: red; }\n',
    'clients/typescript/a.ts': 'export class Client {\n  #told = 1;\n}\n',
    'scripts/a.mjs': "/** `isTold` is true later. */\nexport const row = { 'told': 1 };\n",
    'src/b.ts': 'export interface Part {}\nexport const part = 1;\n',
  });
  expect(checkRetiredTerms(root, [])).toEqual([
    `clients/typescript/a.ts:2: ${told}`,
    `scripts/a.mjs:1: ${told}`,
    `scripts/a.mjs:2: ${told}`,
    `src/a.css:2: ${told}`,
    `src/a.tsx:1: ${told}`,
    'src/b.ts:1: "Part", now: what it is a part of',
  ]);
});

it('an ordinary sentence may use such a word, and a name that a library gave is not ours', () => {
  const root = plantTree({
    'src/a.tsx': '/** The caller is told, and asked again. */\nexport const Note = () => <p title="A place to ask">Nobody was told.</p>;\n',
    'src/b.ts': "import { told } from 'library';\nconst { asked } = told();\nexport const answer = told(asked.silent);\n",
    'docs/c.md': 'The caller is told.\n',
  });
  expect(checkRetiredTerms(root, [])).toEqual([]);
});

it('a comment begins with its subject', () => {
  const root = plantTree({
    'src/a.ts':
      '/** Null: unknown. */\nexport const a = null;\n// Of the release.\nexport const b = 1;\n// Of two, one is enough.\nexport const c = 1;\n',
  });
  expect(checkRetiredTerms(root, [])).toEqual([
    'src/a.ts:1: a comment that begins with "Null:": say when it is null',
    'src/a.ts:3: a comment that begins with "Of": begin with the subject',
  ]);
});

it('an exception holds for its name in its place, and is refused when nothing needs it any more', () => {
  const root = plantTree({ 'src/a.ts': 'export const told = 1;\n', 'src/b.ts': 'export const told = 1;\n' });
  const why = 'a field of the interface';
  expect(
    checkRetiredTerms(root, [
      { names: ['told'], path: 'src/a.ts', why },
      { names: ['heard'], why },
    ]),
  ).toEqual(['src/b.ts:1: "told", now: updated, reported, findings', 'an exception that nothing needs: heard in any file']);
});

it('every name that a comment or a document cites exists in the code', () => {
  const root = plantTree({
    'src/a.ts':
      '/** As `shownName`, `#kept`, `Shown.field`, `disabled`, `--live`, `a.ts` and `goneName` do. */\nexport const shownName = 1;\n',
    'src/b.tsx': "export class Shown {\n  #kept = 'disabled';\n  field = '--live NAME';\n} // not `gone-class`\n",
    'src/c.css': '/* `.row` and `.gone` */\n.row { color: red; }\n',
    'test/d.test.ts': "export const goneName = 'A sentence with `inText`.'; // `onlyHere`, `shownName`\n",
    'README.md': 'See `shownName` and `alsoGone`.\n',
  });
  expect(checkCitedNames(root)).toEqual([
    'README.md:1: `alsoGone` is nowhere in the code',
    'src/a.ts:1: `goneName` is nowhere in the code',
    'src/b.tsx:4: `gone-class` is nowhere in the code',
    'src/c.css:1: `.gone` is nowhere in the code',
    'test/d.test.ts:1: `onlyHere` is nowhere in the code',
  ]);
});
