import { expect, it } from 'vitest';
import { isRecord, replaceTexts } from '../../../../src/kernel/values/json.js';

it('a record is a JSON object: no list, no null, no text', () => {
  expect([{}, [], null, 'x', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
});

it('replaces each text of a value, and names only where they are to be renamed', () => {
  const value = { a: ['a', 1, null, { b: 'b' }], c: true };
  const twice = (text: string) => text + text;
  expect(replaceTexts(value, twice)).toEqual({ a: ['aa', 1, null, { b: 'bb' }], c: true });
  expect(replaceTexts(value, twice, twice)).toEqual({ aa: ['aa', 1, null, { bb: 'bb' }], cc: true });
});
