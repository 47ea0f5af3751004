import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

const CALLING_CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
/** E.164. */
const MAX_DIGITS = 15;

/** Numbers in E.164 that digits may be which were written as they are dialled within some country, with its trunk prefix 0 or without. */
export function numbersWithin(digits: string): string[] {
  const national = new Set([digits, digits.replace(/^0/, '')]);
  const all = CALLING_CODES.flatMap((code) => [...national].map((each) => `${code}${each}`));
  return all.filter(({ length }) => length <= MAX_DIGITS).map((each) => `+${each}`);
}
