import type { PhoneClaim } from '../../domain/phone/claim.js';
import type { Source } from '../query-sources.js';
import { carrierOfRange } from './carrier-ranges.js';
import { parsePhone } from './number-plan.js';

/**
 * The carrier to which a range was allocated, before any porting. Queried for valid numbers only: the table holds ranges, and names a
 * carrier for numbers that are too long or reserved for films.
 */
export const allocatedCarrier: Source<string, PhoneClaim> = {
  name: 'allocated-carrier',
  query: async (phone) => {
    const number = parsePhone(phone);
    if (number === null || !number.isValid()) return { silence: 'not_applicable' };
    const carrier = await carrierOfRange(number.countryCallingCode, number.nationalNumber);
    if (carrier === null) return { silence: 'unknown' };
    return { source: 'allocated-carrier', fields: { carrier }, codes: ['carrier_of_range'] };
  },
};
