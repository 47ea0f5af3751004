import { expect, it } from 'vitest';
import { checkIndexedTexts } from '../../../../tools/checks/indexed-texts.js';
import { plantTree } from '../../../support/planted-tree.js';

it('finds characters that are taken by their place, of whatever is a text', () => {
  const lines = [
    "const text: string = 'a'; const list = ['a']; const at = 0;",
    'void text[at];',
    'void list[at];',
    'void text.trim()[0];',
    'void list[0]?.[at];',
    'void text.charAt(at);',
    'void Buffer.from(text)[at];',
  ];
  const found = checkIndexedTexts(plantTree({ 'src/facts/a.ts': lines.join('\n'), 'test/b.ts': 'void "a"[0];' }));
  expect(found.map((finding) => finding.split(':', 2).join(':'))).toEqual(['src/facts/a.ts:2', 'src/facts/a.ts:4', 'src/facts/a.ts:5']);
});
