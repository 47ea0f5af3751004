import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { formsOf, unprovenForms, withFormsOf } from '../../../../src/engine/controls/name-forms.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const NOW = new Date('2032-03-31T00:00:00Z');
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

describe('the forms of a name', () => {
  it.each<[name: string, forms: readonly string[]]>([
    ['Ada2040', []],
    ['a'.repeat(30), []],
    ['a'.repeat(31), ['length 40']],
    ['a'.repeat(41), ['length 50']],
    [`${'a'.repeat(15)}.${'a'.repeat(14)}`, ['.']],
    ['jane.sample', ['.']],
    ['jane-s_x-y', ['-', '_']],
    ['jane..sample', ['.', 'row']],
    ['.jane', ['.', 'edge']],
    ['jane_', ['_', 'edge']],
    ['9-9', ['-']],
    ['robin.js', ['.', '.js']],
    ['robin.JPEG', ['.', '.jpeg']],
    ['robin.jsx', ['.']],
    ['html', []],
    ['zoë', ['Latin']],
    ['αβγ', ['Greek']],
    ['ада', ['Cyrillic']],
    ['אבג', ['Hebrew']],
    ['عرب', ['Arabic']],
    ['山口', ['Han']],
    ['かカ', ['Kana']],
    ['한글', ['Hangul']],
    ['ქ', ['script']],
    ['ade\u0301', ['script']],
    ['a★b', ['symbol']],
    ['山.ada', ['Han', '.']],
  ])('%s are %j', (name, forms) => expect(formsOf(name)).toEqual(forms));

  it.each(['html', 'htm', 'asp', 'aspx', 'jpg', 'jpeg', 'woff', 'woff2', 'mp3', 'mp4', 'webm'])(
    'hold the ending of a file: .%s',
    (ending) => {
      expect(formsOf(`ada.${ending}`)).toEqual(['.', `.${ending}`]);
    },
  );
});

describe('forms that nobody was seen in', () => {
  const control = (forms: Record<string, string>) => ({ outcome: { forms } }) as unknown as Control;

  it('are those of the name for which no other one read registered in the last thirty days', () => {
    const known = control({ '.': ago(29), '-': ago(30) });
    expect(unprovenForms(BARE_RULE, known, 'a.b-c_d', NOW)).toEqual(['-', '_']);
    expect(unprovenForms(BARE_RULE, control({}), 'ada', NOW)).toEqual([]);
  });

  it('are none where names are looked up as they were sent', () => {
    expect(unprovenForms({ ...BARE_RULE, nameAsSent: 'an identifier' }, control({}), 'a.b', NOW)).toEqual([]);
  });
});

describe('what is known of forms', () => {
  it('is told by a name that reads registered, once a day, and is forgotten after thirty', () => {
    expect(withFormsOf(undefined, 'a.b', NOW)).toEqual({ '.': NOW.toISOString() });
    expect(withFormsOf({ '.': ago(0.9) }, 'a.b', NOW)).toBeUndefined();
    expect(withFormsOf({ '.': ago(1), '-': ago(29), _: ago(30) }, 'a.b', NOW)).toEqual({ '.': NOW.toISOString(), '-': ago(29) });
    expect(withFormsOf({ '.': ago(2), '-': ago(0.5) }, 'a.b-c', NOW)).toEqual({ '.': NOW.toISOString(), '-': ago(0.5) });
    expect(withFormsOf({}, 'ada', NOW)).toBeUndefined();
  });
});
