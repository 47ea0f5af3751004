import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { LineClaim } from '../../domain/line/claim.js';
import { LINE_TYPES } from '../../domain/line/claim.js';
import type { Source } from '../ask-source.js';

/**
 * The numbering plans, as libphonenumber has them. They say what a range is for: a VOIP range makes a VOIP line, any other
 * range may hold one too since numbers are ported, so that VOIP is never denied here. Of VOIP ranges in the US, Germany,
 * India and Brazil the plans know nothing.
 */
export const numberPlan: Source<string, LineClaim> = {
  name: 'number-plan',
  ask: async (phone) => {
    const number = parsePhone(phone);
    if (number === null) return { silence: 'malformed' };
    const valid = number.isValid();
    const type = valid ? (number.getType()?.toLowerCase() ?? null) : null;
    const lineType = LINE_TYPES.find((known) => known === type) ?? null;
    return {
      source: 'number-plan',
      says: { valid, countryCode: number.country ?? null, lineType, isVoip: lineType === 'voip' ? true : null },
      codes: valid ? [] : ['unassigned_range'],
    };
  },
};

/** @param phone E.164 */
export function parsePhone(phone: string): PhoneNumber | null {
  return parsePhoneNumberFromString(phone, { extract: false }) ?? null;
}
