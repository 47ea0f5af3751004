import type { SourceFailure } from '../lookup/enrichment-ports.js';
import { parseCountryCode, asObject, parseFlag, parseName } from '../readings.js';
import { DISPUTED, LINE_TYPES, type PhoneClaim, type LineType, mayBeSameLineType, PORTED } from './claim.js';

/**
 * Reads a response of Telnyx' number lookup, with carrier data. It gives a type twice: by the carrier and, in North America, by the
 * register of ported numbers. Where the two disagree neither is used, and no weaker source either.
 *
 * @param phone E.164, which the response must name
 * @returns the claim, or why the response cannot be used
 */
export function readTelnyx(body: unknown, phone: string): PhoneClaim | SourceFailure {
  const data = asObject(asObject(body)['data']);
  if (data['phone_number'] !== phone) return 'malformed';
  const [carrier, portability] = [asObject(data['carrier']), asObject(data['portability'])];
  const [registered, told] = [lineTypeOf(portability['line_type']), lineTypeOf(carrier['type'])];
  const disagree = registered !== null && told !== null && !mayBeSameLineType(registered, told);
  const lineType = disagree ? null : (registered ?? told);
  return {
    source: 'telnyx',
    fields: {
      valid: parseFlag(data['valid_number']),
      countryCode: parseCountryCode(data['country_code']),
      carrier: parseName(carrier['name']) ?? parseName(portability['spid_carrier_name']),
      lineType,
      isVoip: lineType === null ? null : isVoip(lineType),
    },
    codes: [...(disagree ? [DISPUTED] : []), ...(portability['ported_status'] === 'Y' ? [PORTED] : [])],
  };
}

/** `fixed line or mobile` is the purpose of a range in the numbering plan: any line may be behind it. */
const isVoip = (type: LineType): boolean | null => (type === 'fixed_line_or_mobile' ? null : type === 'voip');

function lineTypeOf(value: unknown): LineType | null {
  const word = String(value ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[ -]/g, '_');
  return LINE_TYPES.find((type) => type === (word === 'landline' ? 'fixed_line' : word)) ?? null;
}
