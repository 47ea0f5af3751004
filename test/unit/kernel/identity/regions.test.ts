import { getCountries } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { REGIONS } from '../../../../src/kernel/identity/regions.js';

it('the countries of phone numbers are those that the library reads, and each has a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  expect(REGIONS).toEqual(getCountries().toSorted());
  expect(REGIONS.filter((code) => names.of(code) === code)).toEqual([]);
});
