import { expect, it } from 'vitest';
import { textWithoutOmissions } from '../../../src/dashboard/pages/lookup/texts.js';

it('a lookup that queried nobody is not called confident', () => {
  expect(textWithoutOmissions({ planned: 0 })).toBe('No platform supports this kind of identity, so none was queried.');
  expect(textWithoutOmissions({ planned: 12 })).toBe('Every check has a confident answer.');
  expect(textWithoutOmissions(null)).toBe('So far, every check has a confident answer.');
});
