import type { VoipClass } from './phone-details.js';
import type { SourceFailure } from '../../kernel/values/source.js';
import { parseCountryCode, asObject, parseFlag, parseName } from '../../kernel/values/readings.js';
import { type PhoneClaim, type LineType, DISPUTED, LINE_TYPES, mayBeSameLineType, PORTED } from './claim.js';

interface Kind {
  readonly lineType: LineType;
  readonly isVoip: boolean;
  readonly voipClass: VoipClass | null;
}

const plain = (lineType: LineType): Kind => ({ lineType, isVoip: false, voipClass: null });

/** Types of Lookup's line type intelligence; `unknown` and types that are not listed here are ignored. */
const KINDS: Readonly<Record<string, Kind>> = {
  landline: plain('fixed_line'),
  mobile: plain('mobile'),
  fixedVoip: { lineType: 'voip', isVoip: true, voipClass: 'fixed' },
  nonFixedVoip: { lineType: 'voip', isVoip: true, voipClass: 'nonFixed' },
  personal: plain('personal_number'),
  tollFree: plain('toll_free'),
  premium: plain('premium_rate'),
  sharedCost: plain('shared_cost'),
  uan: plain('uan'),
  voicemail: plain('voicemail'),
  pager: plain('pager'),
};

/**
 * Reads a response of Twilio Lookup, version 2, with line type intelligence.
 *
 * @param phone E.164, which the response must name
 * @returns the claim, or why the response cannot be used
 */
export function readTwilio(body: unknown, phone: string): PhoneClaim | SourceFailure {
  const fields = asObject(body);
  const valid = parseFlag(fields['valid']);
  if (valid === null || fields['phone_number'] !== phone) return 'malformed';
  const countryCode = parseCountryCode(fields['country_code']);
  const line = asObject(fields['line_type_intelligence']);
  // 60601: Canadian numbers need an approval; other codes concern the registers. None of them says anything about the line.
  const failed = line['error_code'] !== null && line['error_code'] !== undefined;
  if (!valid || failed)
    return { source: 'twilio', fields: { valid, countryCode }, codes: failed ? ['line_type_refused'] : ['invalid_number'] };
  const type = String(line['type'] ?? '');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return { source: 'twilio', fields: { valid, countryCode, carrier: parseName(line['carrier_name']), ...kind }, codes: [] };
}

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
  const [registered, current] = [lineTypeOf(portability['line_type']), lineTypeOf(carrier['type'])];
  const disagree = registered !== null && current !== null && !mayBeSameLineType(registered, current);
  const lineType = disagree ? null : (registered ?? current);
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
