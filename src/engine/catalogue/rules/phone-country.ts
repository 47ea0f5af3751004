import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryOf } from './rule-scope.js';
import { fictionalCountry } from './fictional-numbers.js';

/**
 * Country of a phone number in E.164. Where several countries share a calling code (+1, +7, +44, +61, +262, …), it is determined only when
 * the number fits the plan of one of them: libphonenumber's tables decide. They know no numbers that are reserved for fiction in the United
 * Kingdom; those belong to the country whose regulator reserved them.
 */
export const countryOf: CountryOf = (phone) => parsePhoneNumberFromString(phone)?.country ?? fictionalCountry(phone);
