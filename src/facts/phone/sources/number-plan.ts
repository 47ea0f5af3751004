import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LINE_TYPES, type PhoneClaim } from '../claim.js';
import type { Source } from '../../query-sources.js';

/**
 * The numbering plans of libphonenumber. They state what a range is for: a number in a VOIP range is VOIP; one in any other range may be
 * VOIP too, since numbers are ported, so that VOIP is never denied here. The plans have no data on VOIP ranges in the US, Germany, India
 * and Brazil.
 */
export const numberPlan: Source<string, PhoneClaim> = {
  name: 'number-plan',
  query: async (phone) => {
    const number = parsePhone(phone);
    if (number === null) return { failure: 'malformed' };
    const valid = number.isValid();
    const type = valid ? (number.getType()?.toLowerCase() ?? null) : null;
    const lineType = LINE_TYPES.find((known) => known === type) ?? null;
    return {
      source: 'number-plan',
      fields: { valid, countryCode: number.country ?? null, lineType, isVoip: lineType === 'voip' ? true : null },
      codes: valid ? [] : ['unassigned_range'],
    };
  },
};

/** @param phone E.164 */
export function parsePhone(phone: string): PhoneNumber | null {
  return parsePhoneNumberFromString(phone, { extract: false }) ?? null;
}
